import { isPersonName } from '../judge/person.js';
import type { Finding, Verdict, Window } from '../lex/detector.js';
import { BLANK, runEnd } from '../pattern/characters.js';
import { endsEarly, searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { PERSON_TYPE } from './person-field.js';
import { isStatedName } from './stated-name.js';

/** More of an object is not read, and no more objects of a list. */
const MAX_OBJECT = 512;
const MOST_NAMES = 4;
const LONGEST_STRING = 120;
const STRING = /"(?:[^"\\]|\\.){0,120}"/y;
const INITIAL = letterPattern(String.raw`^\p{L}\.?$`);
const MOST_BLANKS = 40;
const MAX_STRING = LONGEST_STRING + MOST_BLANKS + 2;
const FAMILY = 'family';
const GIVEN = 'given';
/** The whole name, beside its parts. */
const TEXT = 'text';

interface Part {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

interface ReadObject {
  readonly parts: readonly Part[];
  /** Behind it, or as far as it was read. */
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
  const { text } = window;
  const limit = from + MAX_OBJECT;
  const reader: Reader = { at: from, key: '', depth: 0, isList: false, parts: [] };
  while (reader.at < limit && reader.at < text.length && reader.depth >= 0) {
    if (text.charAt(reader.at) === '"') {
      if (!readString(reader, window)) {
        searched(window, text.length, reader.at + MAX_STRING + 1);
        return endOf(reader);
      }
    } else {
      readSign(reader, text.charAt(reader.at));
    }
  }
  if (reader.depth >= 0 && reader.at < limit) {
    endsEarly(window);
  }
  return endOf(reader);
}

interface Reader {
  at: number;
  /** Of the member that is being read. */
  key: string;
  /** How many brackets are open behind the beginning. */
  depth: number;
  /** One, and it is that of a list. */
  isList: boolean;
  readonly parts: Part[];
}

function endOf({ parts, at }: Reader): ReadObject {
  return { parts, end: at };
}

/** A key or a value; not when it is too long, or does not end. */
function readString(reader: Reader, window: Window): boolean {
  const { text } = window;
  const { at, key, depth, isList } = reader;
  const end = endOfString(text, at);
  if (end === at) {
    return false;
  }
  const blanksEnd = behindBlanks(text, end);
  const behind = searched(window, blanksEnd, blanksEnd + 1);
  if (text.charAt(behind) !== ':') {
    addPart(reader.parts, { key, start: at + 1, end: end - 1 }, depth === 0 || isList);
  } else if (depth === 0) {
    reader.key = text.slice(at + 1, end - 1);
  }
  reader.at = behind;
  return true;
}

function readSign(reader: Reader, sign: string): void {
  reader.depth += levels(sign);
  reader.isList = reader.depth === 1 && (reader.isList || sign === '[');
  reader.at += 1;
}

function addPart(parts: Part[], part: Part, isOwn: boolean): void {
  if (isOwn && (part.key === FAMILY || part.key === GIVEN || part.key === TEXT)) {
    parts.push(part);
  }
}

/** Where it begins when it is too long, or does not end. */
function endOfString(text: string, from: number): number {
  STRING.lastIndex = from;
  return from + (STRING.exec(text)?.[0].length ?? 0);
}

function levels(sign: string): number {
  return sign === '{' || sign === '[' ? 1 : sign === '}' || sign === ']' ? -1 : 0;
}
