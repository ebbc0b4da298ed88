import { beginsWithGivenName } from '../judge/given-names.js';
import type { Verdict, Window } from '../lex/detector.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { pattern } from '../pattern/pattern.js';
import { onlyIf, personVerdict } from './person-field.js';

const ENGLISH = 'my ';
const GERMAN = 'mein ';
const IS = pattern(/is /);
const IST = pattern(/ist /);
const PARTICLE = letterPattern(String.raw` \p{Ll}`);

/** `My name is Jane`, `Mein Name ist Jane Doe`: the word for a name stands at `start`, and a space at `end`. */
export function matchIntroduction(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const before = text.slice(Math.max(floor, start - GERMAN.length), start).toLowerCase();
  const isGerman = before === GERMAN;
  if (!isGerman && !before.endsWith(ENGLISH)) {
    return undefined;
  }
  const verb = (isGerman ? IST : IS).at(window, end + 1)?.[0];
  if (verb === undefined) {
    return undefined;
  }
  const verdict = personVerdict(window, end + 1 + verb.length, 1);
  return onlyIf(verdict, (found) => !isGerman || isSurely(text.slice(found.start, found.end)));
}

/** Where every noun has a capital, a given name or two of them without a small word between. */
function isSurely(name: string): boolean {
  return beginsWithGivenName(name) || (name.includes(' ') && !PARTICLE.test(name));
}
