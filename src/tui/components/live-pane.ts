import { terminalSafe, terminalSafeLine } from '../../contract/terminal-safe.js';
import type { PaneEntry } from '../state/live.js';
import type { LogEntry } from '../state/live-log.js';
import {
  COLUMN_GAP,
  type Column,
  cellText,
  fitCell,
  learnColumns,
  memberOf,
  type PlacedColumn,
  placeColumns,
} from '../state/pager-columns.js';
import { wrapText } from '../text/wrap.js';
import type { Role, Theme } from '../theme.js';
import type { Span } from './line.js';
import { cutSpans, redactedSpans, type SpanLine } from './span-lines.js';

/** A long text takes at most so many rows, so that others are seen too. */
const MOST_WRAPPED_ROWS = 12;
const NARROW = 56;
const KIND_ROLES: Readonly<Record<string, Role>> = { warning: 'warn', error: 'bad', phase: 'accent', stderr: 'plain' };

interface PaneRoom {
  readonly width: number;
  readonly theme: Theme;
  readonly startedAt: number;
}

/** Draws entries of the live view. It remembers widths of columns, so that nothing jumps, and lines drawn before. */
export interface PaneDrawer {
  /** The head of the table, when there are rows among these entries. */
  readonly head: (entries: readonly PaneEntry[], room: PaneRoom) => readonly SpanLine[];
  readonly lines: (entry: PaneEntry, room: PaneRoom) => readonly SpanLine[];
}

export function createPaneDrawer(): PaneDrawer {
  let columns: readonly Column[] = [];
  let placed: readonly PlacedColumn[] = [];
  let drawn = new WeakMap<PaneEntry, readonly SpanLine[]>();
  let drawnFor: readonly unknown[] = [];

  /** What was drawn holds as long as columns, width and looks stay the same. */
  function prepare({ width, theme }: PaneRoom): void {
    const wanted = [columns, width, theme];
    if (wanted.some((part, index) => part !== drawnFor[index])) {
      drawnFor = wanted;
      drawn = new WeakMap();
      placed = placeColumns(columns, 0, width);
    }
  }

  return {
    head(entries, room) {
      const rows = entries.flatMap((entry) => (entry.type === 'row' && !drawn.has(entry) ? [entry.row] : []));
      columns = learnColumns(columns, rows);
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
  };
}

function headLine(placed: readonly PlacedColumn[], count: number, { width, theme }: PaneRoom): SpanLine {
  const names = placed.map(({ name, room, kind }) => fitCell(terminalSafeLine(name), room, kind === 'num'));
  const hidden = count - placed.length;
  const text = names.join(' '.repeat(COLUMN_GAP));
  const more: readonly Span[] = hidden > 0 ? [{ text: ` +${hidden}`, role: 'faint' }] : [];
  const used = more.reduce((sum, span) => sum + span.text.length, 0);
  const cut = cutSpans([{ text, role: 'faint' }], width - used, theme.glyphs);
  return [...cut, ...more];
}

function draw(entry: PaneEntry, placed: readonly PlacedColumn[], room: PaneRoom): readonly SpanLine[] {
  const { width, theme } = room;
  switch (entry.type) {
    case 'row':
      return [rowLine(entry.row, placed)];
    case 'text':
      return wrapped(
        entry.text,
        entry.channel === '' ? '' : `${terminalSafeLine(entry.channel)} ${theme.glyphs.vertical} `,
        width,
      );
    case 'fact':
      return wrapped(entry.text, `${theme.glyphs.bullet} `, width);
    case 'mark':
      return [markLine(entry.text, room)];
    case 'log':
      return wrapped(entry.text, logLead(entry, room), width, KIND_ROLES[entry.kind]);
  }
}

function rowLine(row: unknown, placed: readonly PlacedColumn[]): SpanLine {
  const spans: Span[] = [];
  let plain = '';
  for (const [index, { name, room, kind }] of placed.entries()) {
    const text = fitCell(cellText(memberOf(row, name), room), room, kind === 'num');
    plain += index === 0 ? '' : ' '.repeat(COLUMN_GAP);
    if (text.includes('[REDACTED')) {
      spans.push({ text: plain }, ...redactedCell(text));
      plain = '';
    } else {
      plain += text;
    }
  }
  return [...spans, { text: plain }];
}

/** A placeholder that was cut is one still. */
function redactedCell(text: string): SpanLine {
  return text.startsWith('[REDACTED:') && !text.includes(']') ? [{ text, role: 'redacted' }] : redactedSpans(text);
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
  return width < NARROW ? `${kind} ` : `${seconds(at - startedAt)} ${kind.padEnd(7)} `;
}

/** Seconds since the start, in a width of its own. */
function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(8);
}
