import type { Value } from '../../contract/row.js';
import { isList } from '../rows/field-paths.js';

/** A short list or object is written where it stands; of others only their size. */
const MOST_INLINE_CHARS = 60;
const MOST_INLINE_ITEMS = 8;
/** A longer text has lines of its own. */
export const LONGEST_INLINE = 160;
const BARE = /^[\p{L}_$@./\\~<>=^*+[][^\s,:"{}'`\n\r]{0,160}$/u;
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** A value as it stands behind its name; `undefined` when it needs lines of its own. */
export function writtenInline(value: Value): string | undefined {
  if (typeof value === 'string') {
    return isOneLine(value) && value.length <= LONGEST_INLINE ? writtenText(value) : undefined;
  }
  if (value === null || typeof value !== 'object') {
    return String(value);
  }
  // The values of a long list would be a second list as long.
  if (isList(value) && value.length > MOST_INLINE_ITEMS) {
    return;
  }
  const members: readonly Value[] = Object.values(value);
  const isShort = members.length <= MOST_INLINE_ITEMS && members.every(isPlain);
  const json = isShort ? JSON.stringify(value) : '';
  return isShort && json.length <= MOST_INLINE_CHARS ? json : undefined;
}

/** Quoted where it would not read as one word, or as another value. */
export function writtenText(text: string): string {
  return BARE.test(text) && !WORDS.has(text) ? text : JSON.stringify(text);
}

/** What is said of a value where it is not written: how much of it there is. */
export function sizeOf(value: Value): string {
  if (typeof value === 'string') {
    const lines = linesOf(value).length;
    return lines > 1 ? `(${lines} lines)` : `(${value.length} chars)`;
  }
  if (isList(value)) {
    return `[${value.length}]`;
  }
  const count = value !== null && typeof value === 'object' ? Object.keys(value).length : 1;
  return `{${count}}`;
}

export function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line, index, lines) => line !== '' || index < lines.length - 1);
}

/** `dependencies.*`; what lies inside one another again and again is one: `dependencies.**`. */
export function everyMember(pattern: string): string {
  const parent = pattern.slice(0, pattern.lastIndexOf('.') + 1);
  const name = pattern.slice(parent.length);
  const above = `${name}.*.`;
  return parent.endsWith(above) || parent.endsWith(`${name}.**.`)
    ? `${parent.slice(0, parent.lastIndexOf('*') + 1)}${parent.endsWith('**.') ? '' : '*'}`
    : `${pattern === '' ? '' : `${pattern}.`}*`;
}

function isOneLine(text: string): boolean {
  return !text.includes('\n') && !text.includes('\r');
}

function isPlain(value: Value): boolean {
  return value === null || typeof value !== 'object';
}

/** Whether a row holds lists, objects or texts of several lines that one line cannot tell. */
export function holdsRecords(row: Value): boolean {
  return row !== null && typeof row === 'object' && Object.values(row).some(needsLines);
}

function needsLines(value: Value): boolean {
  return typeof value === 'string' ? !isOneLine(value) : writtenInline(value) === undefined;
}
