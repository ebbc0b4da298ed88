import { type CharacterKind, createKinds, KIND } from './character-kinds.js';

export { type CharacterKind, KIND } from './character-kinds.js';

/** The codes of signs that much is made of. */
export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const ESCAPE = 0x1b;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const HASH = 0x23;
export const PERCENT = 0x25;
export const AMPERSAND = 0x26;
export const APOSTROPHE = 0x27;
export const ROUND_OPENING = 0x28;
export const ROUND_CLOSING = 0x29;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const HYPHEN = 0x2d;
export const FULL_STOP = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const LESS = 0x3c;
export const EQUALS = 0x3d;
export const OPENING = 0x5b;
export const BACKSLASH = 0x5c;
export const UNDERSCORE = 0x5f;
export const SMALL_U = 0x75;
export const SMALL_X = 0x78;
export const BRACE = 0x7b;
export const CLOSING_BRACE = 0x7d;
export const LAST_ASCII = 0x7f;
export const FIRST_BEYOND_ASCII = 0x80;

export const LETTER = KIND.upper | KIND.lower;
/** One of `KIND.space`, as a part of a regular expression. */
export const SPACE_CLASS = String.raw`[ \t\u00a0\u3000\u2000-\u200a]`;
/** White space, also that which ends a line. */
export const BLANK = KIND.space | KIND.lineEnd;

const kinds = createKinds();

/** The kinds of the character at an index as a bit set; 0 outside the text. */
export function kindAt(text: string, index: number): number {
  return index >= 0 && index < text.length ? (kinds[text.charCodeAt(index)] ?? 0) : 0;
}

export function isKind(text: string, index: number, kind: CharacterKind): boolean {
  return (kindAt(text, index) & kind) !== 0;
}

/** The first index from `from` on whose character is not of the kind, at most `limit` and the text's length. */
export function runEnd(text: string, kind: CharacterKind, from: number, limit: number): number {
  const end = Math.min(limit, text.length);
  let index = from;
  while (index < end && ((kinds[text.charCodeAt(index)] ?? 0) & kind) !== 0) {
    index += 1;
  }
  return index;
}

/** The first index from `from` on whose character is of the kind, at most `limit` and the text's length. */
export function firstOf(text: string, kind: CharacterKind, from: number, limit: number): number {
  const end = Math.min(limit, text.length);
  let index = from;
  while (index < end && ((kinds[text.charCodeAt(index)] ?? 0) & kind) === 0) {
    index += 1;
  }
  return index;
}

/** Whether all characters of a text are of a kind. */
export function isAllOf(text: string, kind: CharacterKind): boolean {
  return runEnd(text, kind, 0, text.length) === text.length;
}

/** The kinds of all ASCII characters in a part of a text, as one bit set. */
export function asciiKindsIn(text: string, from: number, to: number): number {
  let all = 0;
  for (let index = from; index < to; index += 1) {
    const code = text.charCodeAt(index);
    all |= code < FIRST_BEYOND_ASCII ? (kinds[code] ?? 0) : 0;
  }
  return all;
}

/** The first index of the run of a kind that ends before `end`, not below `floor`. */
export function runStart(text: string, kind: CharacterKind, end: number, floor: number): number {
  let index = end;
  while (index > floor && ((kinds[text.charCodeAt(index - 1)] ?? 0) & kind) !== 0) {
    index -= 1;
  }
  return index;
}

/** How many letters stand just before an index and begin a word, at most `most`; -1 when a word goes on there. */
export function lettersBefore(text: string, index: number, floor: number, most: number): number {
  const lowest = Math.max(floor, index - most - 1);
  let start = index;
  while (start > lowest && ((kinds[text.charCodeAt(start - 1)] ?? 0) & LETTER) !== 0) {
    start -= 1;
  }
  const count = index - start;
  if (count === 0 || start <= floor) {
    return count <= most ? count : -1;
  }
  const isInWord = ((kinds[text.charCodeAt(start - 1)] ?? 0) & KIND.word) !== 0;
  if (isInWord && start - LONGEST_ESCAPE > floor && isFarFromEscape(text, start)) {
    return -1;
  }
  if (isEscapeLetter(text, start, floor)) {
    return count - 1;
  }
  return count <= most && (!isInWord || endsEscape(text, start - 1, floor)) ? count : -1;
}

/** The middle of a long word, such as base64: a quick no, as no escape can end just before or at the index. */
function isFarFromEscape(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  const before =
    (kinds[text.charCodeAt(index - 2)] ?? 0) &
    (kinds[text.charCodeAt(index - 3)] ?? 0) &
    (kinds[text.charCodeAt(index - 4)] ?? 0) &
    (kinds[text.charCodeAt(index - 5)] ?? 0) &
    (kinds[text.charCodeAt(index - 6)] ?? 0);
  return code !== SMALL_M && code !== CAPITAL_K && (before & KIND.word) !== 0;
}

/** As `endsEscape`, and the character is a letter. */
export function isEscapeLetter(text: string, index: number, floor: number): boolean {
  return isKind(text, index, LETTER) && endsEscape(text, index, floor);
}

/**
 * Whether the character is the last of an escape, and so no part of the word or number behind it: of `\n`, `\r`, `\t`,
 * `\b`, `\f` or `\v`; of `%3D`, `%253D`, `\x3d` or `\u003d`; of the sequence that sets a colour on a terminal.
 */
export function endsEscape(text: string, index: number, floor: number): boolean {
  if (index <= floor) {
    return false;
  }
  if (text.charCodeAt(index - 1) === BACKSLASH) {
    return 'nrtbfv'.includes(text.charAt(index));
  }
  const code = text.charCodeAt(index);
  return code === SMALL_M || code === CAPITAL_K ? isColour(text, index, floor) : isHexEscape(text, index, floor);
}

/** Where a name begins that seems to begin here: behind the letter of `\n`, behind the `32m` of a colour. */
export function behindEscape(text: string, start: number, floor: number): number {
  if (isEscapeLetter(text, start, floor)) {
    return start + 1;
  }
  const end = runEnd(text, KIND.digit, start, start + MOST_OF_COLOUR);
  return end > start && text.charCodeAt(end) === SMALL_M && isColour(text, end, floor) ? end + 1 : start;
}

const MOST_OF_COLOUR = 4;

/** Whether a name can begin here. Letters and digits that spell an escape are no part of a name. */
export function isWordStart(text: string, index: number, floor: number): boolean {
  return index <= floor || !isKind(text, index - 1, KIND.base64url) || endsEscape(text, index - 1, floor);
}

/** Of `\\u003d`; a colour has other signs near its end. */
const LONGEST_ESCAPE = 6;
const SMALL_M = 0x6d;
const CAPITAL_K = 0x4b;
/** ESC itself, or as programs write it in a string; then `[`, numbers, and `m`, or the `K` that `grep` writes behind it. */
const COLOUR = /(?:\x1b|\\(?:x1b|u001b|033|e))\[[\d;:]{0,20}[mk]$/i;
const LONGEST_COLOUR = 28;

function isColour(text: string, index: number, floor: number): boolean {
  const lowest = Math.max(floor, index - LONGEST_COLOUR);
  let opening = index - 1;
  while (opening > lowest && (isKind(text, opening, KIND.digit) || isBetweenNumbers(text.charCodeAt(opening)))) {
    opening -= 1;
  }
  return text.charCodeAt(opening) === OPENING && COLOUR.test(text.slice(lowest, index + 1));
}

function isBetweenNumbers(code: number): boolean {
  return code === SEMICOLON || code === COLON;
}

function isHexEscape(text: string, last: number, floor: number): boolean {
  if (last - 2 < floor || !isHexDigit(text, last) || !isHexDigit(text, last - 1)) {
    return false;
  }
  switch (text.charCodeAt(last - 2)) {
    case PERCENT:
      return true;
    case SMALL_X:
      return last - 3 >= floor && text.charCodeAt(last - 3) === BACKSLASH;
    default:
      return (
        (last - 4 >= floor && text.startsWith('%25', last - 4)) ||
        (last - 5 >= floor &&
          text.charCodeAt(last - 4) === SMALL_U &&
          isHexDigit(text, last - 2) &&
          isHexDigit(text, last - 3) &&
          text.charCodeAt(last - 5) === BACKSLASH)
      );
  }
}

function isHexDigit(text: string, index: number): boolean {
  const lower = text.charCodeAt(index) | 0x20;
  return isKind(text, index, KIND.digit) || (lower >= 0x61 && lower <= 0x66);
}

/** Where the backslashes end that begin here; so many at most are read. */
export function skipBackslashes(text: string, from: number): number {
  let index = from;
  while (index < from + MOST_BACKSLASHES && text.charCodeAt(index) === BACKSLASH) {
    index += 1;
  }
  return index;
}

const MOST_BACKSLASHES = 7;

/** How many backslashes stand before a place. */
export function backslashesBefore(text: string, at: number, lowest: number): number {
  let start = at;
  while (start > lowest && text.charCodeAt(start - 1) === BACKSLASH) {
    start -= 1;
  }
  return at - start;
}
