import { BLANK, KIND, runEnd, skipBackslashes } from '../pattern/characters.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import type { Enclosure } from './detector.js';
import { isPlaceholderOpen, placeholderEnd } from './placeholder.js';
import { findEnd } from './take-while.js';

type Bracket = 'list' | 'object';

/**
 * What stands at a place in JSON: the name of a member or a value, with quotes or without; a placeholder; a bracket; a comma
 * or a colon. `cut` is what cannot be told before more text has come, `other` what is no JSON.
 */
export type JsonSign = 'name' | 'value' | 'placeholder' | Bracket | 'close' | 'comma' | 'colon' | 'cut' | 'other';

/** What was read last. */
export interface JsonMet {
  /** Where it begins, behind white space. */
  readonly from: number;
  /** Where reading goes on; behind a string that its line ends, as if that were its quote. */
  readonly next: number;
  /** In how many brackets it stands; a bracket itself is not one of them. */
  readonly depth: number;
  /** The content of a name or a value, as far as it was read. */
  readonly start: number;
  readonly end: number;
  /** It ends there, with its quote or its line. */
  readonly isWhole: boolean;
  /** What stands around it, if it has quotes. */
  readonly enclosure: Enclosure | undefined;
  /** Just before its end, when that is not the end of the string. */
  readonly backslashes: number;
}

/** How JSON is written, and where in it reading begins. */
export interface JsonPlace {
  readonly brackets: readonly Bracket[];
  /** How strings are written: in JSON within a string their quotes have backslashes before them. */
  readonly quotes?: { readonly quote: string; readonly escapes: number };
  /** Values also stand behind an equals sign. */
  readonly hasEquals?: boolean;
  /** Strings in double quotes only, each with its own backslashes, or written twice as in the cell of a table. */
  readonly isLoose?: boolean;
}

export interface JsonScanner {
  /** Reads what stands at a place, in as many pieces as the text has; it makes no strings. */
  readonly read: (coming: ComingText, at: number) => JsonSign;
  readonly met: JsonMet;
}

/** A longer string is read in parts, by whoever reads the text. */
export const LONGEST_STRING = 2048;
const MOST_LEVELS = 64;
const MAX_PLAIN = 64;
const PLAIN = /[-+.\w]{1,64}/y;
const SIGNS: Readonly<Record<string, JsonSign>> = {
  ',': 'comma',
  ':': 'colon',
  '=': 'colon',
  '[': 'list',
  '(': 'list',
  '{': 'object',
  ']': 'close',
  ')': 'close',
  '}': 'close',
};
const EITHER = '"\'';
const DOUBLED = '""';
const BEHIND_EMPTY = ',}:';

/** Scans JSON, what Python prints of the same, and JSON within a string, sign by sign. */
export function createJsonScanner({ brackets: around, quotes, hasEquals, isLoose = false }: JsonPlace): JsonScanner {
  const brackets = [...around];
  let isName = brackets.at(-1) === 'object';
  let quote = quotes?.quote;
  let escapes = quotes?.escapes ?? 0;
  const met: { -readonly [Key in keyof JsonMet]: JsonMet[Key] } = {
    from: 0,
    next: 0,
    depth: 0,
    start: 0,
    end: 0,
    isWhole: true,
    enclosure: undefined,
    backslashes: 0,
  };

  const read = (coming: ComingText, place: number): JsonSign => {
    const { text } = coming;
    const at = behindBlanks(text, place);
    met.from = at;
    if (at >= text.length) {
      return 'cut';
    }
    const character = text.charAt(at);
    const sign = character === '=' && hasEquals !== true ? undefined : SIGNS[character];
    return sign === undefined ? readContent(coming, at) : character === '[' ? readList(coming, at) : take(sign, at);
  };

  const take = (sign: JsonSign, at: number): JsonSign => {
    const isOpening = sign === 'list' || sign === 'object';
    if (isOpening ? brackets.length >= MOST_LEVELS : sign === 'close' && brackets.pop() === undefined) {
      return 'other';
    }
    met.depth = brackets.length;
    met.next = at + 1;
    if (isOpening) {
      brackets.push(sign);
    }
    isName = sign === 'object' || (sign === 'comma' && brackets.at(-1) !== 'list');
    return sign;
  };

  const readList = (coming: ComingText, at: number): JsonSign => {
    if (isPlaceholderOpen(coming, at)) {
      return 'cut';
    }
    const behind = placeholderEnd(coming.text, at);
    met.depth = brackets.length;
    met.next = behind;
    return behind > at ? 'placeholder' : take('list', at);
  };

  const readContent = (coming: ComingText, at: number): JsonSign => {
    const opening = skipBackslashes(coming.text, at);
    if (isCut(coming, opening)) {
      return 'cut';
    }
    if (isQuote(coming.text.charAt(opening), opening - at)) {
      return readString(coming, at, opening);
    }
    return opening === at ? readPlain(coming, at) : 'other';
  };

  /** Python takes either quote, whichever is not in the string. */
  const isQuote = (sign: string, slashes: number): boolean => {
    if (isLoose) {
      return sign === '"';
    }
    return quote === undefined || (escapes === 0 && slashes === 0)
      ? sign === '"' || sign === "'"
      : sign === quote && slashes === escapes;
  };

  const readString = (coming: ComingText, at: number, opening: number): JsonSign => {
    quote = coming.text.charAt(opening);
    escapes = opening - at;
    const close = isLoose && isDoubled(coming.text, opening) ? DOUBLED : quote;
    const enclosure: Enclosure = { start: opening + close.length, close, escapes, stop: KIND.lineEnd };
    const search = { at: enclosure.start, backslashes: 0 };
    met.isWhole = findEnd(search, enclosure, coming, enclosure.start + LONGEST_STRING);
    met.backslashes = search.backslashes;
    met.enclosure = enclosure;
    return takeContent(enclosure.start, search.at, search.at + escapes + close.length);
  };

  const readPlain = (coming: ComingText, at: number): JsonSign => {
    PLAIN.lastIndex = at;
    const length = PLAIN.exec(coming.text)?.[0].length ?? 0;
    const end = at + length;
    if (length < MAX_PLAIN && isCut(coming, end)) {
      return 'cut';
    }
    // A letter before a quote says of what kind the string is.
    if (length === 1 && !isLoose && EITHER.includes(coming.text.charAt(end) || ' ')) {
      return readContent(coming, end);
    }
    met.isWhole = true;
    met.enclosure = undefined;
    return length === 0 ? 'other' : takeContent(at, end, end);
  };

  const takeContent = (start: number, end: number, next: number): JsonSign => {
    met.start = start;
    met.end = end;
    met.next = next;
    met.depth = brackets.length;
    return isName ? 'name' : 'value';
  };

  return { read, met };
}

/** Behind white space, also as JSON within a string has it. */
function behindBlanks(text: string, from: number): number {
  let at = runEnd(text, BLANK, from, text.length);
  let behind = skipBackslashes(text, at);
  while (behind > at && 'nrt'.includes(text.charAt(behind) || ' ')) {
    at = runEnd(text, BLANK, behind + 1, text.length);
    behind = skipBackslashes(text, at);
  }
  return at;
}

/** Two quotes are an empty string before a sign. */
function isDoubled(text: string, opening: number): boolean {
  return text.startsWith(DOUBLED, opening) && !BEHIND_EMPTY.includes(text.charAt(opening + 2) || '"');
}
