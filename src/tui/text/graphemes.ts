/** What a person takes for one character, and where in the text it begins. */
export interface Grapheme {
  readonly segment: string;
  readonly index: number;
}

/**
 * Characters that stand for themselves beside each other: controls but the return, Latin letters, quotes, arrows, signs of
 * mathematics, box drawing, blocks and Braille. All that join others (marks, joiners, jamo, flags) are elsewhere.
 */
const NONE_JOIN = /^[\0-\f\x0e-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u23ff\u2500-\u25ff\u2800-\u28ff]*$/;

let segmenter: Intl.Segmenter | undefined;

/**
 * The graphemes of a text in their order. Our own lines are mostly made of characters that join nothing: they do without
 * `Intl.Segmenter`, which takes 15 ms to begin with. The build has Ink ask here too.
 */
export function segment(text: string): Iterable<Grapheme> {
  if (NONE_JOIN.test(text)) {
    return Array.from({ length: text.length }, (_, index) => ({ segment: text.charAt(index), index }));
  }
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}
