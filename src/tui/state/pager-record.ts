import { formatCount } from '../../contract/quantities.js';
import { formatCell, formatValue, isRecord } from '../text/cells.js';
import { displayWidth } from '../text/display-width.js';
import { wrapText } from '../text/wrap.js';

/** One line of a row opened as a tree of its fields. */
export interface RecordLine {
  readonly depth: number;
  /** Blanks before the name, and the columns that the names beside it take. */
  readonly indent: number;
  readonly column: number;
  /** Empty where a long value goes on. */
  readonly name: string;
  readonly text: string;
  readonly kind: 'name' | 'text' | 'plain' | 'note';
  /** The field that the line belongs to. */
  readonly path: string;
  readonly value: unknown;
  /** Which line of a long value, from 0. */
  readonly part: number;
  /** It has members, which may be folded away. */
  readonly isNested?: true;
}

/** Which nested values are closed: all or none, but for those named. */
export interface Folds {
  readonly areClosed: boolean;
  readonly others: ReadonlySet<string>;
}

export const ALL_OPEN: Folds = { areClosed: false, others: new Set() };
export const ALL_CLOSED: Folds = { areClosed: true, others: new Set() };

export function isClosed({ areClosed, others }: Folds, path: string): boolean {
  return areClosed !== others.has(path);
}

const DEEPEST = 32;
const MOST_LINES = 20_000;
/** Of one value; the command line shows the rest. */
const MOST_CHARS = 100_000;
const MOST_NAME = 24;
const MOST_NAMES = 200;
export const NAME_GAP = 2;

/** All fields of a row, nested ones indented unless they are closed, long values wrapped to the width. */
export function recordLines(row: unknown, width: number, folds: Folds = ALL_OPEN): readonly RecordLine[] {
  const lines: RecordLine[] = [];
  const members = membersOf(row);
  if (members === undefined) {
    addValue(lines, { name: '', path: '', depth: 0, indent: 0, column: 0, value: row }, width);
  } else {
    addMembers(lines, members, { path: '', depth: 0, width, folds });
  }
  return lines;
}

interface Place {
  readonly path: string;
  readonly depth: number;
  readonly width: number;
  readonly folds: Folds;
}

type Member = readonly [name: string, value: unknown];

function addMembers(lines: RecordLine[], members: readonly Member[], { path, depth, width, folds }: Place): void {
  const widest = Math.max(0, ...members.slice(0, MOST_NAMES).map(([name]) => displayWidth(formatCell(name))));
  const column = Math.min(MOST_NAME, Math.floor(width / 2), widest);
  const indent = Math.min(depth * 2, Math.floor(width / 3));
  for (const [name, value] of members) {
    if (lines.length >= MOST_LINES) {
      return;
    }
    const here = { name, path: path === '' ? name : `${path}.${name}`, depth, indent, column, value };
    const inner = depth < DEEPEST ? membersOf(value) : undefined;
    if (inner === undefined || inner.length === 0) {
      addValue(lines, here, width);
    } else if (isClosed(folds, here.path)) {
      const text = `+ ${closedText(value, inner.length)}`;
      lines.push({ ...here, name: formatCell(name), text, kind: 'note', part: 0, isNested: true });
    } else {
      lines.push({ ...here, name: formatCell(name), text: sizeOf(value), kind: 'name', part: 0, isNested: true });
      addMembers(lines, inner, { path: here.path, depth: depth + 1, width, folds });
    }
  }
}

function membersOf(value: unknown): readonly Member[] | undefined {
  if (Array.isArray(value)) {
    return value.map((item, index): Member => [String(index), item]);
  }
  return isRecord(value) ? Object.entries(value) : undefined;
}

function closedText(value: unknown, count: number): string {
  return Array.isArray(value) ? sizeOf(value) : `${count} ${count === 1 ? 'field' : 'fields'}`;
}

function sizeOf(value: unknown): string {
  return Array.isArray(value) ? `list of ${value.length}` : '';
}

interface Field {
  readonly name: string;
  readonly path: string;
  readonly depth: number;
  readonly indent: number;
  readonly column: number;
  readonly value: unknown;
}

function addValue(lines: RecordLine[], { name, value, ...place }: Field, width: number): void {
  const room = Math.max(2, width - place.indent - (place.column === 0 ? 0 : place.column + NAME_GAP));
  const whole = typeof value === 'string' ? value.replace(/\n$/, '') : (JSON.stringify(value) ?? '');
  const text = formatValue(whole.slice(0, MOST_CHARS));
  const kind = typeof value === 'string' ? 'text' : 'plain';
  const parts = wrapText(text, room);
  for (const [part, shown] of parts.entries()) {
    lines.push({ ...place, name: part === 0 ? formatCell(name) : '', text: shown, kind, value, part });
  }
  if (whole.length > MOST_CHARS) {
    const more = `${formatCount(whole.length - MOST_CHARS)} characters more: akernel expand value`;
    lines.push({ ...place, name: '', text: more, kind: 'note', value, part: parts.length });
  }
}
