import type { CountedRange, CountedRanges, CountedSum, CountedValue, CountedValues } from '../../contract/expansion.js';
import type { ValuesState } from './pager-state.js';

/** What is listed of the counted values: themselves, the most frequent or the greatest sum first, or the ranges they are in. */
export function valueLines({ counted, areRanges, areBySum }: ValuesState): readonly ValueLine[] {
  if (counted === undefined) {
    return [];
  }
  if (areRanges && counted.ranges !== undefined) {
    return rangeLines(counted, counted.ranges);
  }
  const lines = frequentLines(counted);
  return areBySum ? [...lines].sort((left, right) => sumOf(right) - sumOf(left)) : lines;
}

/** Where there are no numbers, last. */
function sumOf({ summed }: ValueLine): number {
  return summed === undefined || summed.numbers === 0 ? -Number.MAX_VALUE : summed.sum;
}

/** One line of the counted values: a value, a range of values, or the rows that have none. */
export interface ValueLine extends Pick<CountedValue, 'rows' | 'missed' | 'form' | 'summed'> {
  readonly value: CountedValue['value'] | undefined;
  readonly range?: CountedRange;
  /** All values that have no place in a range. */
  readonly isRest?: boolean;
}

/** Where they belong among the values stand those rows that have none. */
function frequentLines(counted: CountedValues): readonly ValueLine[] {
  const { values, missing } = counted;
  if (missing === 0) {
    return values;
  }
  const at = values.findIndex(({ rows }) => rows < missing);
  return [...values.slice(0, at === -1 ? undefined : at), missingLine(counted), ...(at === -1 ? [] : values.slice(at))];
}

function rangeLines(
  counted: CountedValues,
  { ranges, others, others_summed: rest }: CountedRanges,
): readonly ValueLine[] {
  return [
    ...ranges.map((range) => ({
      value: `${range.from} to ${range.to}`,
      rows: range.rows,
      range,
      ...summedPart(range.summed),
    })),
    ...(others === 0 ? [] : [{ value: '(other values)', rows: others, isRest: true, ...summedPart(rest) }]),
    ...(counted.missing === 0 ? [] : [missingLine(counted)]),
  ];
}

function missingLine({ missing, missing_summed: summed }: CountedValues): ValueLine {
  return { value: undefined, rows: missing, ...summedPart(summed) };
}

function summedPart(summed: CountedSum | undefined): Pick<ValueLine, 'summed'> {
  return summed === undefined ? {} : { summed };
}
