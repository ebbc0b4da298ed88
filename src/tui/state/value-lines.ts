import type { CountedValue } from '../../contract/expansion.js';
import type { ValuesState } from './pager-state.js';

/** The counted values, the most frequent first, and where they belong among them those rows that have none. */
export function valueLines({ counted }: ValuesState): readonly ValueLine[] {
  if (counted === undefined) {
    return [];
  }
  const { values, missing } = counted;
  if (missing === 0) {
    return values;
  }
  const at = values.findIndex(({ rows }) => rows < missing);
  return values.toSpliced(at === -1 ? values.length : at, 0, { value: undefined, rows: missing } as never);
}

/** One line of the counted values: a value, or the rows that have none. */
export type ValueLine = Omit<CountedValue, 'value'> & { readonly value: CountedValue['value'] | undefined };
