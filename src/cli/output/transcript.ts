import { contentText } from '../../contract/message-content.js';
import type { ToolCall } from '../../contract/model.js';
import type { SessionEntry } from '../../contract/session.js';
import { terminalSafe, terminalSafeLine } from '../../contract/terminal-safe.js';
import { markdownLines } from './markdown-text.js';
import { PLAIN, type Style } from './style.js';

/** Prints one message after another, so that a conversation of any length is never held. */
export type PrintEntry = (entry: SessionEntry) => string;

/** For people at a terminal: who spoke, and what was called. */
export function createTextTranscript(style: Style = PLAIN): PrintEntry {
  let turn = 0;
  return ({ turn: now, at, message }) => {
    const head = now === turn ? '' : `${turn === 0 ? '' : '\n'}${style.strong(`turn ${now}`)} ${style.faint(at)}\n`;
    turn = now;
    if (message.role === 'tool') {
      return `${head}${style.faint(`answer ${terminalSafeLine(message.tool_call_id)}:`)}\n${indented(message.content)}`;
    }
    const text = contentText(message.content);
    const said = text === '' ? '' : `${style.accent(`${message.role}:`)}\n${indented(text)}`;
    return `${head}${said}${callsOf(message)
      .map((call) => callText(call, style))
      .join('')}`;
  };
}

function callText({ id, function: { name, arguments: args } }: ToolCall, style: Style): string {
  return `${style.accent('call')} ${terminalSafeLine(name)} ${style.faint(terminalSafeLine(id))}\n${indented(args)}`;
}

function indented(text: string): string {
  const lines = terminalSafe(text).replace(/\n$/, '').split('\n');
  return `${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`;
}

/** A page: a heading a turn, what was said as quotations, and what tools were given and gave in fences that nothing in them ends. */
export function createMarkdownTranscript(): PrintEntry {
  let turn = 0;
  return ({ turn: now, at, message }) => {
    const head = now === turn ? '' : `${turn === 0 ? '' : '\n'}## Turn ${now}\n\n_${at}_\n`;
    turn = now;
    if (message.role === 'tool') {
      return `${head}\nAnswer to ${code(message.tool_call_id)}:\n\n${fenced(message.content, '')}`;
    }
    const text = contentText(message.content);
    const said = text === '' ? '' : `\n**${message.role}**\n\n${quoted(text)}`;
    const calls = callsOf(message).map(({ id, function: { name, arguments: args } }) => {
      return `\nCall of ${code(name)} as ${code(id)}:\n\n${fenced(args, 'json')}`;
    });
    return `${head}${said}${calls.join('')}`;
  };
}

function callsOf(message: SessionEntry['message']): readonly ToolCall[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []) : [];
}

/** A heading that somebody wrote must not look like one of the page, and HTML must not be a part of it. */
function quoted(text: string): string {
  const lines = markdownLines(terminalSafe(text).replace(/\n$/, '').split('\n'));
  return `${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n`;
}

function fenced(text: string, language: string): string {
  const safe = terminalSafe(text).replace(/\n$/, '');
  const fence = '`'.repeat(Math.max(3, longestRun(safe) + 1));
  return `${fence}${language}\n${safe}\n${fence}\n`;
}

function code(text: string): string {
  const safe = terminalSafeLine(text);
  const mark = '`'.repeat(longestRun(safe) + 1);
  return mark === '`' ? `\`${safe}\`` : `${mark} ${safe} ${mark}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}
