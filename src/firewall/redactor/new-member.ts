import { undecided, type Verdict, type Window } from './detector.js';
import { findEnd, untilEnd } from './until.js';
import type { Enclosure } from './value-enclosure.js';

/** Between the value that was and the one that is, in an object of JSON. */
const NEW = /^"\s{0,4},\s{0,24}"(?:new|after|to|current)(?:_?[vV]alue)?"\s{0,4}:\s{0,4}"/;
const LONGEST = 80;
const NEW_PART = /^(?:"(?:\s{0,4}(?:,\s{0,24}(?:"(?:\w{0,13}(?:"\s{0,4}(?::\s{0,4})?)?)?)?)?)?)?$/;
/** A longer value is withheld to its end. */
const MAX_NEW = 256;

/** `{"field":"password","old":"…","new":"…"}`: the finding of the old value takes in the new one. */
export function withNewMember(window: Window, verdict: Verdict | undefined, enclosure: Enclosure): Verdict | undefined {
  if (enclosure.isOld !== true || verdict?.kind !== 'found' || enclosure.close !== '"' || enclosure.escapes > 0) {
    return verdict;
  }
  const { text, isFinal } = window;
  const { start, end, type } = verdict;
  const available = text.slice(end, end + LONGEST);
  const length = NEW.exec(available)?.[0].length ?? 0;
  if (length === 0) {
    const isCut = available.length < LONGEST && !isFinal && NEW_PART.test(available);
    return isCut ? undecided(start) : verdict;
  }
  const behind = end + length;
  const second = { ...enclosure, start: behind };
  const search = { at: behind, backslashes: 0 };
  if (findEnd(search, second, text, behind + MAX_NEW, isFinal)) {
    return { ...verdict, end: search.at };
  }
  return search.at === text.length && search.at < behind + MAX_NEW && !isFinal
    ? undecided(start)
    : { kind: 'open', start, type, sampleEnd: search.at, swallow: untilEnd(second, search.backslashes) };
}
