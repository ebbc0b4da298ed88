const LEAST = 20;
const WORD = /^[A-Za-z0-9]+$/;
const RUNS = /[A-Z]+|[a-z]+|\d+/g;

/** Whether capitals, small letters and digits take turns as they do by chance, unlike in words and identifiers. */
export function isScattered(value: string): boolean {
  return value.length >= LEAST && WORD.test(value) && (value.match(RUNS) ?? []).length * 5 > value.length * 2;
}
