import type { Enclosure, Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { KIND, OPENING, QUOTE } from '../pattern/characters.js';
import { needs, pattern } from '../pattern/coming-text.js';

/** So much of a line is seen. */
const LONGEST = 160;
/** A longer string is hidden to the end of its line. */
const LONGEST_STRING = 1024;
/** The end of the name of a member, with its class and who may read it. */
const PRINTED = pattern(/(?::(?:[\w\\]{1,60}:)?(?:protected|private))?\] => /);
const DUMPED = pattern(/"(?::(?:"[\w\\]{1,60}":)?(?:protected|private))?\]\s?=>\s{1,40}/);
/** No value: another array or object, or the member that follows an empty value. */
const OTHER = /^(?:Array\b|[\w\\]{1,60} Object\b|\s|$|\)\s*$|\[[\w\\: -]{1,80}\] => )/;
const STRING = /^string\((\d{1,6})\) "/;
/** In print on one line the next member follows. */
const NEXT_MEMBER = / \[[\w\\: -]{1,80}\] => /;

/** `[password:protected] => hunter2`, `["password"]=> string(7) "hunter2"`: members of objects and arrays as PHP prints them. */
export function openPrinted(window: Window, nameStart: number, nameEnd: number): Opened | undefined {
  const { text } = window;
  const isQuoted = text.charCodeAt(nameStart - 1) === QUOTE;
  if (text.charCodeAt(isQuoted ? nameStart - 2 : nameStart - 1) !== OPENING) {
    return undefined;
  }
  const sign = (isQuoted ? DUMPED : PRINTED).at(window, nameEnd)?.[0];
  if (sign === undefined) {
    return undefined;
  }
  const start = nameEnd + sign.length;
  const value = text.slice(start, nameEnd + LONGEST);
  const lineEnd = value.indexOf('\n');
  if (lineEnd < 0) {
    needs(window, nameEnd, LONGEST);
  }
  return isQuoted
    ? openDumped(window, value, start)
    : openLine(lineEnd < 0 ? value : value.slice(0, lineEnd), { start, nameStart, nameEnd });
}

function openDumped(window: Window, value: string, from: number): Opened {
  const { text } = window;
  const [opening = '', bytes = ''] = STRING.exec(value) ?? [];
  const length = Number(bytes);
  if (length === 0) {
    return NONE;
  }
  const start = from + opening.length;
  const isLong = length > LONGEST_STRING;
  if (!isLong) {
    needs(window, start, length + 1);
  }
  const line: Enclosure = { start, close: '', escapes: 0, stop: KIND.lineEnd, isData: true };
  const end = isLong ? undefined : [behindBytes(text, start, length), start + length].find(isQuoteAt(text));
  return end === undefined ? line : { ...line, end };
}

function isQuoteAt(text: string): (index: number) => boolean {
  return (index) => text.charCodeAt(index) === QUOTE;
}

const FIRST_OF_TWO = 0x80;
const FIRST_OF_THREE = 0x800;
const TWO = 2;
const THREE = 3;
/** Each half of a pair is two of four. */
const FIRST_HALF = 0xd800;
const LAST_HALF = 0xdfff;

/** The length is told in bytes, which are those of UTF-8 or characters; nothing in the string is escaped, so that only they tell where it ends. */
function behindBytes(text: string, start: number, bytes: number): number {
  let index = start;
  for (let left = bytes; left > 0 && index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isHalf = code >= FIRST_HALF && code <= LAST_HALF;
    left -= code < FIRST_OF_TWO ? 1 : code < FIRST_OF_THREE || isHalf ? TWO : THREE;
  }
  return index;
}

function openLine(line: string, place: Pick<Enclosure, 'start' | 'nameStart' | 'nameEnd'>): Opened {
  if (OTHER.test(line)) {
    return NONE;
  }
  const next = NEXT_MEMBER.exec(line)?.index ?? -1;
  const all: Enclosure = { ...place, close: '', escapes: 0, stop: KIND.lineEnd, isData: true };
  return next < 0 ? all : { ...all, end: place.start + next };
}
