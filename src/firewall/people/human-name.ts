import { isPersonName } from '../judge/person.js';
import type { Finding, Verdict, Window } from '../lex/detector.js';
import { createJsonScanner } from '../lex/json-scanner.js';
import { BLANK, runEnd } from '../pattern/characters.js';
import { comingUpTo, searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { PERSON_TYPE } from './person-field.js';
import { isStatedName } from './stated-name.js';

/** More of an object is not read, and no more objects of a list. */
const MAX_OBJECT = 512;
const MOST_NAMES = 4;
const INITIAL = letterPattern(String.raw`^\p{L}\.?$`);
const MOST_BLANKS = 40;
const FAMILY = 'family';
const GIVEN = 'given';
/** These, and the whole name beside them. */
const KEYS = [FAMILY, GIVEN, 'text'];
/** How deep the members of the object stand, and the values of a list in it. */
const IN_OBJECT = 1;
const IN_LIST = 2;

interface Part {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

interface ReadObject {
  readonly parts: readonly Part[];
  /** Behind it; where it was read from when it does not end near. */
  readonly end: number;
}

/**
 * `"family": "Roe", "given": ["Jane", "Q"]`, as records of patients and lists of authors have names: one of the two alone
 * is a word for many things. All are found at once, from the first of them on.
 */
export function matchHumanName(window: Window, start: number): Verdict | undefined {
  return verdictOf(namesIn(window.text, readObject(window, start).parts));
}

/** The same from the key of the list on, so that the whole name is found too where it stands before its parts. */
export function matchHumanNames(window: Window, end: number): Verdict | undefined {
  const { text } = window;
  const names: Part[] = [];
  let open = openingAt(text, end + 1);
  for (let count = 0; count < MOST_NAMES && text.charAt(open) === '{'; count += 1) {
    const object = readObject(window, open + 1);
    names.push(...namesIn(text, object.parts));
    open = behindBlanks(text, object.end);
    open = text.charAt(open) === ',' ? behindBlanks(text, open + 1) : open;
  }
  searched(window, open, open + 1);
  return verdictOf(names);
}

/** Behind the colon and the bracket of a list, if there is one. */
function openingAt(text: string, from: number): number {
  const colon = behindBlanks(text, from);
  const value = text.charAt(colon) === ':' ? behindBlanks(text, colon + 1) : colon;
  return text.charAt(value) === '[' ? behindBlanks(text, value + 1) : value;
}

function behindBlanks(text: string, from: number): number {
  return runEnd(text, BLANK, from, from + MOST_BLANKS);
}

function verdictOf(names: readonly Part[]): Verdict | undefined {
  const [first, ...others] = names.map(({ start, end }): Finding => ({ kind: 'found', start, end, type: PERSON_TYPE }));
  return first === undefined ? undefined : { ...first, others };
}

/** What is a name among the parts of one object, when it has both. */
function namesIn(text: string, parts: readonly Part[]): readonly Part[] {
  const isWhole = [FAMILY, GIVEN].every((name) => parts.some(({ key }) => key === name));
  return isWhole ? parts.filter(({ start, end }) => isName(text.slice(start, end))) : [];
}

function isName(value: string): boolean {
  return isPersonName(value) || isStatedName(value) || INITIAL.test(value);
}

/** The parts of a name behind a place in an object, and in a list of them. */
function readObject(window: Window, from: number): ReadObject {
  const { read, met } = createJsonScanner({ brackets: ['object'], isLoose: true });
  const coming = comingUpTo(window, from + MAX_OBJECT);
  const { text } = coming;
  const parts: Part[] = [];
  let key = '';
  let sign = read(coming, from);
  while (sign !== 'cut' && sign !== 'other') {
    if (sign === 'close' && met.depth === 0) {
      return { parts, end: met.next };
    }
    if (sign === 'name') {
      key = met.depth === IN_OBJECT ? text.slice(met.start, met.end) : '';
    } else if (sign === 'value' && met.depth <= IN_LIST && met.isWhole && KEYS.includes(key)) {
      parts.push({ key, start: met.start, end: met.end });
    }
    sign = read(coming, met.next);
  }
  if (sign === 'cut') {
    searched(window, window.text.length, from + MAX_OBJECT);
  }
  return { parts, end: from };
}
