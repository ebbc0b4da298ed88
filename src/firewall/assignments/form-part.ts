import type { Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import type { Enclosure } from '../lex/value-enclosure.js';
import { KIND } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';

/** What stands between the name of a part and its content; also in a string. */
const HEAD = /^(?:"(?:\r?\nContent-[^\r\n]{1,60}){0,2}(?:\r?\n){2}|\\?"(?:\\r\\n|\\n){2})/i;
/** A longer part is hidden to the end of its line, or of its string. */
const LONGEST_PART = 1024;
const BOUNDARY = /\r?\n--[^\r\n]{1,70}(?:--|\r?\nContent-)/i;
/** To the boundary behind it or to the end of its string; quotes in it stand behind a backslash. */
const IN_STRING = /^(?:[^"\\\r\n]|\\(?!(?:r\\)?n--[^"\\\r\n]{1,70}(?:--|(?:\\r)?\\nContent-))[^\r\n]){0,1024}/i;
/** The same in a string in other quotes, which ends with its line at the latest. */
const IN_OTHER = /^(?:[^\\\r\n]|\\(?!(?:r\\)?n--[^\\\r\n]{1,70}(?:--|(?:\\r)?\\nContent-))[^\r\n]){0,1024}/i;

/** The content of a part of a form, behind its name; nothing when no such part begins here. */
export function openFormPart(window: Window, nameEnd: number, behind: string): Opened | undefined {
  const head = HEAD.exec(behind)?.[0];
  if (head === undefined) {
    return undefined;
  }
  const start = nameEnd + head.length;
  const content = window.text.slice(start, start + LONGEST_PART);
  const isInString = head.startsWith('\\');
  const length = head.includes('\\') ? lengthInString(content, isInString) : (BOUNDARY.exec(content)?.index ?? -1);
  if (length < 0) {
    needs(window, start, LONGEST_PART);
  }
  const part: Enclosure = { start, close: isInString ? '"' : '', escapes: 0, stop: KIND.lineEnd, isData: true };
  return length === 0 ? NONE : length < 0 ? part : { ...part, end: start + length };
}

/** What ends it has to be seen, and what stands behind that. */
function lengthInString(content: string, isInString: boolean): number {
  const length = (isInString ? IN_STRING : IN_OTHER).exec(content)?.[0].length ?? 0;
  return length + 1 < content.length ? length : -1;
}
