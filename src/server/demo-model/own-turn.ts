import { isMembers } from '../../streams/members.js';
import { chooseTool } from './choose-tool.js';
import type { DemoMessage, DemoRequest, DemoTurn } from './demo-turn.js';
import { sampleArguments } from './sample-arguments.js';

/**
 * What the model does by itself: it calls the tool that fits the words of a person best, says what came of a call, and
 * repeats what it was asked where it can do neither.
 */
export function ownTurn({ messages, tools }: DemoRequest): DemoTurn {
  const last = messages.findLast(({ role }) => role === 'user' || role === 'tool');
  if (last?.role === 'tool') {
    const from = messages.findLastIndex(({ role }) => role === 'assistant');
    return {
      text: messages
        .slice(from + 1)
        .filter(({ role }) => role === 'tool')
        .map(aboutAnswer)
        .join('\n'),
    };
  }
  const asked = last?.text ?? '';
  const tool = chooseTool(tools, asked);
  if (tool !== undefined) {
    return {
      text: `I look that up with ${tool.name}. `,
      tool_calls: [{ name: tool.name, arguments: sampleArguments(tool.parameters, asked) }],
    };
  }
  const why = tools.length === 0 ? '' : ` No tool fits that; there are ${tools.map(({ name }) => name).join(', ')}.`;
  return {
    text: `You asked: ${shortened(asked)}${/[.!?…]$/.test(asked.trim()) ? '' : '.'}${why} I am a demo model and know no more.`,
  };
}

function aboutAnswer({ text, toolName = 'the tool' }: DemoMessage): string {
  const value = parsed(text);
  if (!isMembers(value)) {
    return `${toolName} answered: ${shortened(firstLine(text))}`;
  }
  const { error, rows, facts, handle_id: handle } = value;
  if (isMembers(error)) {
    return `${toolName} gave no result: ${shortened(String(error['message'] ?? error['code'] ?? 'it failed'))}.`;
  }
  const said = [
    countsOf(value, toolName),
    ...(Array.isArray(rows) && rows.length > 0 ? [`The first one: ${shortened(JSON.stringify(rows[0]))}.`] : []),
    ...(Array.isArray(facts) && typeof facts[0] === 'string' ? [`It says: ${shortened(facts[0])}.`] : []),
    ...(typeof value['text'] === 'string' ? [`It begins: ${shortened(firstLine(value['text']))}`] : []),
    ...(typeof handle === 'string' ? [`All of it is behind ${handle}.`] : []),
  ];
  return said.join(' ');
}

/** A frame counts what there was and what it shows of that. */
function countsOf({ seen, rows }: Readonly<Record<string, unknown>>, toolName: string): string {
  const shown = Array.isArray(rows) ? rows.length : undefined;
  const all = isMembers(seen) && typeof seen['rows'] === 'number' ? seen['rows'] : shown;
  if (all === undefined || all === 0) {
    return `${toolName} answered.`;
  }
  return `${toolName} gave ${all} row${all === 1 ? '' : 's'}${shown === undefined || shown === all ? '' : `, of which I see ${shown}`}.`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? '(nothing)'
  );
}

const LONGEST = 240;

function shortened(text: string): string {
  const points = [...text.replace(/\s+/g, ' ').trim()];
  return points.length > LONGEST ? `${points.slice(0, LONGEST).join('')}…` : points.join('');
}
