import { fieldRule } from '../judge/field-names.js';
import { isPostal } from '../judge/field-value.js';
import { isTypeText } from '../judge/no-value-words.js';
import { letterPattern } from '../pattern/letter-pattern.js';

const LONGEST = 100;
const BEGINNING = letterPattern(String.raw`^[\p{L}\d]`);
/** What is written about a field, and the types of columns. */
const ABOUT =
  /^line \d|\b(?:must|should|cannot|can't|characters?|chars?|letters|digits?|required|invalid|please|enter|optional|(?:max|min)(?:imum)?[. ]{1,2}\d|longer|shorter|least|most|columns?|errors?|string|varchar|text|null|length|example)\b|\w\(/i;

/**
 * Whether what a field for nothing but addresses of houses holds is one, in any language: letters and a number, and no
 * word of what is told about such a field.
 */
export function isStatedAddress(value: string): boolean {
  const text = value.trim();
  return (
    text.length <= LONGEST &&
    BEGINNING.test(text) &&
    isPostal(text) &&
    !ABOUT.test(text) &&
    !isTypeText(text) &&
    fieldRule(text) === undefined
  );
}
