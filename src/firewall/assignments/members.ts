import type { Enclosure } from '../lex/detector.js';
import { findEnd } from '../lex/take-while.js';
import {
  BACKSLASH,
  BLANK,
  BRACE,
  CLOSING_BRACE,
  COLON,
  COMMA,
  isKind,
  KIND,
  QUOTE,
  runStart,
  SPACE,
  skipBackslashes,
} from '../pattern/characters.js';
import { type ComingText, needs } from '../pattern/coming-text.js';

/** More of an object is not read, a longer string counted as a placeholder: so redacted again no more of it is read. */
export const MAX_OBJECT = 512;
const MAX_READ = 2048;
const SHORTEST_PLACEHOLDER = 14;
/** So much has to be seen to know what begins at a place. */
const LONGEST_SIGN = 9;
const MOST_BLANKS = 24;
const BLANK_LETTERS = 'nrt';
const LAST_ASCII = 0x7e;
const PRIMITIVE = /[-+.\w]{1,40}/y;

/** A string, and where its content stands. */
interface Part {
  readonly start: number;
  readonly end: number;
  /** It ends there. */
  readonly isWhole: boolean;
  readonly enclosure: Enclosure;
  /** Just before its end, when that is not the end of the string. */
  readonly backslashes: number;
}

/** A member of an object in JSON that is a string. */
export interface Member extends Part {
  readonly name: string;
}

/**
 * The strings among the members of an object whose bracket stands at an index, and of the objects in it, up to a list or
 * an object of another kind.
 */
export function readMembers(coming: ComingText, from: number, isOther: (name: string) => boolean): readonly Member[] {
  const { text } = coming;
  let most = from + MAX_OBJECT;
  let limit = Math.min(text.length, most);
  const members: Member[] = [];
  let at = from + 1;
  let depth = isFirstInList(text, from) ? 1 : 0;

  const skipBlanks = (): void => {
    at = behindBlanks(text, at, limit);
  };

  const takeString = (): Part | undefined => {
    const part = at < limit ? readString(coming, at, limit) : undefined;
    at =
      part === undefined ? at : part.isWhole ? part.end + part.enclosure.escapes + part.enclosure.close.length : limit;
    const growth = part?.isWhole === true ? part.end - part.start - SHORTEST_PLACEHOLDER : 0;
    most = Math.min(most + Math.max(0, growth), from + MAX_READ);
    limit = Math.min(text.length, most);
    return part;
  };

  /** A member, and the comma behind it. */
  const takeMember = (): boolean => {
    skipBlanks();
    const isNext = text.charCodeAt(at) === BRACE;
    at += isNext ? 1 : 0;
    depth += isNext ? 1 : 0;
    skipBlanks();
    const name = takeString();
    skipBlanks();
    if (name?.isWhole !== true || text.charCodeAt(at) !== COLON) {
      return false;
    }
    at += 1;
    skipBlanks();
    const value = takeString();
    if (value !== undefined) {
      const { start, end, isWhole, enclosure, backslashes } = value;
      members.push({ name: text.slice(name.start, name.end), start, end, isWhole, enclosure, backslashes });
    }
    if (value === undefined && text.charCodeAt(at) === BRACE) {
      at += 1;
      depth += 1;
      return !isOther(text.slice(name.start, name.end));
    }
    at = value === undefined ? behindPrimitive(text, at, limit) : at;
    return takeComma();
  };

  /** The comma behind a member, and the brackets before it that close objects within. */
  const takeComma = (): boolean => {
    skipBlanks();
    while (depth > 0 && text.charCodeAt(at) === CLOSING_BRACE) {
      at += 1;
      depth -= 1;
      skipBlanks();
    }
    const isMore = text.charCodeAt(at) === COMMA;
    at += isMore ? 1 : 0;
    return isMore;
  };

  let isMore = takeMember();
  while (isMore && at < limit) {
    isMore = takeMember();
  }
  if (limit < most && at + LONGEST_SIGN > limit && text.charCodeAt(at) !== CLOSING_BRACE) {
    needs(coming, limit, 1, from);
  }
  return members;
}

function isFirstInList(text: string, from: number): boolean {
  return text.charAt(runStart(text, BLANK, from, Math.max(0, from - MOST_BLANKS)) - 1) === '[';
}

/** White space, also as JSON inside a string has it. */
function behindBlanks(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && !isPlainSign(text.charCodeAt(at))) {
    const isEscape = text.charCodeAt(at) === BACKSLASH && BLANK_LETTERS.includes(text.charAt(at + 1) || '"');
    if (!isEscape && !isKind(text, at, BLANK)) {
      break;
    }
    at += isEscape ? 2 : 1;
  }
  return Math.min(at, limit);
}

function isPlainSign(code: number): boolean {
  return code > SPACE && code <= LAST_ASCII && code !== BACKSLASH;
}

/** The quote of JSON; in JSON inside a string with backslashes before it, in the cell of a table written twice. */
function readString(coming: ComingText, from: number, limit: number): Part | undefined {
  const { text } = coming;
  const quote = skipBackslashes(text, from);
  if (text.charCodeAt(quote) !== QUOTE) {
    return undefined;
  }
  const close = text.charCodeAt(quote + 1) === QUOTE ? '""' : '"';
  const start = quote + close.length;
  const isEmpty = close === '""' && ',}:'.includes(text.charAt(start) || '"');
  if (isEmpty) {
    return { start: quote + 1, end: quote + 1, isWhole: true, enclosure: PLAIN, backslashes: 0 };
  }
  const enclosure = { start, close, escapes: quote - from, stop: KIND.lineEnd };
  const search = { at: start, backslashes: 0 };
  const isEnd = findEnd(search, enclosure, coming, limit);
  return { start, end: search.at, isWhole: isEnd, enclosure, backslashes: search.backslashes };
}

const PLAIN: Enclosure = { start: 0, close: '"', escapes: 0, stop: 0 };

function behindPrimitive(text: string, from: number, limit: number): number {
  PRIMITIVE.lastIndex = from;
  const length = PRIMITIVE.exec(text)?.[0].length ?? 0;
  return Math.min(from + length, limit);
}
