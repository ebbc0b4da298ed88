import { terminalSafe, terminalSafeLine } from '../../contract/terminal-safe.js';
import type { PaneEntry } from '../state/live.js';
import type { LogEntry } from '../state/live-log.js';
import {
  COLUMN_GAP,
  type Column,
  cellText,
  learnColumns,
  leftFor,
  memberOf,
  type PlacedColumn,
  placeColumns,
  settleColumns,
} from '../state/pager-columns.js';
import { wrapText } from '../text/wrap.js';
import type { Role, Theme } from '../theme.js';
import { cellSpans } from './cell-spans.js';
import { factLines } from './fact-lines.js';
import { type Span, spansWidth } from './line.js';
import { cell, cutSpans, redactedSpans, type SpanLine } from './span-lines.js';

/** A long text takes at most so many rows, so that others are seen too. */
const MOST_WRAPPED_ROWS = 12;
const NARROW = 56;
/** Columns are settled after so many drawings of new rows, a second or more. */
const SETTLED_AFTER = 30;
const KIND_ROLES: Readonly<Record<string, Role>> = {
  warning: 'warn',
  progress: 'plain',
  error: 'bad',
  phase: 'accent',
  stderr: 'plain',
};

interface PaneRoom {
  readonly width: number;
  readonly theme: Theme;
  readonly startedAt: number;
  /** Columns that long facts are moved by. */
  readonly shift?: number;
}

/** Draws entries of the live view. It remembers widths of columns, so that nothing jumps, and lines drawn before. */
export interface PaneDrawer {
  /** The head of the table, when there are rows among these entries. */
  readonly head: (entries: readonly PaneEntry[], room: PaneRoom) => readonly SpanLine[];
  readonly lines: (entry: PaneEntry, room: PaneRoom) => readonly SpanLine[];
  /** The table begins so many columns further on, as far as there are some that are not seen. */
  readonly sideways: (by: 1 | -1) => void;
}

export function createPaneDrawer(): PaneDrawer {
  let columns: readonly Column[] = [];
  let placed: readonly PlacedColumn[] = [];
  let drawn = new WeakMap<PaneEntry, readonly SpanLine[]>();
  let drawnFor: readonly unknown[] = [];
  /** The first column that is seen. */
  let left = 0;
  let width = 0;
  let unsettled = 0;

  /** What was drawn holds as long as columns, width and looks stay the same. */
  function prepare({ width: wide, theme, shift }: PaneRoom): void {
    const wanted = [columns, left, wide, theme, shift];
    if (wanted.some((part, index) => part !== drawnFor[index])) {
      drawnFor = wanted;
      drawn = new WeakMap();
      width = wide;
      left = Math.min(left, farthestLeft());
      placed = placeColumns(columns, left, width);
    }
  }

  /** From here on all the columns there are have room. */
  function farthestLeft(): number {
    return leftFor(columns, { left: 0, index: Math.max(0, columns.length - 1), width });
  }

  /** Columns as wide as rows ask for: at once when they ask for more, later when for less. */
  function sizeColumns(entries: readonly PaneEntry[]): void {
    const rows = entries.flatMap((entry) =>
      entry.type === 'row' ? [{ row: entry.row, isNew: !drawn.has(entry) }] : [],
    );
    const news = rows.filter(({ isNew }) => isNew);
    columns = learnColumns(
      columns,
      news.map(({ row }) => row),
    );
    unsettled += news.length > 0 ? 1 : 0;
    if (unsettled >= SETTLED_AFTER) {
      unsettled = 0;
      columns = settleColumns(
        columns,
        rows.map(({ row }) => row),
      );
    }
  }

  return {
    head(entries, room) {
      sizeColumns(entries);
      prepare(room);
      return entries.some(({ type }) => type === 'row') ? [headLine(placed, columns.length, room)] : [];
    },
    lines(entry, room) {
      prepare(room);
      const known = drawn.get(entry);
      if (known !== undefined) {
        return known;
      }
      const lines = draw(entry, placed, room);
      drawn.set(entry, lines);
      return lines;
    },
    sideways(by) {
      left = Math.max(0, Math.min(left + by, farthestLeft()));
    },
  };
}

/** The names of the columns, and how many there are on either side. */
function headLine(placed: readonly PlacedColumn[], count: number, { width, theme }: PaneRoom): SpanLine {
  const { glyphs } = theme;
  const names = placed.map(({ name, room, kind }) => cell(terminalSafeLine(name), room, glyphs, alignOf(kind)));
  const before = placed[0]?.index ?? 0;
  const after = count - before - placed.length;
  const sides = [
    ...(before > 0 ? [`${glyphs.left} ${before}`] : []),
    ...(after > 0 ? [`${after} ${glyphs.right}`] : []),
  ];
  const more: Span = { text: sides.length === 0 ? '' : ` ${sides.join(' ')}`, role: 'faint' };
  const room = width - spansWidth([more]);
  const shown = cutSpans([{ text: names.join(' '.repeat(COLUMN_GAP)).trimEnd(), role: 'faint' }], room, glyphs);
  return [...shown, { text: ' '.repeat(Math.max(0, sides.length === 0 ? 0 : room - spansWidth(shown))) }, more];
}

function alignOf(kind: PlacedColumn['kind']): 'left' | 'right' {
  return kind === 'num' ? 'right' : 'left';
}

function draw(entry: PaneEntry, placed: readonly PlacedColumn[], room: PaneRoom): readonly SpanLine[] {
  const { width, theme } = room;
  switch (entry.type) {
    case 'row':
      return [rowLine(entry.row, placed, theme)];
    case 'text':
      return wrapped(
        entry.text,
        entry.channel === '' ? '' : `${terminalSafeLine(entry.channel)} ${theme.glyphs.vertical} `,
        width,
      );
    case 'fact':
      return factLines(entry, room);
    case 'batch':
      return [cutSpans([{ text: entry.text, role: 'strong' }], width, theme.glyphs)];
    case 'mark':
      return [markLine(entry.text, room)];
    case 'log':
      return wrapped(logText(entry), logLead(entry, room), width, KIND_ROLES[entry.kind]);
  }
}

function rowLine(row: unknown, placed: readonly PlacedColumn[], { glyphs }: Theme): SpanLine {
  const spans: Span[] = [];
  let plain = '';
  for (const [index, { name, room, kind }] of placed.entries()) {
    plain += index === 0 ? '' : ' '.repeat(COLUMN_GAP);
    for (const span of cellSpans(cellText(memberOf(row, name), room), { room, align: alignOf(kind), glyphs })) {
      if (span.role === undefined) {
        plain += span.text;
      } else {
        spans.push({ text: plain }, span);
        plain = '';
      }
    }
  }
  return [...spans, { text: plain }];
}

/** A text on as many rows as it takes, below its lead. */
function wrapped(text: string, lead: string, width: number, role?: Role): readonly SpanLine[] {
  const room = Math.max(4, width - lead.length);
  const safe = terminalSafe(text.slice(0, room * MOST_WRAPPED_ROWS)).replaceAll('\n', ' ');
  const rest = text.length - room * MOST_WRAPPED_ROWS;
  const rows = wrapText(safe, room).slice(0, MOST_WRAPPED_ROWS);
  const lines = rows.map((row, index): SpanLine => {
    const before = index === 0 ? lead : ' '.repeat(lead.length);
    return before === '' ? redactedSpans(row, role) : [{ text: before, role: 'faint' }, ...redactedSpans(row, role)];
  });
  return rest > 0 ? [...lines, [{ text: `(${rest} more characters)`, role: 'faint' }]] : lines;
}

function markLine(text: string, { width, theme }: PaneRoom): SpanLine {
  const rule = theme.glyphs.horizontal;
  const shown = cutSpans([{ text: `${rule}${rule} ${terminalSafeLine(text)} ` }], width, theme.glyphs)[0]?.text ?? '';
  return [{ text: shown.padEnd(width, rule), role: 'accent' }];
}

/** When and what, where there is room for it beside the text. */
function logLead({ at, kind }: LogEntry, { width, startedAt }: PaneRoom): string {
  return width < NARROW ? `${kind} ` : `${seconds(at - startedAt)} ${kind.padEnd(8)} `;
}

/** Seconds since the start, in a width of its own. */
function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(8);
}

/** The kind stands before it, once. */
function logText({ kind, text }: LogEntry): string {
  return text.startsWith(`${kind} `) ? text.slice(kind.length + 1) : text;
}
