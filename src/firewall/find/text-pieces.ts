/** Larger strings would be large objects, which are slow to make and to collect; beyond Latin-1 a character takes two bytes. */
const MOST_AT_ONCE = 98_304;
const MOST_OF_TWO_BYTES = 32_768;
/** Of text that is held in one byte a character, this is known without a look at it. */
const BEYOND_LATIN1 = /[^\0-\xff]/;

/** How many characters of a piece are scanned at once. */
export function mostAtOnce(piece: string): number {
  return piece.length > MOST_OF_TWO_BYTES && BEYOND_LATIN1.test(piece) ? MOST_OF_TWO_BYTES : MOST_AT_ONCE;
}

/** Moves a place out of the middle of a surrogate pair, and before the first half of one that is not whole yet. */
export function outsidePair(text: string, index: number): number {
  const code = index > 0 ? text.charCodeAt(index - 1) : 0;
  return code >= 0xd800 && code < 0xdc00 ? index - 1 : index;
}
