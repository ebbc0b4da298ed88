import { amountText } from '../../contract/frame-account.js';
import { formatBytes, formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { LIVE_TABS, type LiveState } from '../state/live.js';
import { ratesOf } from '../state/live-rates.js';
import { fittedParts, type StatusPart } from '../state/status-fit.js';
import { displayWidth } from '../text/display-width.js';
import { wrapText } from '../text/wrap.js';
import type { Role, Theme } from '../theme.js';
import { budgetGauge, shortBudgetGauge } from './budget-gauge.js';
import { type Span, spansWidth } from './line.js';
import { redactionLine } from './redaction-line.js';
import { cutSpans, type SpanLine } from './span-lines.js';

interface HeaderOptions {
  readonly width: number;
  /** Rows of the whole view: with few of them the header says less. */
  readonly rows: number;
  readonly theme: Theme;
  readonly now: number;
}

const ROOMY_ROWS = 18;
const TIGHT_ROWS = 9;
const NARROW = 56;
/** Here a run that goes on needs no word. */
const TINY = 30;

/** Everything above the content: who does what, the budget, the amounts, what was replaced, how far it has come. */
export function headerLines(state: LiveState, options: HeaderOptions): readonly SpanLine[] {
  const { width, rows, theme } = options;
  const gauge = { budget: state.budget, phase: state.phase, width, theme };
  if (rows < TIGHT_ROWS) {
    return [titleLine(state, options), shortBudgetGauge(gauge)];
  }
  const isWide = width >= NARROW;
  const isRoomy = rows >= ROOMY_ROWS && isWide;
  return [
    titleLine(state, options),
    idLine(state, isWide, theme),
    ...(isRoomy ? budgetGauge(gauge) : [shortBudgetGauge(gauge)]),
    amountLine(state, isWide, options),
    ...redactionLine(state.redactions, { width, isRoomy }),
    ...progressLine(state, options),
    ...errorLine(state),
  ].map((line) => cutSpans(line, width, theme.glyphs));
}

function titleLine(state: LiveState, { width, theme, now }: HeaderOptions): SpanLine {
  const { capabilityId, principalId } = state.about;
  const isWide = width >= NARROW;
  const elapsed = clock((state.endedAt ?? now) - state.startedAt);
  const end: readonly Span[] = [stateSpan(state, width, theme), { text: `  ${elapsed}` }];
  const name: Span = { text: terminalSafeLine(capabilityId), role: 'strong' };
  const who: readonly Span[] = [{ text: ' as ', role: 'faint' }, { text: terminalSafeLine(principalId) }];
  return justified(isWide ? [name, ...who] : [name], end, { width, theme });
}

/** What stays of the head when the view goes: who did what, for how long and how fast, and the ids. */
export function leftHeader(state: LiveState, options: HeaderOptions): readonly SpanLine[] {
  const { width, theme } = options;
  const rates = ratesOf(state.samples);
  const parts = [
    ...(state.actionId === undefined ? [] : [`action ${state.actionId}`]),
    ...(state.handleId === undefined ? [] : [`handle ${state.handleId}`]),
    ...(rates === undefined ? [] : rateTexts(rates, state.usage.rows > 0)),
  ];
  const ids = partLines(parts, ` ${theme.glyphs.dot} `, width);
  return [titleLine(state, options), ...ids.map((text): SpanLine => [{ text, role: 'faint' }])];
}

/** As many parts in each line as fit it; only one that is wider than a line is broken. */
function partLines(parts: readonly string[], between: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : `${last}${between}${part}`;
    if (last !== undefined && displayWidth(joined) <= width) {
      lines[lines.length - 1] = joined;
    } else {
      lines.push(part);
    }
  }
  return lines.flatMap((line) => wrapText(line, width));
}

/** A start and an end of a line; where there is too little room the start is cut. */
export function justified(
  start: SpanLine,
  end: SpanLine,
  { width, theme }: Pick<HeaderOptions, 'width' | 'theme'>,
): SpanLine {
  const room = Math.max(0, width - spansWidth(end) - 1);
  const cut = cutSpans(start, room, theme.glyphs);
  return cutSpans([...cut, { text: ' '.repeat(room - spansWidth(cut) + 1) }, ...end], width, theme.glyphs);
}

function stateSpan(state: LiveState, width: number, { glyphs }: Theme): Span {
  const isWide = width >= NARROW;
  const isTiny = width < TINY;
  if (state.status !== undefined) {
    const isGood = state.status === 'completed' && state.badExit === undefined;
    const words = state.status === 'completed' ? (state.badExit ?? state.status) : state.status;
    return { text: `${isGood ? glyphs.check : glyphs.cross} ${words}`, role: isGood ? 'good' : 'bad' };
  }
  if (state.isCancelling) {
    return { text: `${glyphs.cross} cancelling`, role: 'warn' };
  }
  if (state.held !== undefined) {
    return { text: `${glyphs.pause} ${isWide ? 'running, view held' : 'held'}`, role: 'warn' };
  }
  return { text: isTiny ? glyphs.bullet : `${glyphs.bullet} running`, role: 'good' };
}

/** `0:07`, `12:34`, `1:02:03`. */
function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${minutes}:${twoDigits(seconds % 60)}`;
}

function idLine(state: LiveState, isWide: boolean, { glyphs }: Theme): SpanLine {
  const { actionId, handleId, handle } = state;
  const action =
    actionId === undefined || !isWide ? [] : [label('action '), { text: actionId }, label(` ${glyphs.dot} `)];
  if (handleId === undefined) {
    const isOver = state.hasFrames || state.status !== undefined;
    return [...action, { text: isOver ? 'nothing is kept' : 'no handle yet', role: 'faint' }];
  }
  const handleState = handle?.state ?? 'open';
  const role: Role = handleState === 'partial' ? 'warn' : 'plain';
  return [...action, label('handle '), { text: handleId }, { text: ` ${handleState}`, role }];
}

/** An amount is there as a whole or not at all; the rates give way first. */
function amountLine(state: LiveState, isWide: boolean, { width, theme }: HeaderOptions): SpanLine {
  const { usage } = state;
  const rates = ratesOf(state.samples);
  const hasRows = usage.rows > 0 || state.shownRows > 0;
  const shown = hasRows
    ? `${formatCount(state.shownRows)} shown`
    : `${amountText(state.shownChars, isWide ? 'characters' : 'chars')} shown`;
  const ratesShown = rates === undefined ? [] : rateTexts(rates, hasRows);
  const parts: readonly StatusPart[] = [
    { text: hasRows ? amountText(usage.rows, 'rows') : '', weight: 5 },
    { text: formatBytes(usage.bytes), weight: hasRows ? 3 : 5 },
    { text: shown, weight: 4 },
    ...ratesShown.map((text, index) => ({ text, weight: 2 - index })),
  ];
  const name = label('seen ');
  return [name, { text: fittedParts(parts, width - name.text.length).join(` ${theme.glyphs.dot} `) }];
}

function rateTexts(
  { rows, bytes }: { readonly rows: number; readonly bytes: number },
  hasRows: boolean,
): readonly string[] {
  return [...(hasRows ? [`${amountText(Math.round(rows), 'rows')}/s`] : []), `${formatBytes(bytes)}/s`];
}

/** Why it failed; without a frame the empty pane says it. */
function errorLine({ error, hasFrames }: LiveState): readonly SpanLine[] {
  return error === undefined || !hasFrames
    ? []
    : [[{ text: terminalSafeLine(`${error.code}: ${error.message}`), role: 'bad' }]];
}

function progressLine({ progress }: LiveState, { width, theme }: HeaderOptions): readonly SpanLine[] {
  if (progress?.total === undefined || progress.total <= 0) {
    return [];
  }
  const share = Math.min(1, Math.max(0, progress.done / progress.total));
  const total = formatCount(progress.total);
  const words = (percent: number, done: string): string =>
    width < NARROW ? ` ${percent} %` : ` ${percent} %, ${done} of ${total}`;
  // The bar stays as long as it is while the amounts grow.
  const barWidth = Math.max(0, Math.min(40, width - 'progress '.length - words(100, total).length));
  const filled = Math.round(share * barWidth);
  const { full, empty } = theme.glyphs;
  return [
    [
      label('progress '),
      { text: full.repeat(filled), role: 'accent' },
      { text: empty.repeat(barWidth - filled), role: 'faint' },
      { text: words(Math.floor(share * 100), formatCount(progress.done)) },
    ],
  ];
}

/** The names of the views, the current one in brackets, and what the pane has to say of itself. */
export function tabLine(
  state: LiveState,
  words: string,
  { width, theme }: Pick<HeaderOptions, 'width' | 'theme'>,
): SpanLine {
  const rule = theme.glyphs.horizontal;
  const tabs = LIVE_TABS.flatMap((tab): readonly Span[] => {
    const isCurrent = tab === state.tab;
    return [
      { text: rule, role: 'faint' },
      isCurrent ? { text: `[${tab}]`, role: 'strong' } : { text: ` ${tab} `, role: 'faint' },
    ];
  });
  const said = words === '' ? '' : ` ${words} `;
  const between = Math.max(1, width - spansWidth(tabs) - displayWidth(said) - 1);
  const line: SpanLine = [
    ...tabs,
    { text: rule.repeat(between), role: 'faint' },
    { text: said },
    { text: rule, role: 'faint' },
  ];
  return cutSpans(line, width, theme.glyphs);
}

function label(text: string): Span {
  return { text, role: 'faint' };
}
