import { KIND } from './characters.js';
import type { Window } from './detector.js';
import { type Found, MORE, NONE } from './until.js';
import type { Enclosure } from './value-enclosure.js';

const BRACKET = 0x5b;
const QUOTE = 0x22;
const LONGEST = 160;
/** The end of the name of a member, with its class and who may read it. */
const PRINTED = /^(?::(?:[\w\\]{1,60}:)?(?:protected|private))?\] => /;
const DUMPED = /^"(?::(?:"[\w\\]{1,60}":)?(?:protected|private))?\]\s?=>\s{1,40}/;
const BEGUN = /^"?(?::["\w\\:]{0,80})?(?:\](?:\s?(?:=(?:>\s{0,40})?)?)?)?$/;
const OBJECT = /^(?:Array\b|[\w\\]{1,60} Object\b|\s|$)/;
const STRING = /^string\(\d{1,6}\) "/;
/** In print on one line the next member follows, or the end. */
const MORE_MEMBERS = /\s[[)]/;

/** `[password:protected] => hunter2`, `["password"]=> string(7) "hunter2"`: members of objects and arrays as PHP prints them. */
export function openPrinted(window: Window, nameStart: number, nameEnd: number): Found<Enclosure> | undefined {
  const { text, isFinal } = window;
  const isQuoted = text.charCodeAt(nameStart - 1) === QUOTE;
  if (text.charCodeAt(isQuoted ? nameStart - 2 : nameStart - 1) !== BRACKET) {
    return undefined;
  }
  const seen = text.slice(nameEnd, nameEnd + LONGEST);
  const isCut = seen.length < LONGEST && !isFinal;
  const length = (isQuoted ? DUMPED : PRINTED).exec(seen)?.[0].length;
  if (length === undefined) {
    return isCut && BEGUN.test(seen) ? MORE : undefined;
  }
  const value = seen.slice(length);
  const lineEnd = value.indexOf('\n');
  if (lineEnd < 0 && isCut) {
    return MORE;
  }
  return isQuoted
    ? openDumped(value, nameEnd + length)
    : openLine(lineEnd < 0 ? value : value.slice(0, lineEnd), { start: nameEnd + length, nameStart, nameEnd });
}

function openDumped(value: string, from: number): Found<Enclosure> {
  const opening = STRING.exec(value)?.[0].length;
  return opening === undefined ? NONE : { start: from + opening, close: '"', escapes: 0, stop: KIND.lineEnd };
}

function openLine(line: string, place: Pick<Enclosure, 'start' | 'nameStart' | 'nameEnd'>): Found<Enclosure> {
  if (OBJECT.test(line)) {
    return NONE;
  }
  const stop = MORE_MEMBERS.test(line) ? KIND.pause : KIND.lineEnd;
  return { ...place, close: '', escapes: 0, stop, isLine: true, inner: 'line' };
}
