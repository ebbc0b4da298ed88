import { fieldRule } from '../field-names.js';
import type { FieldRule } from '../field-rule.js';
import { isNameKey } from '../person-fields.js';
import { BACKSLASH, KIND, runStart } from './characters.js';
import { LOOK_BACK } from './detector.js';

/** Facts that only people have: shops and places have phones. */
const FACTS: ReadonlySet<string> = new Set(['email', 'birth_date', 'ssn']);
const NAME = 'person_name';
const OPENING = 0x7b;
const CLOSING = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BLANK = KIND.space | KIND.lineEnd;
const DOUBLED = '""';
const LONGEST_KEY = 32;
const MAX_SIGNS = 12;
/** Not in the object of a person. */
const ELSEWHERE = -1;

/**
 * Remembers, from one finding to the next, whether the text stands in an object of JSON that is a person's: where a fact
 * stood that only people have, also as a placeholder. Nothing before a finding may be looked at again, so this is kept.
 */
export interface PersonTrace {
  /** Goes on from the end of the last finding to another one. */
  readonly pass: (text: string, floor: number, start: number, type: string) => void;
  /** Whether the object that a place stands in is a person's, for all that was found before. */
  readonly isPersonAt: (text: string, floor: number, at: number) => boolean;
  readonly reset: () => void;
}

export function createPersonTrace(): PersonTrace {
  // How many objects lie around the end of the last finding within that of the person.
  let depth = ELSEWHERE;
  return {
    pass: (text, floor, start, type) => {
      depth = depth === ELSEWHERE ? depth : depthAt(text, floor, start, depth);
      if (couldBeMember(text, start) && (type === NAME || FACTS.has(type)) && isFact(text, floor, start, type)) {
        depth = 0;
      }
    },
    isPersonAt: (text, floor, at) => depth !== ELSEWHERE && depthAt(text, floor, at, depth) === 0,
    reset: () => {
      depth = ELSEWHERE;
    },
  };
}

function depthAt(text: string, from: number, to: number, before: number): number {
  let depth = to - from > LOOK_BACK ? ELSEWHERE : before;
  for (let at = from; at < to && depth !== ELSEWHERE; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPENING) {
      depth += isNextOfList(text, at, from) && depth === 0 ? 0 : 1;
    } else if (code === CLOSING) {
      depth -= depth === 0 && isBeforeNext(text, at, to) ? 0 : 1;
    }
  }
  return depth;
}

/** Behind the object of a person stands that of another one in the same list. */
function isBeforeNext(text: string, close: number, to: number): boolean {
  let at = close + 1;
  let commas = 0;
  while (at < to && (text.charCodeAt(at) === COMMA || isBlank(text, at))) {
    commas += text.charCodeAt(at) === COMMA ? 1 : 0;
    at += 1;
  }
  return commas === 1 && at < to && text.charCodeAt(at) === OPENING;
}

function isNextOfList(text: string, open: number, from: number): boolean {
  const comma = runStart(text, BLANK, open, from) - 1;
  const close = runStart(text, BLANK, comma, from) - 1;
  return comma >= from && text.charCodeAt(comma) === COMMA && close >= from && text.charCodeAt(close) === CLOSING;
}

function isBlank(text: string, at: number): boolean {
  return runStart(text, BLANK, at + 1, at) === at;
}

/** A cheap question before the others: before a value in JSON stand a colon, quotes, or blanks behind these. */
function couldBeMember(text: string, start: number): boolean {
  const code = text.charCodeAt(start - 1);
  const before = code === SPACE ? text.charCodeAt(start - 2) : code;
  return before === COLON || before === SPACE || before === QUOTE || before === APOSTROPHE || before === BACKSLASH;
}

/** Whether a finding is the value of a member that only people have. */
function isFact(text: string, floor: number, start: number, type: string): boolean {
  const lowest = Math.max(floor, start - MAX_SIGNS);
  let at = start - 1;
  while (at > lowest && isBetween(text, at)) {
    at -= 1;
  }
  const key = text.charCodeAt(at) === COLON ? keyBefore(text, at, floor) : '';
  return key !== '' && ((type === NAME && isNameKey(key)) || isOfPerson(fieldRule(key)));
}

/** The customer of an order is not what the order is about. */
function isOfPerson(rule: FieldRule | undefined): boolean {
  return rule !== undefined && (FACTS.has(rule.type) || (rule.type === NAME && rule.value !== 'full_name'));
}

function isBetween(text: string, at: number): boolean {
  const sign = text.charAt(at);
  return sign === '"' || sign === "'" || sign === ' ' || sign === '\\';
}

/** The key in quotes before a colon; nothing when there is none. */
export function keyBefore(text: string, colon: number, floor: number): string {
  const quote = text.charAt(colon - 1);
  if (quote !== '"' && quote !== "'") {
    return '';
  }
  let end = text.startsWith(DOUBLED, colon - DOUBLED.length) ? colon - DOUBLED.length : colon - 1;
  while (end > floor && text.charCodeAt(end - 1) === BACKSLASH) {
    end -= 1;
  }
  return text.slice(runStart(text, KIND.name | KIND.space, end, Math.max(floor, end - LONGEST_KEY)), end);
}
