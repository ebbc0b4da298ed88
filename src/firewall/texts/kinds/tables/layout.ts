import type { Form } from './form.js';
import { separatedLayout } from './separated-layout.js';

/** A form, and the place of its header among the lines. */
export interface Layout extends Form {
  readonly headerAt: number;
}

interface Span {
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
}

const FEWEST_ROWS = 5;
const FEWEST_COLUMNS = 3;
const MOST_COLUMNS = 40;
const MOST_BEFORE = 8;
const FIT_PERCENT = 85;
const FEWEST_CAPITALS = 70;
const FEWEST_NUMBERS = 2;
const MOST_BLANK = 60;
export const RULER = /^[-=+| ]{3,240}$/;
/** `--  ------  -----` below names of any form, as `sqlite3 -column` writes. */
const COLUMN_RULER = /^-{2,60}(?: {1,4}-{2,60}){2,40} {0,60}$/;
const NAME = /^(?:[A-Z%#]|\d{1,4}[A-Z])[\w%#()/:.+-]{0,30}$/;
/** `dpkg -l` writes a row of bars before the names of its columns. */
const BARS = '||/';

/** `apt list` names no columns: `zstd/stable,now 1.5.4 amd64 [installed]`. */
const PACKAGES_HEADER = 'Listing...';
const PACKAGES: Form = {
  columns: ['package', 'version', 'architecture', 'state'],
  cellsOf(text) {
    const [name = '', version = '', architecture = '', ...state] = text.split(' ');
    return name.includes('/') && architecture !== '' ? [name, version, architecture, state.join(' ')] : undefined;
  },
};

/** A table that is aligned by blanks below a header, or separated by commas, tabs or semicolons; undefined for anything else. */
export function findLayout(lines: readonly string[]): Layout | undefined {
  for (let headerAt = 0; headerAt < Math.min(MOST_BEFORE, lines.length - FEWEST_ROWS); headerAt += 1) {
    const behind = lines.slice(headerAt + 1);
    const next = behind.findIndex(isHeader);
    const found =
      layoutAt(lines[headerAt] ?? '', behind) ??
      (next > 0 ? layoutAt(lines[headerAt] ?? '', behind.slice(0, next)) : undefined);
    if (found !== undefined) {
      return { ...found, headerAt };
    }
  }
  return;
}

function layoutAt(header: string, behind: readonly string[]): Form | undefined {
  const rows = behind.filter((text) => !RULER.test(text));
  const isNamed = isHeader(header) || COLUMN_RULER.test(behind[0] ?? '');
  const made = layoutOf(header, rows, isNamed);
  const fitting = made === undefined ? 0 : rows.filter((text) => made.cellsOf(text) !== undefined).length;
  return fitting >= FEWEST_ROWS && fitting * 100 >= rows.length * FIT_PERCENT ? made : undefined;
}

/** Names that begin with capitals, at least two of them further apart than words of a sentence. */
export function isHeader(text: string): boolean {
  const words = text.split(' ').filter((word) => word !== '');
  const names = words.filter((word) => NAME.test(word) || word === BARS).length;
  return words.length >= FEWEST_COLUMNS && text.trim().includes('  ') && names * 100 >= words.length * FEWEST_CAPITALS;
}

function layoutOf(header: string, rows: readonly string[], isNamed: boolean): Form | undefined {
  if (header === PACKAGES_HEADER) {
    return PACKAGES;
  }
  return isNamed ? alignedLayout(header, rows) : separatedLayout(header);
}

/** Where a few rows have values that are too wide, the others tell where the columns are. */
function alignedLayout(header: string, rows: readonly string[]): Form | undefined {
  const straight = straightRows(header, rows);
  return columnsOf(header, rows) ?? (straight.length < rows.length ? columnsOf(header, straight) : undefined);
}

function columnsOf(header: string, rows: readonly string[]): Form | undefined {
  if (rows.length < FEWEST_ROWS) {
    return;
  }
  const spans = spansOf(header, rows);
  const columns = spans.map(({ start, end }, index) =>
    header.slice(start, index === spans.length - 1 ? undefined : end).trim(),
  );
  const isTable =
    columns.length >= FEWEST_COLUMNS &&
    columns.length <= MOST_COLUMNS &&
    new Set(columns).size === columns.length &&
    spans.slice(0, -1).every((span) => isAligned(span, header, rows));
  if (!isTable) {
    return;
  }
  const wordsOf = wordLayout(rows, spans);
  return { columns, cellsOf: (text) => wordsOf?.(text) ?? cut(text, spans) };
}

/** The rows that are blank wherever the header and most rows are, up to the last name. */
function straightRows(header: string, rows: readonly string[]): readonly string[] {
  const gaps = Array.from({ length: header.trimEnd().length }, (_, at) => at).filter(
    (at) =>
      isBlankAt(header, at) && rows.filter((text) => isBlankAt(text, at)).length * 100 >= rows.length * MOST_BLANK,
  );
  return rows.filter((text) => gaps.every((at) => isBlankAt(text, at)));
}

/** Where each cell but the last is one word and some are numbers, a wide value may push those behind it to the right, as in `ps`. */
function wordLayout(rows: readonly string[], spans: readonly Span[]): Form['cellsOf'] | undefined {
  const cells = rows.map((text) => cut(text, spans)).filter((row) => row !== undefined);
  const isOfWords = cells.every((row) => row.slice(0, -1).every((cell) => cell !== '' && !cell.includes(' ')));
  const numbers = spans.flatMap((_span, index) => (cells.every((row) => isNumber(row[index])) ? [index] : []));
  return isOfWords && numbers.length >= FEWEST_NUMBERS
    ? (text) => {
        const row = firstWords(text, spans.length);
        return row !== undefined && numbers.every((index) => isNumber(row[index])) ? row : undefined;
      }
    : undefined;
}

function isNumber(cell: string | undefined): boolean {
  return cell !== undefined && cell !== '' && Number.isFinite(Number(cell));
}

/** The last of them is what remains. */
function firstWords(text: string, count: number): readonly string[] | undefined {
  const cells: string[] = [];
  let rest = text.trim();
  while (cells.length < count - 1) {
    const end = rest.indexOf(' ');
    if (end < 0) {
      return;
    }
    cells.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...cells, rest];
}

/** Stretches between places where every line is blank; one without a name belongs to the one before it. */
function spansOf(header: string, rows: readonly string[]): readonly Span[] {
  const width = Math.max(header.length, ...rows.map(({ length }) => length));
  const spans: Span[] = [];
  let start: number | undefined;
  for (let at = 0; at <= width; at += 1) {
    const isGap = at === width || [header, ...rows].every((text) => isBlankAt(text, at));
    if (!isGap) {
      start ??= at;
    } else if (start !== undefined) {
      const last = spans.at(-1);
      if (header.slice(start, at).trim() === '' && last !== undefined) {
        spans[spans.length - 1] = { start: last.start, end: at };
      } else {
        spans.push({ start, end: at });
      }
      start = undefined;
    }
  }
  return spans;
}

function isBlankAt(text: string, at: number): boolean {
  const code = at < text.length ? text.charCodeAt(at) : 0x20;
  return code === 0x20;
}

/** The name begins or ends where its cells do, by a character (`ss`), or reaches over all of them. */
function isAligned({ start, end }: Span, header: string, rows: readonly string[]): boolean {
  const edges = (texts: readonly string[]): readonly [number, number] => {
    const cells = texts.map((text) => text.slice(start, end)).filter((cell) => cell.trim() !== '');
    return [
      Math.min(...cells.map((cell) => cell.length - cell.trimStart().length)),
      Math.max(...cells.map((cell) => cell.trimEnd().length)),
    ];
  };
  const [from, to] = edges([header]);
  const [first, last] = edges(rows);
  return from === first || Math.abs(to - last) <= 1 || (from <= first && to >= last);
}

/** Cells at their places; undefined where one reaches over into the next. */
function cut(text: string, spans: readonly Span[]): readonly string[] | undefined {
  const cells: string[] = [];
  let from = 0;
  for (const [index, { end }] of spans.entries()) {
    const next = spans[index + 1];
    const gap = next === undefined ? text.length : gapIn(text, end, next.start);
    if (gap === undefined) {
      return;
    }
    cells.push(text.slice(from, gap).trim());
    from = gap;
  }
  const filled = cells.filter((cell) => cell !== '').length;
  return filled >= 2 && filled * 2 >= cells.length ? cells : undefined;
}

function gapIn(text: string, from: number, to: number): number | undefined {
  for (let at = to - 1; at >= from; at -= 1) {
    if (isBlankAt(text, at)) {
      return at;
    }
  }
  return;
}
