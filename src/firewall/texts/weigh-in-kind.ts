import type { KindReader } from './kinds/kind.js';
import type { Judgement } from './text-line.js';

const MESSAGE_PERCENT = 60;
const ABOUT_PERCENT = 12;

/** In a page or a file of source code, words of errors are what it is about: they count for little. */
export function weighInKind(kind: KindReader, weight: number, words: Judgement): Judgement {
  const lowered = Math.floor((words.weight * wordsPercent(kind, weight)) / 100);
  return weight >= lowered
    ? { lineClass: weight > 0 ? 'outline' : 'plain', weight }
    : { lineClass: words.lineClass, weight: lowered };
}

/** `ModuleError.js` in a listing is the name of a file, and what says of an error and is no entry is a message. */
function wordsPercent({ isOfNames = false, isCounted = false, wordsPercent: own }: KindReader, weight: number): number {
  if (own !== undefined) {
    return own;
  }
  if (isOfNames && weight > 0) {
    return 0;
  }
  return isOfNames && isCounted ? MESSAGE_PERCENT : ABOUT_PERCENT;
}
