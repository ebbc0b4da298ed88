import type { Verdict, Window } from '../lex/detector.js';
import { findEnd, untilEnd } from '../lex/take-while.js';
import type { Enclosure } from '../lex/value-enclosure.js';
import { searched } from '../pattern/coming-text.js';
import { pattern } from '../pattern/pattern.js';

/** Between the value that was and the one that is, or the other way about, in an object of JSON. */
const OTHER = pattern(
  /"\s{0,4},\s{0,24}"(?:old|before|from|previous|new|after|to|current)(?:_?value)?"\s{0,4}:\s{0,4}"/i,
);
/** A longer value is withheld to its end. */
const MAX_OTHER = 256;

/** `{"field":"password","old":"…","new":"…"}`: the finding of the first value takes in the other one. */
export function withNewMember(window: Window, verdict: Verdict | undefined, enclosure: Enclosure): Verdict | undefined {
  if (enclosure.isOfChange !== true || verdict?.kind !== 'found' || enclosure.close !== '"' || enclosure.escapes > 0) {
    return verdict;
  }
  const { start, end, type } = verdict;
  const length = OTHER.at(window, end)?.[0].length ?? 0;
  if (length === 0) {
    return verdict;
  }
  const behind = end + length;
  const second = { ...enclosure, start: behind };
  const search = { at: behind, backslashes: 0 };
  if (findEnd(search, second, window, behind + MAX_OTHER)) {
    return { ...verdict, end: search.at };
  }
  searched(window, search.at, behind + MAX_OTHER, start);
  return { kind: 'open', start, type, sampleEnd: search.at, swallow: untilEnd(second, search.backslashes) };
}
