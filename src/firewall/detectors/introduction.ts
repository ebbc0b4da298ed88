import { letterPattern } from '../pattern/letter-pattern.js';
import { undecided, type Verdict, type Window } from '../redactor/detector.js';
import { isGivenName } from '../redactor/given-names.js';
import { personVerdict } from './person-field.js';

const ENGLISH = 'my ';
const GERMAN = 'mein ';
const IS = 'is ';
const IST = 'ist ';
const PARTICLE = letterPattern(String.raw` \p{Ll}`);

/** `My name is Jane`, `Mein Name ist Jane Doe`: the word for a name stands at `start`, and a space at `end`. */
export function matchIntroduction(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor, isFinal } = window;
  const before = text.slice(Math.max(floor, start - GERMAN.length), start).toLowerCase();
  const isGerman = before === GERMAN;
  if (!isGerman && !before.endsWith(ENGLISH)) {
    return undefined;
  }
  const from = end + 1;
  const verb = isGerman ? IST : IS;
  if (from + verb.length > text.length && !isFinal) {
    return undecided(from);
  }
  if (!text.startsWith(verb, from)) {
    return undefined;
  }
  const verdict = personVerdict(window, from + verb.length, 1);
  const isDoubtful = isGerman && verdict?.kind === 'found';
  return isDoubtful && !isSurely(text.slice(verdict.start, verdict.end)) ? undefined : verdict;
}

/** Where every noun has a capital, a given name or two of them without a small word between. */
function isSurely(name: string): boolean {
  const [first = ''] = name.split(/[ -]/, 1);
  return isGivenName(first) || (name.includes(' ') && !PARTICLE.test(name));
}
