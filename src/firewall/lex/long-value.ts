import {
  type CharacterKind,
  EQUALS,
  firstOf,
  isKind,
  KIND,
  LINE_FEED,
  runEnd,
  runStart,
} from '../pattern/characters.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import type { Swallow } from './detector.js';

/** Takes characters up to one of a kind, or up to one of some marks, which are in small letters. */
export function untilMark(marks: readonly string[], stop: CharacterKind): Swallow {
  return ({ text }, from) => {
    const end = firstOf(text, stop, from, text.length);
    const rest = text.slice(from, end).toLowerCase();
    const places = marks.map((mark) => rest.indexOf(mark)).filter((place) => place >= 0);
    if (places.length > 0) {
      return { upTo: from + Math.min(...places), isDone: true };
    }
    return end < text.length ? { upTo: end, isDone: true } : { upTo: from + beginningOf(rest, marks), isDone: false };
  };
}

/** How many characters certainly belong to no mark: one that has begun is read again. */
export function beginningOf(text: string, marks: readonly string[]): number {
  const longest = Math.max(0, ...marks.map(({ length }) => length - 1));
  for (let at = Math.max(0, text.length - longest); at < text.length; at += 1) {
    if (marks.some((mark) => mark.startsWith(text.slice(at)))) {
      return at;
    }
  }
  return text.length;
}

/** The lines into which programs cut base64. */
const LENGTHS = new Set([64, 76]);
/** A line break, and how far lines may be indented. */
const MAX_GAP = 18;
const CARRIAGE_RETURN = 0x0d;

/** Whether a word is as long as a line of base64 that was cut into lines, and a line ends behind it. */
export function isWrapped(text: string, start: number, end: number): boolean {
  return LENGTHS.has(end - start) && isKind(text, end, KIND.lineEnd);
}

/** Takes the lines behind that are words of a kind and no longer; a shorter one, or one with padding, is the last. */
export function whileLines(kind: CharacterKind, length: number): Swallow {
  return (coming, from) => {
    let at = from;
    let end = endOfLine(coming, at, kind, length);
    while (end > at) {
      at = end;
      end = isLast(coming.text, at, kind, length) ? at : endOfLine(coming, at, kind, length);
    }
    return { upTo: at, isDone: end !== MORE };
  };
}

const MORE = -1;

/** The end of the line behind a line break; where that begins when the line is something else. */
function endOfLine(coming: ComingText, at: number, kind: CharacterKind, length: number): number {
  const { text } = coming;
  const start = nextLine(text, at);
  const end = runEnd(text, kind, start, start + length + 1);
  const isShort = end - start <= length;
  if (isShort && isCut(coming, end) && (start > at || at === text.length)) {
    return MORE;
  }
  const isEnded = end === text.length || isKind(text, end, KIND.lineEnd);
  return start > at && end > start && isShort && isEnded ? end : at;
}

function isLast(text: string, end: number, kind: CharacterKind, length: number): boolean {
  return text.charCodeAt(end - 1) === EQUALS || runStart(text, kind, end, end - length) > end - length;
}

/** Where the words of the next line begin; the index itself when no line ends there, or too much white space follows. */
function nextLine(text: string, index: number): number {
  let at = text.charCodeAt(index) === CARRIAGE_RETURN ? index + 1 : index;
  if (at < text.length && text.charCodeAt(at) !== LINE_FEED) {
    return index;
  }
  at = runEnd(text, KIND.space, at + 1, index + MAX_GAP);
  return at < index + MAX_GAP ? Math.min(at, text.length) : index;
}
