import type { Field } from './field.js';
import { numberFigures } from './numbers.js';

/** How many texts are numbers like all others of the field: none when there is a text that is no number. */
export function countWritten({ numbers, strings, written }: Field): number {
  const { count } = numberFigures(written);
  return count === strings.count && numberFigures(numbers).count > 0 ? count : 0;
}

/** How many numbers without a form in JSON there are: among texts that are no numbers, such a word is a word. */
export function countNotFinite({ numbers, strings, notFinite }: Field): number {
  const { count, notFinite: infinite } = numberFigures(numbers);
  const isNumeric = count + infinite > 0 || strings.count === 0;
  return isNumeric ? infinite + total(notFinite) : 0;
}

/** The same words where they are words. */
export function wordsNotFinite(field: Field): ReadonlyMap<string, number> {
  return countNotFinite(field) > 0 ? new Map() : field.notFinite;
}

export function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
