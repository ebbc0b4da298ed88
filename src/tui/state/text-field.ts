import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Key } from '../terminal/keys.js';
import { displayWidth } from '../text/display-width.js';
import { segment } from '../text/graphemes.js';
import { windowOf } from './window-of.js';

/** A line of text that is being typed. `cursor` counts code units and lies between two characters as people see them. */
export interface TextField {
  readonly text: string;
  readonly cursor: number;
}

export const EMPTY_FIELD: TextField = { text: '', cursor: 0 };

export function fieldOf(text: string): TextField {
  return { text, cursor: text.length };
}

/** The field after a key; undefined for a key that does not edit. */
export function editField(field: TextField, key: Key): TextField | undefined {
  const edit = EDITS[key.name];
  if (edit !== undefined) {
    return edit(field);
  }
  return key.text === undefined ? undefined : insert(field, onOneLine(key.text));
}

/** A field has one line; what is pasted may have more, and often ends with a line break. */
function onOneLine(text: string): string {
  return text.replace(/\n+$/, '').replace(/[\n\t]+/g, ' ');
}

const EDITS: Readonly<Record<string, (field: TextField) => TextField>> = {
  left: ({ text, cursor }) => ({ text, cursor: before(text, cursor) }),
  right: ({ text, cursor }) => ({ text, cursor: after(text, cursor) }),
  home: ({ text }) => ({ text, cursor: 0 }),
  'ctrl+a': ({ text }) => ({ text, cursor: 0 }),
  end: ({ text }) => fieldOf(text),
  'ctrl+e': ({ text }) => fieldOf(text),
  backspace: ({ text, cursor }) => without(text, before(text, cursor), cursor),
  'ctrl+u': ({ text, cursor }) => without(text, 0, cursor),
  'ctrl+w': ({ text, cursor }) => without(text, wordStart(text, cursor), cursor),
};

function insert({ text, cursor }: TextField, typed: string): TextField {
  return { text: text.slice(0, cursor) + typed + text.slice(cursor), cursor: cursor + typed.length };
}

function without(text: string, from: number, to: number): TextField {
  return { text: text.slice(0, from) + text.slice(to), cursor: from };
}

/** Far longer than any one character; only what is near the cursor is looked at. */
const NEAR = 64;

function before(text: string, cursor: number): number {
  const last = charactersOf(text.slice(Math.max(0, cursor - NEAR), cursor)).at(-1);
  return cursor - (last?.length ?? 0);
}

function after(text: string, cursor: number): number {
  return cursor + (charactersOf(text.slice(cursor, cursor + NEAR))[0]?.length ?? 0);
}

/** The word before the cursor, and the blanks between the two. */
function wordStart(text: string, cursor: number): number {
  let at = cursor;
  while (at > 0 && text[at - 1] === ' ') {
    at -= 1;
  }
  while (at > 0 && text[at - 1] !== ' ') {
    at -= 1;
  }
  return at;
}

function charactersOf(text: string): readonly string[] {
  return Array.from(segment(text), (grapheme) => grapheme.segment);
}

/** One line of a field that has more than one: the cursor stands on `at`, or not in this line. */
export interface FieldLine {
  readonly before: string;
  readonly at?: string;
  readonly after: string;
}

const LONGEST_SHOWN = 4096;

/** The field broken over lines of a width, as it is safe to show; of those at most `most`, around the cursor. */
export function fieldLines({ text, cursor }: TextField, width: number, most: number): readonly FieldLine[] {
  const from = Math.max(0, cursor - LONGEST_SHOWN);
  const ahead = charactersOf(text.slice(from, cursor));
  const characters = [...ahead, ...charactersOf(text.slice(cursor, cursor + LONGEST_SHOWN)), ' '].map(terminalSafeLine);
  const lines: { before: string; at?: string; after: string }[] = [{ before: '', after: '' }];
  let used = 0;
  let current = 0;
  for (const [index, character] of characters.entries()) {
    const own = displayWidth(character);
    if (used + own > width && used > 0) {
      lines.push({ before: '', after: '' });
      used = 0;
    }
    used += own;
    const line = lines[lines.length - 1];
    if (line === undefined) {
      break;
    }
    if (index === ahead.length) {
      line.at = character === '' ? ' ' : character;
      current = lines.length - 1;
    } else if (index < ahead.length) {
      line.before += character;
    } else {
      line.after += character;
    }
  }
  const top = windowOf(current, lines.length, most, 0);
  return lines.slice(top, top + most);
}

export interface FieldView {
  readonly before: string;
  /** What the cursor stands on; a blank at the end. */
  readonly at: string;
  readonly after: string;
}

/** The part of the field around the cursor that fits the width, as it is safe to show. */
export function fieldView({ text, cursor }: TextField, width: number): FieldView {
  const reach = Math.max(1, width) * 4;
  const left = charactersOf(text.slice(Math.max(0, cursor - reach), cursor)).map(terminalSafeLine);
  const [under = ' ', ...right] = charactersOf(text.slice(cursor, cursor + reach)).map(terminalSafeLine);
  const at = under === '' ? ' ' : under;
  const shownLeft = fitting(left.reverse(), width - displayWidth(at)).reverse();
  const used = shownLeft.reduce((sum, character) => sum + displayWidth(character), 0);
  return { before: shownLeft.join(''), at, after: fitting(right, width - displayWidth(at) - used).join('') };
}

function fitting(characters: readonly string[], width: number): string[] {
  const kept: string[] = [];
  let used = 0;
  for (const character of characters) {
    used += displayWidth(character);
    if (used > width) {
      break;
    }
    kept.push(character);
  }
  return kept;
}
