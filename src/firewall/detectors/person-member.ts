import { fieldRule } from '../field-names.js';
import { isPersonKey } from '../person-fields.js';
import { isKind, KIND } from '../redactor/characters.js';
import { found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { isPersonName } from '../redactor/person.js';

/** Facts that only people have: shops and places have phones. */
const FACTS: ReadonlySet<string> = new Set(['email', 'birth_date', 'ssn']);
const LAST_ASCII = 0x7f;
/** What can stand between the name and the first letter of its value. */
const SIGNS = '"\\\': \t';
const MAX_SIGNS = 24;
const MAX_NAME = 72;
/** Quotes as JSON has them: also in a string, in the cell of a table, and as Python prints them. */
const QUOTE = String.raw`\\{0,7}(?:""|"|')`;
const OPENING = new RegExp(`^${QUOTE}[ \\t]{0,4}:[ \\t]{0,4}${QUOTE}$`);
const APOSTROPHE = 0x27;
const IN_APOSTROPHES = /^[^'\\\n]{1,72}/;
const IN_QUOTES = /^[^"\\\n]{1,72}/;
const OWNER = new RegExp(`${QUOTE}([\\w. -]{1,32})${QUOTE}\\s{0,40}:\\s{0,40}(?:\\[\\s{0,40})?\\{[^{}]*$`);
const KEY = new RegExp(`${QUOTE}([\\w. -]{1,32})${QUOTE}\\s{0,4}:`, 'g');
const BRACKET = /[{}]/;
/** So far before the name its owner may stand, and so far behind it another fact. */
const MAX_BEFORE = 160;
const MAX_BEHIND = 1024;

/** `"name": "Jane Doe"` in an object that is a customer or the like, or that has an e-mail address or a birth date. */
export function matchPersonMember(window: Window, start: number, end: number, type: string): Verdict | undefined {
  const { text, isFinal } = window;
  const from = behindSigns(text, end);
  const isLetter = isKind(text, from, KIND.upper) || text.charCodeAt(from) > LAST_ASCII;
  const isBegun = from + MAX_NAME >= text.length && !isFinal;
  if (!isLetter || !OPENING.test(text.slice(end, from))) {
    return from === text.length && isBegun ? undecided(start) : undefined;
  }
  const content = contentAt(text, from);
  const to = from + content.length;
  if (to === text.length && isBegun) {
    return undecided(start);
  }
  const isPerson = isFullName(content) && (hasOwner(window, start) || hasFact(text, to, isFinal));
  return isPerson === undefined ? undecided(start) : isPerson ? found(from, to, type) : undefined;
}

function behindSigns(text: string, from: number): number {
  let at = from;
  while (at < from + MAX_SIGNS && SIGNS.includes(text.charAt(at) || '-')) {
    at += 1;
  }
  return at;
}

/** What stands up to the quote that closes. */
function contentAt(text: string, from: number): string {
  const pattern = text.charCodeAt(from - 1) === APOSTROPHE ? IN_APOSTROPHES : IN_QUOTES;
  return pattern.exec(text.slice(from, from + MAX_NAME))?.[0] ?? '';
}

function isFullName(value: string): boolean {
  return value.length < MAX_NAME && value.includes(' ') && isPersonName(value);
}

/** `"customer": {` before the name, in the same object. */
function hasOwner({ text, floor }: Window, start: number): boolean {
  const before = OWNER.exec(text.slice(Math.max(floor, start - MAX_BEFORE), start));
  return before !== null && isPersonKey(before[1] ?? '');
}

/** Whether a member behind the name is one that only people have; `undefined` when more text is needed. */
function hasFact(text: string, from: number, isFinal: boolean): boolean | undefined {
  const behind = text.slice(from, from + MAX_BEHIND);
  const bracket = behind.search(BRACKET);
  const members = bracket < 0 ? behind : behind.slice(0, bracket);
  for (const [, name = ''] of members.matchAll(KEY)) {
    if (FACTS.has(fieldRule(name)?.type ?? '')) {
      return true;
    }
  }
  return bracket < 0 && behind.length < MAX_BEHIND && !isFinal ? undefined : false;
}
