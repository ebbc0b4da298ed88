import { BACKSLASH, isKind, KIND } from '../pattern/characters.js';

/** A short text as it is meant, and where its characters stand in the text as it is written. */
export interface DecodedForm {
  readonly text: string;
  /** The place of a character of the meaning; behind the last one, that of the end. */
  startOf(index: number): number;
  /** Where what is written for a character ends. */
  endOf(index: number): number;
}

const HIDDEN = '\u00ad\u200b\u200c\u200d\u2060\ufeff';
const BYTES = /%(?:25)?(?:c2%(?:25)?a[0d]|e2%(?:25)?8[01]%(?:25)?[89a][0-9a-f]|[2-7][0-9a-f])/iy;
const UNICODE = /\\+u(?:00[2-7a][0-9a-f]|20[0-6][0-9a-f]|2212|feff)/iy;
const ENTITY = /&(?:nbsp|shy|ensp|emsp|thinsp|ndash|minus|#\d{2,5}|#x[0-9a-f]{2,4});/iy;
const NAMES: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  shy: '\u00ad',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  ndash: '\u2013',
  minus: '\u2212',
};
const CODE = /^[\da-f]+$/i;
const AMPERSAND = 0x26;
const PERCENT = 0x25;
const PLUS = 0x2b;
const LAST_ASCII = 0x7f;
const ZERO = 0x30;
const TWO = 0x32;
const FIVE = 0x35;
const SEVEN = 0x37;
const NINE = 0x39;
const SMALL_A = 0x61;
const SMALL_F = 0x66;
/** Makes a letter lower case. */
const CASE = 0x20;
/** `%20` is the only mark of three characters. */
const BYTE = 3;

/**
 * Without characters that have no width, and with the characters that escapes of URLs, JSON and HTML stand for; other
 * spaces and hyphens stay as they are.
 */
export function decodedForm(written: string): DecodedForm {
  const isQuery = written.includes('+') && /[%=]/.test(written);
  let text = '';
  let from = 0;
  for (let at = nextMark(written, 0, isQuery); at < written.length; at = nextMark(written, from, isQuery)) {
    const end = markEnd(written, at, isQuery);
    text += written.slice(from, at) + meaningOf(written, at, end);
    from = end;
  }
  text += written.slice(from);
  return {
    text,
    startOf: (index) => {
      const mark = markBefore(written, isQuery, index);
      return index < mark.behind ? mark.start : mark.end + index - mark.behind;
    },
    endOf: (index) => {
      const mark = markBefore(written, isQuery, index);
      return index < mark.behind ? mark.end : mark.end + index - mark.behind + 1;
    },
  };
}

/** Something written in place of a character, or of none; `behind` is where the decoded text goes on. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly behind: number;
}

/** The last mark before a place of the decoded text. It is looked for again, as in most texts nothing is found. */
function markBefore(written: string, isQuery: boolean, index: number): Mark {
  let mark: Mark = { start: 0, end: 0, behind: 0 };
  for (;;) {
    const start = nextMark(written, mark.end, isQuery);
    const before = mark.behind + start - mark.end;
    if (start >= written.length || before > index) {
      return mark;
    }
    const end = markEnd(written, start, isQuery);
    mark = { start, end, behind: before + meaningOf(written, start, end).length };
  }
}

function nextMark(written: string, from: number, isQuery: boolean): number {
  let at = from;
  while (at < written.length && markEnd(written, at, isQuery) < 0) {
    at += 1;
  }
  return at;
}

/** Where a mark ends that begins here; less than nothing when none does. */
function markEnd(written: string, at: number, isQuery: boolean): number {
  const code = written.charCodeAt(at);
  switch (code) {
    case PERCENT:
      return isPlainByte(written, at) ? at + 3 : endOf(BYTES, written, at);
    case BACKSLASH:
      return endOf(UNICODE, written, at);
    case AMPERSAND:
      return endOf(ENTITY, written, at);
    case PLUS:
      return isQuery && isAsciiWord(written, at - 1) && isWordNext(written, at + 1) ? at + 1 : -1;
    default:
      return code > LAST_ASCII && HIDDEN.includes(written.charAt(at)) ? at + 1 : -1;
  }
}

/** The escape of a character of ASCII that is printed; not of a percent sign, which may begin another escape. */
function isPlainByte(written: string, at: number): boolean {
  const high = written.charCodeAt(at + 1);
  const low = written.charCodeAt(at + 2);
  return (
    high >= TWO && high <= SEVEN && ((low >= ZERO && low <= NINE) || isHexLetter(low)) && (high > TWO || low !== FIVE)
  );
}

function isHexLetter(code: number): boolean {
  return (code | CASE) >= SMALL_A && (code | CASE) <= SMALL_F;
}

function endOf(mark: RegExp, written: string, at: number): number {
  mark.lastIndex = at;
  return mark.test(written) ? mark.lastIndex : -1;
}

/** Also a word that begins with an escape: `%2B1+%28415%29+5552671`. */
function isWordNext(written: string, index: number): boolean {
  return written.charCodeAt(index) === PERCENT || isAsciiWord(written, index);
}

/** In a query, a plus between these is a space. */
function isAsciiWord(written: string, index: number): boolean {
  return written.charCodeAt(index) <= LAST_ASCII && isKind(written, index, KIND.alphanumeric);
}

/** One character, or none for one without width. */
function meaningOf(written: string, start: number, end: number): string {
  if (end - start === 1) {
    return written.charCodeAt(start) === PLUS ? ' ' : '';
  }
  if (end - start === BYTE) {
    return String.fromCharCode(digitOf(written.charCodeAt(start + 1)) * 16 + digitOf(written.charCodeAt(start + 2)));
  }
  const meant = characterOf(written.slice(start, end));
  return HIDDEN.includes(meant) ? '' : meant;
}

/** Of a hexadecimal digit. */
function digitOf(code: number): number {
  return code <= NINE ? code - ZERO : (code | CASE) - SMALL_A + 10;
}

function characterOf(mark: string): string {
  switch (mark.charCodeAt(0)) {
    case PERCENT:
      return ofPercent(mark.slice(1).toLowerCase());
    case BACKSLASH:
      return ofCode(mark.slice(-4), 16);
    default:
      return ofEntity(mark.slice(1, -1).toLowerCase());
  }
}

/** One byte, or the two or three of UTF-8; each percent sign may be escaped itself. */
function ofPercent(hex: string): string {
  const bytes = hex
    .replace(/^25(?=.)/, '')
    .split(/%(?:25)?/)
    .map((byte) => Number.parseInt(byte, 16));
  const [first = 0, second = 0, third = 0] = bytes;
  switch (bytes.length) {
    case 1:
      return String.fromCharCode(first);
    case 2:
      return String.fromCharCode(((first & 0x1f) << 6) | (second & 0x3f));
    default:
      return String.fromCharCode(((first & 0xf) << 12) | ((second & 0x3f) << 6) | (third & 0x3f));
  }
}

function ofEntity(name: string): string {
  if (!name.startsWith('#')) {
    return NAMES[name] ?? '';
  }
  return name.startsWith('#x') ? ofCode(name.slice(2), 16) : ofCode(name.slice(1), 10);
}

function ofCode(digits: string, base: number): string {
  return CODE.test(digits) ? String.fromCharCode(Number.parseInt(digits, base)) : '';
}
