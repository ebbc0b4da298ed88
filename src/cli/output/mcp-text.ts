import { isRecord } from '../../config/trees.js';
import type { McpServerState, McpToolReview } from '../../contract/mcp.js';
import { terminalSafe, terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Style } from './style.js';

/** Servers and their tools, for people. */
export function serversText(states: readonly McpServerState[], style: Style): string {
  return states.length === 0
    ? 'no MCP servers in the config\n'
    : states.map((state) => serverText(state, style)).join('');
}

function serverText(state: McpServerState, style: Style): string {
  const { server, transport, era, error, tools } = state;
  const facts = [transport, ...(error === undefined ? [era ?? '', `${tools.length} tools`] : ['failed'])];
  const about = facts.filter((fact) => fact !== undefined).join(', ');
  const lines = [`${style.strong(terminalSafeLine(server))}  ${about}`, ...remarks(state, style)];
  for (const tool of tools) {
    const { capability_id: id, safety_class: safety } = tool;
    lines.push(`  ${terminalSafeLine(id)}  ${safety ?? 'not classified'}  ${toolState(tool)}`);
  }
  if (tools.some(({ off, unusable }) => off !== undefined && unusable === undefined)) {
    lines.push(
      `  hint: akernel mcp trust ${server} shows and confirms what is off; or set safety_class of a tool in the config`,
    );
  }
  return `${lines.join('\n')}\n`;
}

const UNUSABLE = { shape: 'off: not in the form of the protocol', size: 'off: too large or too deep' } as const;

function toolState({ pin, off, unusable }: McpServerState['tools'][number]): string {
  if (unusable !== undefined) {
    return UNUSABLE[unusable];
  }
  const isChanged = pin === 'changed';
  return off === undefined ? pin.replace('_', ' ') : isChanged ? 'off: changed' : 'off';
}

/** What is wrong or odd about a server. */
function remarks(
  { error, last_words: words, noise_lines: noise, nameless_tools: nameless }: McpServerState,
  style: Style,
) {
  const lines: string[] = [];
  if (error !== undefined) {
    const hint = error.hint === undefined ? '' : ` (${error.hint})`;
    lines.push(`  ${style.bad(terminalSafeLine(`${error.code}: ${error.message}${hint}`))}`);
  }
  if (words !== undefined) {
    lines.push(
      ...terminalSafe(words)
        .split('\n')
        .slice(-5)
        .map((line) => `  | ${line}`),
    );
  }
  if (noise !== undefined) {
    lines.push(`  ${noise} lines on its standard output were no messages`);
  }
  if (nameless !== undefined) {
    lines.push(`  ${nameless} tools are left out: the protocol does not allow their names`);
  }
  return lines;
}

/** What there is to confirm. Characters that nobody would see are written as their numbers: they may be the point. */
export function reviewsText(reviews: readonly McpToolReview[], style: Style): string {
  return reviews.length === 0 ? 'nothing to confirm\n' : reviews.map((review) => reviewText(review, style)).join('\n');
}

function reviewText({ capability_id: id, pin, was, now }: McpToolReview, style: Style): string {
  const head = `${style.strong(terminalSafeLine(id))}  ${pin === 'changed' ? 'changed' : 'not confirmed yet'}\n`;
  const [before, after] = [membersOf(was), membersOf(now)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => name !== 'name');
  const lines = names.flatMap((name) => {
    const [old, current] = [shownMember(before[name]), shownMember(after[name])];
    if (was === undefined) {
      return [`  ${name}: ${indented(current)}`];
    }
    if (old === current) {
      return [];
    }
    return [`  ${name}`, style.bad(`  - ${indented(old)}`), style.good(`  + ${indented(current)}`)];
  });
  return head + lines.map((line) => `${line}\n`).join('');
}

function membersOf(definition: string | undefined): Readonly<Record<string, unknown>> {
  const value: unknown = definition === undefined ? {} : JSON.parse(definition);
  return isRecord(value) ? value : {};
}

function shownMember(member: unknown): string {
  const text = typeof member === 'string' ? member : member === undefined ? 'nothing' : JSON.stringify(member);
  return terminalSafe(text.replace(UNSEEN, (unseen) => `<U+${unseen.codePointAt(0)?.toString(16).toUpperCase()}>`));
}

const UNSEEN = /[\p{DI}\u2028\u2029\ufff9-\ufffb]/gu;

function indented(text: string): string {
  return text.replaceAll('\n', '\n    ');
}
