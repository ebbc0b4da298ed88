/** A date that stands in words of a line. */
export interface WordsDate {
  /** `undefined` where the year is not told: `ls` leaves it out of the last months. */
  readonly sortable: string | undefined;
  readonly words: number;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d?:\d\d(?::\d\d(?:\.\d{1,9})?)?$/;
const ZONE = /^[+-]\d{4}$/;
const DAY = /^\d{1,2}$/;
const YEAR = /^\d{4}$/;

/** `2025-04-12 15:16`, `Apr 12  2025` or `Nov 26 07:21` at a place among the words. */
export function dateAt(words: readonly string[], place: number): WordsDate | undefined {
  const [first = '', second = '', third = ''] = words.slice(place, place + 3);
  if (ISO_DATE.test(first) && TIME.test(second)) {
    return { sortable: `${first} ${second.slice(0, 8)}`, words: ZONE.test(third) ? 3 : 2 };
  }
  const month = MONTHS.indexOf(first) + 1;
  if (month === 0 || !DAY.test(second)) {
    return;
  }
  if (YEAR.test(third)) {
    return { sortable: `${third}-${two(month)}-${second.padStart(2, '0')}`, words: 3 };
  }
  return TIME.test(third) ? { sortable: undefined, words: 3 } : undefined;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
