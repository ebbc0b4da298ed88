import { PROVIDERS } from '../keys/provider-table.js';
import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { isWrapped, whileLines } from '../lex/long-value.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { whileKind } from '../lex/take-while.js';
import { MAX_ENCODED } from '../numbers/words-before.js';
import {
  behindEscape,
  EQUALS,
  endsEscape,
  isEscapeLetter,
  isKind,
  KIND,
  PERCENT,
  runStart,
} from '../pattern/characters.js';
import { createInnerScan } from '../scan/inner-scan.js';
import { HYPHEN_PARTS, OPENINGS, openingsOf, PARTS } from './encoded-parts.js';

const NAME = 'encoded-secret';
/** A social security number, without padding. */
const MIN_LENGTH = 15;
/** What is longer is judged by so many characters, and withheld to its end. */
const MAX_LENGTH = 4096;
/** The longest word that is recognised by a part in its middle, as there can be many. */
const MAX_SHORT = 512;
/** So much is decoded first, to see whether it is text at all. */
const SAMPLE = 24;
/** The slowest text to search costs little as long as it is text. */
const NOT_TEXT = /[^\t\n\r\x20-\x7e\u00a0-\ud7ff\ue000-\ufffc\ud800-\udfff]/;

/** Before the padding. */
const FEWEST = 14;
/** Two groups of four but for their last, which says nothing of the first bit of a byte. */
const ASCII_CHECKED = 7;
const LETTERS_AND_DIGITS = /^[A-Za-z0-9]{3}.[A-Za-z0-9]{3}$/s;
const ASCII = /^(?:[\x20-\x7f][\0-\x7f]{2}){2}$/;
const EXACT_PARTS = new Set(PARTS);
const EXACT_HYPHENS = new Set(HYPHEN_PARTS);
const OF_PROVIDERS = openingsOf(PROVIDERS.flatMap(([, prefixes]) => prefixes.split(' ')));
const OF_PARTS = [...PARTS, ...HYPHEN_PARTS].map((part) => part.toLowerCase());
const LITERALS = [...new Set([...OPENINGS, ...OF_PROVIDERS, ...OF_PARTS])];
/** The digits before the first hyphen. */
const FIRST_GROUP = 4;

/** Base64 of a text in which one of the given detectors finds something; one level deep. */
export function createEncodedSecret(
  detectors: () => readonly Detector[],
  isAllowed?: (text: string) => boolean,
): Detector {
  const find = createInnerScan(() => detectors().filter(({ name }) => name !== NAME), isAllowed);
  const typeOf = (base64: string): string | undefined => {
    const text = isText(base64.slice(0, SAMPLE)) ? decode(base64) : '';
    return NOT_TEXT.test(text) ? undefined : find(text)?.type;
  };
  return {
    name: NAME,
    group: 'secret',
    validates: 'decodes to text in which another detector finds something',
    source: 'RFC 4648 sections 4 and 5',
    literals: LITERALS,
    match: (window, anchor, anchorEnd) => {
      if (isShortEnd(window.text, anchor)) {
        return undefined;
      }
      const word = wordAround(window, anchor, anchorEnd);
      const end = endOf(window, word);
      return end < anchorEnd ? undefined : matchWord(window, word, end, typeOf);
    },
  };
}

function matchWord(
  window: Window,
  { start, kind, most }: Word,
  end: number,
  typeOf: (base64: string) => string | undefined,
): Verdict | undefined {
  const { text } = window;
  const isLong = end - start > most;
  const isJoined = isPlaceholderAt(window, end, start);
  if (isJoined || end - start < MIN_LENGTH || (isLong && most === MAX_SHORT)) {
    return undefined;
  }
  const type = typeOf(text.slice(start, Math.min(end, start + most)));
  if (type === undefined) {
    return undefined;
  }
  if (isLong) {
    return { kind: 'open', start, type, sampleEnd: end, swallow: whileKind(kind) };
  }
  return isWrapped(text, start, end)
    ? { kind: 'open', start, type, sampleEnd: end, swallow: whileLines(kind, end - start) }
    : found(start, end, type);
}

/** A word of base64 as far as it is known before its end is looked for; of no kind when there is none. */
interface Word {
  readonly start: number;
  readonly kind: number;
  readonly most: number;
}

/** The word that begins here, or one of which this is a part. */
function wordAround(window: Window, anchor: number, anchorEnd: number): Word {
  const kind = alphabetAt(window, anchor);
  const part = kind === 0 ? window.text.slice(anchor, anchorEnd) : '';
  if (EXACT_HYPHENS.has(part)) {
    return wordOfDigits(window, anchor - FIRST_GROUP);
  }
  if (kind !== 0 || !EXACT_PARTS.has(part)) {
    return { start: anchor, kind, most: MAX_LENGTH };
  }
  const { text, floor } = window;
  const lowest = Math.max(floor, anchor - MAX_ENCODED);
  // Base64 of ASCII hardly ever has other signs than letters and digits.
  const run = runStart(text, KIND.alphanumeric, anchor, lowest);
  const isWhole = run > lowest || run === floor;
  const start = isHexEscape(text, run, floor) ? run + 2 : behindEscape(text, run, floor);
  return { start, kind: isWhole && isAscii(text, start) ? KIND.anyBase64 : 0, most: MAX_SHORT };
}

/** Also behind an escape in a query, or a segment of a path. */
function wordOfDigits(window: Window, start: number): Word {
  const { text, floor } = window;
  if (start < floor || !isAscii(text, start)) {
    return { start, kind: 0, most: MAX_SHORT };
  }
  return { start, kind: isHexEscape(text, start, floor) ? KIND.anyBase64 : alphabetAt(window, start), most: MAX_SHORT };
}

/** A comparison, or a word too short for this: the usual case of two equals signs, told at once. */
function isShortEnd(text: string, anchor: number): boolean {
  const isEnd = text.charCodeAt(anchor) === EQUALS;
  return isEnd && !(isKind(text, anchor - 1, KIND.alphanumeric) && isKind(text, anchor - FEWEST, KIND.alphanumeric));
}

/** Whether the first two groups of four are of ASCII: of random ones hardly any are. */
function isAscii(text: string, start: number): boolean {
  const groups = text.slice(start, start + ASCII_CHECKED);
  return LETTERS_AND_DIGITS.test(groups) && ASCII.test(Buffer.from(`${groups}A`, 'base64').toString('latin1'));
}

/** Of `%3DYWJj` the word begins behind the escape. */
function isHexEscape(text: string, start: number, floor: number): boolean {
  return start > floor && text.charCodeAt(start - 1) === PERCENT && endsEscape(text, start + 1, floor);
}

/**
 * The alphabet of the base64 that begins here; 0 where a longer word goes on. Behind a slash begins a segment of a
 * path, which holds no slash itself.
 */
function alphabetAt({ text, floor }: Window, start: number): number {
  if (start <= floor || isEscapeLetter(text, start - 1, floor)) {
    return KIND.anyBase64;
  }
  const before = text.charAt(start - 1);
  if (before === '/') {
    return KIND.base64url;
  }
  return before !== '=' && isKind(text, start - 1, KIND.anyBase64) ? 0 : KIND.anyBase64;
}

/** Padding ends it: what stands behind is something else. */
function endOf(window: Window, { start, kind, most }: Word): number {
  const stop = kind === 0 ? start : window.run(kind, start, start + most + 1);
  const padding = window.text.slice(start, stop).indexOf('=');
  if (padding < 0) {
    return stop;
  }
  const end = start + padding + 1;
  return window.text.charAt(end) === '=' ? end + 1 : end;
}

/** A character that is cut is no reason to take the beginning of a text for something else. */
function isText(base64: string): boolean {
  return !NOT_TEXT.test(decode(base64));
}

/** Without what is left of a character at the end. */
function decode(base64: string): string {
  return Buffer.from(base64, 'base64')
    .toString('utf8')
    .replace(/\ufffd{1,3}$/, '');
}
