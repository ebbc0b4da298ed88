import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { fieldSpans } from '../components/field-line.js';
import { footLine } from '../components/key-lines.js';
import type { Span } from '../components/line.js';
import { cutSpans, type SpanLine } from '../components/span-lines.js';
import type { KeyTable } from '../state/key-table.js';
import { type Notice, type UiState, VIEWS } from '../state/ui-state.js';
import { displayWidth } from '../text/display-width.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme.js';

export type UiCommand = 'show' | 'run' | 'next' | 'previous' | 'help' | 'quit';

export const COMMON_KEYS: KeyTable<UiCommand> = [
  { keys: ['tab'], command: 'next', words: 'the next view', short: 'views' },
  { keys: ['backtab'], command: 'previous', words: 'the view before' },
  { keys: ['1', '2', '3', '4', '5', '6'], command: 'show', words: VIEWS.join(', ') },
  { keys: ['0'], command: 'run', words: 'back to the run that was started last' },
  { keys: ['q', 'ctrl+c'], command: 'quit', words: 'quit', short: 'quit' },
  { keys: ['?', 'ctrl+k'], command: 'help', words: 'what the keys do here', short: 'help' },
];

/** Whose browser it is and what goes on in it. */
export interface UiAbout {
  readonly principalId: string;
  /** Where it works, if not here. */
  readonly serverName?: string | undefined;
  readonly running: number;
}

/** The names of the views, the present one in brackets, and what holds in all of them. */
export function headLine({ view, sessionId }: UiState, about: UiAbout, width: number, theme: Theme): SpanLine {
  const long = tabs(view, (name, number, isShown) => (isShown ? `[${number} ${name}]` : ` ${number} ${name} `));
  const short = tabs(view, (name, number, isShown) => (isShown ? `[${number} ${name}]` : ` ${number} `));
  const facts = [
    terminalSafeLine(
      about.serverName === undefined ? about.principalId : `${about.principalId} at ${about.serverName}`,
    ),
    ...(sessionId === undefined ? [] : [sessionId]),
    ...(about.running === 0 ? [] : [`${about.running} running`]),
  ];
  const right = facts.join(` ${theme.glyphs.dot} `);
  // Where not all has room, what goes on says more than the names of other views.
  const names = widthOf(long) + 2 + displayWidth(right) <= width ? long : short;
  const gap = width - widthOf(names) - displayWidth(right);
  return gap < 2
    ? cutSpans(names, width, theme.glyphs)
    : [...names, { text: ' '.repeat(gap) }, { text: right, role: about.running > 0 ? 'accent' : 'faint' }];
}

type Tab = (name: string, number: number, isShown: boolean) => string;

function tabs(view: string, tab: Tab): SpanLine {
  return VIEWS.map((name, index): Span => {
    const isShown = name === view;
    return { text: tab(name, index + 1, isShown), role: isShown ? 'strong' : 'faint' };
  });
}

function widthOf(spans: SpanLine): number {
  return spans.reduce((sum, { text }) => sum + displayWidth(text), 0);
}

const MOST_NOTICE_ROWS = 5;

/** The foot: a question first, then something that was said, and otherwise the keys that matter now. */
export function footLines(
  { question, prompt, notice }: UiState,
  keys: KeyTable,
  width: number,
  theme: Theme,
): readonly SpanLine[] {
  if (question !== undefined) {
    const choices = [...question.choices, { key: 'esc', words: 'leave it' }];
    const parts = choices.flatMap(({ key, words }): readonly Span[] => [
      { text: `  ${key}`, role: 'key' },
      { text: ` ${words}` },
    ]);
    const text = wrapText(terminalSafeLine(question.text), width).map(
      (line): SpanLine => [{ text: line, role: 'warn' }],
    );
    return [...text, parts];
  }
  if (prompt !== undefined) {
    const label = `${prompt.label}: `;
    const room = width - displayWidth(label);
    const field = fieldSpans(prompt.field, Math.max(8, room), true, 'strong');
    const isBroken = room < 8;
    const head: Span = { text: label, role: 'warn' };
    const foot: SpanLine = [
      { text: '  enter', role: 'key' },
      { text: ' ok' },
      { text: '  esc', role: 'key' },
      { text: ' leave it' },
    ];
    return isBroken ? [[head], field, foot] : [[head, ...field], foot];
  }
  return [...(notice === undefined ? [] : noticeLines(notice, width, theme)), footLine(keys, width, theme)];
}

function noticeLines(notice: Notice, width: number, { glyphs }: Theme): readonly SpanLine[] {
  if (notice.type === 'said') {
    return wrapText(terminalSafeLine(notice.text), width)
      .slice(0, MOST_NOTICE_ROWS)
      .map((text) => [{ text, role: 'accent' }]);
  }
  const { code, message, hint } = notice.error;
  return [
    ...wrapText(terminalSafeLine(`${glyphs.cross} ${code}: ${message}`), width).map(
      (text): SpanLine => [{ text, role: 'bad' }],
    ),
    ...(hint === undefined ? [] : wrapText(terminalSafeLine(`  ${hint}`), width)).map(
      (text): SpanLine => [{ text, role: 'faint' }],
    ),
  ].slice(0, MOST_NOTICE_ROWS);
}
