import { isPersonName } from '../judge/person.js';
import type { Finding, Verdict, Window } from '../lex/detector.js';
import { BLANK, runEnd } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { PERSON_TYPE } from './person-field.js';
import { isStatedName } from './stated-name.js';

/** More of an object is not read, and no more objects of a list. */
const MAX_OBJECT = 512;
const MOST_NAMES = 4;
const LONGEST_STRING = 120;
/** A string, and whether it is a key; its quote alone, when it is too long or does not end; a bracket. */
const TOKEN = /"(?:((?:[^"\\]|\\.){0,120})"\s{0,40}(:?))?|[{}[\]]/g;
const INITIAL = letterPattern(String.raw`^\p{L}\.?$`);
const MOST_BLANKS = 40;
const MAX_STRING = LONGEST_STRING + MOST_BLANKS + 2;
const MAX_TOKEN = MAX_STRING + LONGEST_STRING + 1;
const FAMILY = 'family';
const GIVEN = 'given';
/** These, and the whole name beside them. */
const KEYS = [FAMILY, GIVEN, 'text'];
/** Around a value of the object itself, and one in a list in it. */
const OWN = ['', '['];
const CLOSING = '}]';

interface Part {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

interface Token {
  readonly start: number;
  readonly end: number;
  /** What stands in the quotes of a string; of a key a colon follows it. */
  readonly string: string | undefined;
  readonly isKey: boolean;
  readonly bracket: string;
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
  const parts: Part[] = [];
  let key = '';
  let open = '';
  for (const { start, end, string, isKey, bracket } of tokensIn(window, from)) {
    if (string === undefined) {
      if (open === '' && CLOSING.includes(bracket)) {
        return { parts, end };
      }
      open = openBehind(open, bracket);
    } else if (isKey) {
      key = open === '' ? string : key;
    } else if (KEYS.includes(key) && OWN.includes(open)) {
      parts.push({ key, start: start + 1, end: start + 1 + string.length });
    }
  }
  return { parts, end: from };
}

/** Which brackets are open behind another one. */
function openBehind(open: string, bracket: string): string {
  return CLOSING.includes(bracket) ? open.slice(0, -1) : open + bracket;
}

/** The strings and brackets behind a place, up to a string that is too long or does not end. */
function* tokensIn(window: Window, from: number): Generator<Token> {
  const { text } = window;
  const limit = from + MAX_OBJECT;
  for (const { 0: token, 1: string, 2: colon, index } of text.slice(from, limit + MAX_TOKEN).matchAll(TOKEN)) {
    const start = from + index;
    const end = start + token.length;
    if (start >= limit || token === '"') {
      searched(window, text.length, start + MAX_STRING + 1);
      return;
    }
    searched(window, end, string === undefined ? end : end + 1);
    yield { start, end, string, isKey: colon === ':', bracket: token };
  }
  searched(window, text.length, limit);
}
