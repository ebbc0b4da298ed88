import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { MAX_LOCAL } from '../lex/login.js';
import { isPlaceholderAt, plainForm } from '../lex/placeholder.js';
import { whileKind } from '../lex/take-while.js';
import { isHiddenAt } from '../numbers/disguises.js';
import { isKind, KIND } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { createInnerScan } from '../scan/inner-scan.js';
import { HIDDEN_CHARACTER } from '../scan/literals.js';

const NAME = 'hidden-characters';
/** Of what was found last, as placeholders name it. */
const SECRET = /(?:key|token|secret|password|jwt|authorization|webhook|pat)$/;
const TYPE = 'secret';
const MIN_LENGTH = 16;
const MAX_WORD = 512;

/** Words with characters without width in them that are keys without these; names and addresses may have them anyway. */
export function createHiddenCharacters(
  detectors: () => readonly Detector[],
  isAllowed?: (text: string) => boolean,
): Detector {
  const find = createInnerScan(
    () => detectors().filter(({ name, group }) => group === 'secret' && name !== NAME && name !== 'assignment'),
    isAllowed,
  );
  return {
    name: NAME,
    group: 'secret',
    validates: 'another detector finds something in the word without them',
    source: 'Unicode Standard Annex 9, Unicode Technical Report 36',
    literals: [HIDDEN_CHARACTER],
    match: (window, start, end) => {
      const { text } = window;
      const from = wordStart(window, start, end);
      if (from === start) {
        return restOf(window, start, end);
      }
      const stop = window.run(KIND.local, end, end + MAX_WORD);
      if (isPlaceholderAt(window, stop, from) || stop - from < MIN_LENGTH) {
        return undefined;
      }
      const type = find(plainForm(text.slice(from, stop)))?.type;
      if (type === undefined) {
        return undefined;
      }
      return stop < end + MAX_WORD
        ? found(from, stop, type)
        : { kind: 'open', start: from, type, sampleEnd: stop, swallow: whileKind(KIND.local) };
    },
  };
}

/** What such a character parts from a secret that was found before it, whatever it is. */
function restOf(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor, recent } = window;
  if (start !== floor || !SECRET.test(recent[0] ?? '')) {
    return undefined;
  }
  const limit = end + MAX_WORD;
  const stop = searched(window, window.run(KIND.local, end, limit), limit);
  if (stop === limit) {
    return { kind: 'open', start, type: TYPE, sampleEnd: stop, swallow: whileKind(KIND.local) };
  }
  // A full stop at its end belongs to the sentence.
  let last = stop;
  while (last > end && !isKind(text, last - 1, KIND.alphanumeric)) {
    last -= 1;
  }
  return last > end ? found(start, last, TYPE) : undefined;
}

/** Where the word around a hidden character begins, if that is its first one; otherwise there is nothing to look at. */
function wordStart({ text, floor }: Window, start: number, end: number): number {
  const isInWord = isKind(text, start - 1, KIND.dotted) && (end === text.length || isKind(text, end, KIND.dotted));
  if (start <= floor || !isInWord) {
    return start;
  }
  // The character itself is among those that are held.
  const lowest = Math.max(floor, start - MAX_LOCAL + 1);
  let from = start;
  while (from > lowest && isKind(text, from - 1, KIND.local)) {
    from -= 1;
    if (isHiddenAt(text, from)) {
      return start;
    }
  }
  return from;
}

/** More characters without width in a row disguise nothing. */
export const MOST_HIDDEN = 128;

/** The end of a row of characters without width: all of them are one disguise, at the first. */
export function hiddenEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MOST_HIDDEN);
  let end = from;
  while (end < limit && isHiddenAt(text, end)) {
    end += 1;
  }
  return end;
}
