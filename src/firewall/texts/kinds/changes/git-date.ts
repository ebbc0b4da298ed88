const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const ISO_DAY = /^\d{4}-\d\d-\d\d/;
const DAY = /^\d{1,2}$/;
const YEAR = /^\d{4}$/;

/** The day of `Sat Jun 8 16:39:28 2024 +0000` or `2024-06-08 16:39:28 +0000` as `2024-06-08`. */
export function dayOf(text: string): string | undefined {
  const words = text.split(' ').filter((word) => word !== '');
  const [first = '', second = '', day = '', , year = ''] = words;
  const iso = ISO_DAY.exec(first)?.[0];
  const month = MONTHS.indexOf(second) + 1;
  const isTold = month > 0 && DAY.test(day) && YEAR.test(year);
  return iso ?? (isTold ? `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}` : undefined);
}

/** The first and the last of many days. */
export interface Days {
  readonly add: (day: string | undefined) => void;
  readonly text: () => string | undefined;
}

export function createDays(): Days {
  let first: string | undefined;
  let last: string | undefined;
  return {
    add(day) {
      if (day !== undefined) {
        first = first === undefined || day < first ? day : first;
        last = last === undefined || day > last ? day : last;
      }
    },
    text: () => (first === undefined ? undefined : first === last ? `of ${first}` : `${first} to ${last}`),
  };
}
