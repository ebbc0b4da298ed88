import type { CountedSum } from '../../contract/expansion.js';
import { formatCount } from '../../contract/quantities.js';
import { cellSpans } from '../components/cell-spans.js';
import { spansWidth } from '../components/line.js';
import { cell, type SpanLine } from '../components/span-lines.js';
import { areUnique, type PagerState, type ValuesState } from '../state/pager-state.js';
import { percent } from '../state/status-words.js';
import { type ValueLine, valueLines } from '../state/value-lines.js';
import { windowOf } from '../state/window-of.js';
import { bar } from '../text/bars.js';
import { formatCell } from '../text/cells.js';
import { numberText } from '../text/number-text.js';
import { shortWidth } from '../text/short-marks.js';
import type { Theme } from '../theme.js';

interface Room {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
}

/** 0: there is no room for it, or nothing to be told. */
interface Sizes {
  readonly value: number;
  readonly rows: number;
  readonly share: number;
  readonly sum: number;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  readonly bar: number;
}

const MARK = 2;
const GAP = 2;
const PERCENT = 7;
const WIDEST_VALUE = 60;
const WIDEST_BAR = 50;
const LEAST_BAR = 4;
/** What a value keeps beside sums. */
const LEAST_VALUE = 10;

/** The values of a column with how often each comes, in numbers and as a bar, and sums of another one beside them. */
export function valuesLines({ values }: PagerState, room: Room): readonly SpanLine[] {
  if (values === undefined) {
    return [];
  }
  const lines = valueLines(values);
  if (lines.length === 0) {
    return [[{ text: values.status === 'running' ? 'counting' : 'there are no values', role: 'faint' }]];
  }
  const top = windowOf(values.cursor, lines.length, room.height - 1, values.top);
  const shown = lines.slice(top, top + room.height - 1);
  const sizes = sizesOf(shown, lines, room.width);
  const all = values.counted?.rows ?? 0;
  const most = fullBar(values, lines);
  const { glyphs } = room.theme;
  return [
    [{ text: headText(values.field, sizes, glyphs), role: 'strong' }],
    ...shown.map((line, index) =>
      lineOf(line, { sizes, all, most, theme: room.theme, isCurrent: top + index === values.cursor }),
    ),
  ];
}

function headText(field: string, sizes: Sizes, glyphs: Theme['glyphs']): string {
  const name = `${' '.repeat(MARK)}${cell(formatCell(field), sizes.value, glyphs)}`;
  const rows = `${' '.repeat(GAP)}${cell('rows', sizes.rows, glyphs, 'right')}${' '.repeat(sizes.share)}`;
  return `${name}${rows}${besides('sum', sizes.sum, glyphs)}${besides('mean', sizes.mean, glyphs)}${besides('least', sizes.least, glyphs)}${besides('most', sizes.most, glyphs)}`;
}

/** How many rows the longest bar would stand for; undefined where bars would show nothing. */
function fullBar(values: ValuesState, lines: readonly ValueLine[]): number | undefined {
  const all = values.counted?.rows ?? 0;
  const most = Math.max(1, ...lines.map(({ rows }) => rows));
  if (!values.areRanges && areUnique(values)) {
    return undefined;
  }
  return most < all * LEAST_SHARE ? all : most;
}

/** A full bar beside less would look like much. */
const LEAST_SHARE = 0.01;

/** A part of all rows: none of them is told as `0 %`. */
function shareText(share: number): string {
  return share > 0 && share < 0.0001 ? '<0.01 %' : percent(share * 100);
}

function sizesOf(shown: readonly ValueLine[], all: readonly ValueLine[], width: number): Sizes {
  const first = all.reduce<ValueLine>((left, right) => (right.rows > left.rows ? right : left), NO_LINE);
  const rows = Math.max('rows'.length, rowsText(first).length + 1);
  const isSumming = all.some(({ summed }) => summed !== undefined);
  const sum = isSumming ? GAP + widestOf('sum', all.map(sumText)) : 0;
  const mean = isSumming ? GAP + widestOf('mean', all.map(meanText)) : 0;
  const least = isSumming ? GAP + widestOf('least', all.map(leastText)) : 0;
  const most = isSumming ? GAP + widestOf('most', all.map(mostText)) : 0;
  const room = width - MARK - rows - 2 * GAP - sum;
  const share = isSumming && room - PERCENT < LEAST_VALUE ? 0 : PERCENT;
  const hasMean = room - share - mean >= LEAST_VALUE;
  const hasExtremes = room - share - mean - least - most >= LEAST_VALUE;
  const left = room - share - (hasMean ? mean : 0) - (hasExtremes ? least + most : 0);
  const widest = Math.max(8, ...shown.map((line) => shortWidth(valueText(line))));
  const value = Math.max(4, Math.min(widest, WIDEST_VALUE, left - (left > 30 ? LEAST_BAR + GAP + 6 : 0)));
  const bar = Math.min(WIDEST_BAR, left - value - GAP);
  return {
    value,
    rows,
    share: share === 0 ? 0 : share + 1,
    sum,
    mean: hasMean ? mean : 0,
    ...(hasExtremes ? { least, most } : { least: 0, most: 0 }),
    bar,
  };
}

function widestOf(head: string, texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), head.length);
}

const sumText = (line: ValueLine): string => summedText(line, ({ sum }) => sum);
const meanText = (line: ValueLine): string => summedText(line, ({ sum, numbers }) => sum / numbers);
const leastText = (line: ValueLine): string => summedText(line, ({ least }) => least);
const mostText = (line: ValueLine): string => summedText(line, ({ most }) => most);

/** Of rows that were not counted from the first one on, it is told of those that were. */
function summedText({ summed, missed }: ValueLine, numberOf: (summed: CountedSum) => number | undefined): string {
  const number = summed === undefined || summed.numbers === 0 ? undefined : numberOf(summed);
  return number === undefined ? '-' : `${missed === undefined ? '' : '~'}${numberText(number)}`;
}

/** A column on the right of others. */
function besides(text: string, width: number, glyphs: Theme['glyphs']): string {
  return width === 0 ? '' : `${' '.repeat(GAP)}${cell(text, width - GAP, glyphs, 'right')}`;
}

const NO_LINE: ValueLine = { value: undefined, rows: 0 };

function rowsText({ rows, missed }: ValueLine): string {
  return `${missed === undefined ? '' : '>'}${formatCount(rows)}`;
}

/** A text stands as it is, unless it could be taken for something else. */
function valueText({ value, form }: ValueLine): string {
  if (value === undefined) {
    return '(no such field)';
  }
  if (typeof value !== 'string' || form === 'json') {
    return formatCell(value);
  }
  return value.trim() === '' ? JSON.stringify(value) : formatCell(value.replace(/\n$/, ''));
}

interface LineLook {
  readonly sizes: Sizes;
  readonly all: number;
  readonly most: number | undefined;
  readonly theme: Theme;
  readonly isCurrent: boolean;
}

function lineOf(line: ValueLine, { sizes, all, most, theme, isCurrent }: LineLook): SpanLine {
  const { glyphs } = theme;
  const isPlain = typeof line.value === 'string' && line.form === undefined && line.isRest !== true;
  const spans = cellSpans(valueText(line), { room: sizes.value, align: 'left', glyphs }, isPlain ? undefined : 'faint');
  const value = isCurrent ? spans.map(({ text }) => ({ text, role: 'selected' as const })) : spans;
  const part = cell(shareText(all === 0 ? 0 : line.rows / all), PERCENT, glyphs, 'right');
  const drawn = sizes.bar < LEAST_BAR || most === undefined ? '' : bar(line.rows / most, sizes.bar, glyphs);
  return [
    { text: isCurrent ? '> ' : '  ', role: 'accent' },
    ...value,
    { text: ' '.repeat(Math.max(0, sizes.value - spansWidth(spans)) + GAP) },
    { text: cell(rowsText(line), sizes.rows, glyphs, 'right'), role: isCurrent ? 'strong' : 'plain' },
    { text: sizes.share === 0 ? '' : ` ${part}`, role: 'faint' },
    { text: besides(sumText(line), sizes.sum, glyphs) },
    { text: besides(meanText(line), sizes.mean, glyphs), role: 'faint' },
    { text: besides(leastText(line), sizes.least, glyphs), role: 'faint' },
    { text: besides(mostText(line), sizes.most, glyphs), role: 'faint' },
    { text: drawn === '' ? '' : `${' '.repeat(GAP)}${drawn}`, role: 'accent' },
  ];
}
