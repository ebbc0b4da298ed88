import type { CountedRange, CountedRanges, CountedValue, CountedValues } from '../../contract/expansion.js';
import type { ValuesState } from './pager-state.js';

/** What is listed of the counted values: themselves, the most frequent first, or the ranges they are in. */
export function valueLines({ counted, areRanges }: ValuesState): readonly ValueLine[] {
  if (counted === undefined) {
    return [];
  }
  return areRanges && counted.ranges !== undefined ? rangeLines(counted, counted.ranges) : frequentLines(counted);
}

/** One line of the counted values: a value, a range of values, or the rows that have none. */
export interface ValueLine extends Pick<CountedValue, 'rows' | 'missed' | 'form'> {
  readonly value: CountedValue['value'] | undefined;
  readonly range?: CountedRange;
  /** All values that have no place in a range. */
  readonly isRest?: boolean;
}

/** Where they belong among the values stand those rows that have none. */
function frequentLines({ values, missing }: CountedValues): readonly ValueLine[] {
  if (missing === 0) {
    return values;
  }
  const at = values.findIndex(({ rows }) => rows < missing);
  return [...values.slice(0, at === -1 ? undefined : at), missingLine(missing), ...(at === -1 ? [] : values.slice(at))];
}

function rangeLines({ missing }: CountedValues, { ranges, others }: CountedRanges): readonly ValueLine[] {
  return [
    ...ranges.map((range) => ({ value: `${range.from} to ${range.to}`, rows: range.rows, range })),
    ...(others === 0 ? [] : [{ value: '(other values)', rows: others, isRest: true }]),
    ...(missing === 0 ? [] : [missingLine(missing)]),
  ];
}

function missingLine(rows: number): ValueLine {
  return { value: undefined, rows };
}
