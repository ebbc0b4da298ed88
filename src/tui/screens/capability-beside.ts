import type { Capability } from '../../contract/capability.js';
import { amountText } from '../../contract/frame-account.js';
import { formatBytes, formatCount, formatTime } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Trace } from '../../contract/trace.js';
import { cutSpans, type SpanLine } from '../components/span-lines.js';
import { argumentFields, type FormField } from '../state/form-fields.js';
import { MOST_RECENT, type RecentTraces } from '../state/recent-traces.js';
import { bar } from '../text/bars.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme.js';
import { OUTCOME_ROLES } from './traces-lines.js';

const MOST_ARGUMENTS = 12;
const MOST_RUNS = 8;
const LONGEST_NAME = 24;
/** Columns of the time, the outcome and all blanks of a run's line. */
const RUN_WORDS = 30;
const LEAST_BAR = 4;
const MOST_BAR = 16;
const MOST_LINES = 2;
const INDENT = '  ';

/** What a capability takes, and how it went of late: beside the list, where there is room. */
export function capabilityBeside(
  capability: Capability,
  recent: Pick<RecentTraces, 'seen' | 'isRead' | 'isCut'>,
  { width, theme }: Beside,
): readonly SpanLine[] {
  const lines = [
    [],
    ...argumentLines(capability, { width, theme }),
    [],
    ...runLines(capability, recent, { width, theme }),
  ];
  return lines.map((line) => cutSpans(line, width, theme.glyphs));
}

interface Beside {
  readonly width: number;
  readonly theme: Theme;
}

interface ArgumentRoom extends Beside {
  readonly name: number;
}

function argumentLines(
  { params, accepts_handles: acceptsHandles }: Capability,
  { width, theme }: Beside,
): readonly SpanLine[] {
  const fields = argumentFields(params, acceptsHandles === true);
  if (fields.length === 0) {
    return [[{ text: 'takes no arguments', role: 'faint' }]];
  }
  const shown = fields.slice(0, MOST_ARGUMENTS);
  const widest = Math.max(...shown.map(({ name }) => terminalSafeLine(name).length));
  const left = fields.length - shown.length;
  return [
    [{ text: 'arguments', role: 'strong' }],
    ...shown.flatMap((field) => argumentRows(field, { name: Math.min(LONGEST_NAME, widest), width, theme })),
    ...(left === 0 ? [] : [[{ text: `  and ${formatCount(left)} more`, role: 'faint' as const }]]),
  ];
}

function argumentRows(field: FormField, { name: room, width, theme }: ArgumentRoom): readonly SpanLine[] {
  const { isRequired, wanted, standard, description } = field;
  const [name = ''] = cutSpans([{ text: terminalSafeLine(field.name) }], room, theme.glyphs).map(({ text }) => text);
  const usual = standard === undefined ? '' : `, ${standard} if not given`;
  const words = `${isRequired ? 'required, ' : ''}${wanted}${usual}${description === '' ? '' : `: ${description}`}`;
  const lines = wrapText(terminalSafeLine(words), width - room - INDENT.length * 2);
  const cut = lines.length > MOST_LINES ? ` ${theme.glyphs.ellipsis}` : '';
  return lines.slice(0, MOST_LINES).map((text, index): SpanLine => {
    const end = index === MOST_LINES - 1 ? cut : '';
    return [
      { text: `${INDENT}${(index === 0 ? name : '').padEnd(room)}${INDENT}`, role: isRequired ? 'strong' : 'plain' },
      { text: `${text}${end}`, role: 'faint' },
    ];
  });
}

function runLines(
  { capability_id: id }: Capability,
  recent: Pick<RecentTraces, 'seen' | 'isRead' | 'isCut'>,
  { width, theme }: Beside,
): readonly SpanLine[] {
  const runs = recent.seen().filter(({ event, capability_id: of }) => event === 'invoke' && of === id);
  if (runs.length === 0) {
    const none = recent.isCut() ? `no run among your last ${formatCount(MOST_RECENT)} actions` : 'no run yet';
    return [[{ text: recent.isRead() ? none : `last runs ${theme.glyphs.ellipsis}`, role: 'faint' }]];
  }
  const shown = runs.slice(0, MOST_RUNS);
  const amounts = shown.map(({ totals }) => amountOf(totals));
  const times = shown.map(({ duration_ms: ms }) => `${formatCount(Math.round(ms))} ms`);
  const longest = Math.max(1, ...shown.map(({ duration_ms: ms }) => ms));
  const widths = { amount: widestOf(amounts), time: widestOf(times) };
  const room = width - RUN_WORDS - widths.amount - widths.time;
  const cells = room < LEAST_BAR ? 0 : Math.min(MOST_BAR, room);
  return [
    [
      { text: 'last runs', role: 'strong' },
      { text: ', UTC', role: 'faint' },
    ],
    ...shown.map(
      ({ started_at: at, outcome, duration_ms: ms }, index): SpanLine => [
        { text: `${INDENT}${formatTime(at).slice(5, 16)}  `, role: 'faint' },
        { text: outcome.padEnd('completed'.length), role: OUTCOME_ROLES[outcome] },
        { text: `  ${amounts[index]?.padStart(widths.amount)}  ${times[index]?.padStart(widths.time)}  ` },
        { text: bar(ms / longest, cells, theme.glyphs), role: 'accent' },
      ],
    ),
  ];
}

/** Texts have no rows. */
function amountOf(totals: Trace['totals']): string {
  if (totals === undefined) {
    return '';
  }
  return totals.rows === 0 ? formatBytes(totals.bytes) : amountText(totals.rows, 'rows');
}

function widestOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}
