import type { ActorProgress } from '../../contract/actor.js';
import { formatBytes, formatCount } from '../../contract/quantities.js';
import { terminalSafe, terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Approval, ConversationEntry, ConversationState, OpenCall } from '../state/conversation.js';
import { displayWidth } from '../text/display-width.js';
import { wrapText } from '../text/wrap.js';
import type { Role, Theme } from '../theme.js';
import type { Span } from './line.js';
import { justified } from './live-header.js';
import { cutSpans, redactedSpans, type SpanLine } from './span-lines.js';

interface Room {
  readonly width: number;
  readonly theme: Theme;
}

const INDENT = '    ';
const MOST_TOLD_ROWS = 3;

/** What stays of an entry: texts wrapped, calls in a line and one or two for what came of them. */
function entryLines(entry: ConversationEntry, { width, theme }: Room): readonly SpanLine[] {
  const { bullet, check, cross } = theme.glyphs;
  switch (entry.type) {
    case 'message':
      return messageLines(entry.text, width);
    case 'text':
      return textLines(entry.text, width);
    case 'note':
      return wrapText(terminalSafe(entry.text), width).map((line) => [{ text: line, role: entry.role }]);
    case 'call': {
      const [first = '', ...others] = entry.answer;
      const mark: Span = entry.isError ? { text: `  ${cross} `, role: 'bad' } : { text: `  ${check} `, role: 'good' };
      const told = wrapText(terminalSafeLine(first), width - INDENT.length).slice(0, MOST_TOLD_ROWS);
      const lines: readonly SpanLine[] = [
        callLine(entry, bullet),
        ...told.map((text, row): SpanLine => [row === 0 ? mark : { text: INDENT }, ...redactedSpans(text)]),
        ...others.map((text): SpanLine => [{ text: INDENT }, ...redactedSpans(terminalSafeLine(text), 'faint')]),
      ];
      return lines.map((line) => cutSpans(line, width, theme.glyphs));
    }
  }
}

/** What is said and what is done stand apart, several of one kind do not. */
export function isApart(before: ConversationEntry['type'] | undefined, next: ConversationEntry['type']): boolean {
  return before !== undefined && before !== next && !(before === 'call' && next === 'note');
}

/** What stays of an entry that stands below another one. */
export function entryLinesBelow(
  before: ConversationEntry['type'] | undefined,
  entry: ConversationEntry,
  room: Room,
): readonly SpanLine[] {
  return [...(isApart(before, entry.type) ? [[]] : []), ...entryLines(entry, room)];
}

/** Whoever sent a file knows what was in it. */
const MOST_MESSAGE_ROWS = 20;

function messageLines(text: string, width: number): readonly SpanLine[] {
  const rows = wrapText(terminalSafe(text), width - 2);
  const shown = rows.length > MOST_MESSAGE_ROWS + 1 ? rows.slice(0, MOST_MESSAGE_ROWS) : rows;
  const rest = rows.length - shown.length;
  return [
    ...shown.map(
      (line, index): SpanLine => [
        { text: index === 0 ? '> ' : '  ', role: 'accent' },
        { text: line, role: 'strong' },
      ],
    ),
    ...(rest === 0 ? [] : [[{ text: `  and ${formatCount(rest)} more lines`, role: 'faint' } as const]]),
  ];
}

export function textLines(text: string, width: number): readonly SpanLine[] {
  return wrapText(terminalSafe(text), width).map((line) => redactedSpans(line));
}

function callLine(
  { name, input }: { readonly name: string; readonly input?: unknown },
  bullet: string,
  more: SpanLine = [],
): SpanLine {
  return [
    { text: `${bullet} `, role: 'accent' },
    { text: terminalSafeLine(name), role: 'strong' },
    ...(input === undefined ? [] : [{ text: ' ' }, ...redactedSpans(terminalSafeLine(JSON.stringify(input)), 'faint')]),
    ...more,
  ];
}

interface LiveRoom extends Room {
  readonly rows: number;
  readonly now: number;
}

/** What a person sees of what is not done with: the line being written, open calls, a question. */
export function openLines(state: ConversationState, room: LiveRoom): readonly SpanLine[] {
  const { width, theme, rows } = room;
  const calls = state.calls.map((call) => cutSpans(openCallLine(call, theme), width, theme.glyphs));
  const asked = state.ask === undefined ? [] : approvalLines(state.ask, room);
  const below = [...calls, ...asked].slice(-rows);
  const text = state.text === '' ? [] : textLines(state.text, width);
  const said = text.length > 0 && below.length > 0 ? [...text, []] : text;
  const left = rows - below.length;
  return [...(left > 0 ? said.slice(-left) : []), ...below];
}

function openCallLine(call: OpenCall, { glyphs }: Theme): SpanLine {
  const state =
    call.state === 'running' ? ' running' : call.bytes === 0 ? ' forms' : ` forms, ${formatBytes(call.bytes)}`;
  return callLine(call, glyphs.bullet, [{ text: state, role: 'warn' }]);
}

const MOST_ARGUMENT_ROWS = 6;

function approvalLines({ capabilityId, safetyClass, input }: Approval, { width }: Room): readonly SpanLine[] {
  const args = input === undefined ? '' : JSON.stringify(input);
  const wrapped = wrapText(terminalSafeLine(args), width - 2);
  const shown = wrapped.slice(0, MOST_ARGUMENT_ROWS);
  const rest = wrapped.length - shown.length;
  return [
    [{ text: `Allow ${terminalSafeLine(capabilityId)}?`, role: 'warn' }, { text: ` It is ${safetyClass}.` }],
    ...(args === '' ? [] : shown.map((line): SpanLine => [{ text: '  ' }, ...redactedSpans(line)])),
    ...(rest > 0 ? [[{ text: `  and ${rest} more lines of arguments`, role: 'faint' } as const]] : []),
    [{ text: 'y', role: 'key' }, { text: ' allow once   ' }, { text: 'n', role: 'key' }, { text: ' deny' }],
  ];
}

/** How far a run may go, where that is limited. */
export interface ShownLimits {
  readonly max_model_calls?: number | undefined;
  readonly max_tool_calls?: number | undefined;
}

export interface StatusRoom extends Room {
  readonly now: number;
  readonly progress: ActorProgress;
  readonly limits: ShownLimits;
}

/** What the run does, what it used, and how to stop it: as much of it as there is room for, each part whole. */
export function statusLine(state: ConversationState, { width, theme, now, progress, limits }: StatusRoom): SpanLine {
  const { glyphs } = theme;
  const elapsed = seconds(now - (state.startedAt ?? now));
  const room = width - displayWidth(elapsed) - 1;
  const [texts, role] = stateTexts(state);
  const marked = texts.map((text) => `${glyphs.bullet} ${text}`);
  const shown = marked.find((text) => displayWidth(text) <= room) ?? marked.at(-1) ?? '';
  const told = fittingParts(partsOf(state, progress, limits), ` ${glyphs.dot} `, room - displayWidth(shown) - 2);
  const start: SpanLine = [
    { text: shown, role },
    ...(told === '' ? [] : [{ text: `  ${told}`, role: 'faint' as const }]),
  ];
  return justified(start, [{ text: elapsed }], { width, theme });
}

interface StatusPart {
  readonly text: string;
  /** What has the highest gives way first. */
  readonly rank: number;
}

function partsOf(state: ConversationState, progress: ActorProgress, limits: ShownLimits): readonly StatusPart[] {
  const { model_calls: models, tool_calls: tools, input_tokens: read, output_tokens: written } = progress;
  const { nodeId, isGraph = false } = state;
  return [
    { text: `step ${state.step}`, rank: 0 },
    ...(isGraph && nodeId !== undefined ? [{ text: terminalSafeLine(nodeId), rank: 3 }] : []),
    { text: counted(models, limits.max_model_calls, 'model call'), rank: tools > 0 ? 2 : 1 },
    { text: counted(tools, limits.max_tool_calls, 'tool call'), rank: tools > 0 ? 1 : 2 },
    ...(progress.usage_status === 'missing'
      ? []
      : [{ text: `${formatCount(read)} in ${formatCount(written)} out model tokens`, rank: 4 }]),
  ];
}

function fittingParts(parts: readonly StatusPart[], between: string, room: number): string {
  const text = parts.map((part) => part.text).join(between);
  const last = Math.max(...parts.map(({ rank }) => rank));
  const fewer = parts.filter(({ rank }) => rank < last);
  return parts.length === 0 || displayWidth(text) <= room ? text : fittingParts(fewer, between, room);
}

function counted(count: number, most: number | undefined, what: string): string {
  return `${formatCount(count)}${most === undefined ? '' : ` of ${formatCount(most)}`} ${what}${(most ?? count) === 1 ? '' : 's'}`;
}

/** The same thing said at length, and shorter. */
function stateTexts({ stopping, ask, calls }: ConversationState): readonly [readonly string[], Role] {
  if (stopping === 'now') {
    return [['stopping now'], 'warn'];
  }
  if (stopping === 'after-step') {
    return [['stops after this step, Ctrl-C again: now', 'stopping, Ctrl-C: now', 'stopping'], 'warn'];
  }
  if (ask !== undefined) {
    return [['waits for you'], 'warn'];
  }
  return [[calls.some(({ state }) => state === 'running') ? 'tool runs' : 'model answers'], 'good'];
}

function seconds(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
