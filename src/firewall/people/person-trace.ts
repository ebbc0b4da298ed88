import { fieldRule } from '../judge/field-names.js';
import type { FieldRule } from '../judge/field-rule.js';
import { isGivenPerson } from '../judge/given-person.js';
import { LOOK_BACK } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { BLANK, COMMA, runStart } from '../pattern/characters.js';
import { CLOSING, COLON, hasOwner, keyBefore, OPENING, objectsOut } from './json-members.js';
import { isFactOfPeople, isNameKey, namesFactOfPeople } from './person-fields.js';

const NAME = 'person_name';
const MAX_SIGNS = 12;
/** A finding in an object in an object of a person. */
const MAX_OUTER = 3;
/** Not in the object of a person. */
const ELSEWHERE = -1;

/**
 * Remembers, from one finding to the next, whether the text stands in an object of JSON that is a person's: where a fact
 * stood that only people have, or a member is called so. Nothing before a finding may be looked at again, so this is kept.
 */
export interface PersonTrace {
  /** Goes on from the end of the last finding to another one. */
  readonly pass: (text: string, floor: number, finding: Found) => void;
  /** Whether the object that a place stands in is a person's, for all that was found before. */
  readonly isPersonAt: (text: string, floor: number, at: number) => boolean;
  readonly reset: () => void;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

export function createPersonTrace(): PersonTrace {
  // How many objects lie around the end of the last finding within that of the person.
  let depth = ELSEWHERE;
  return {
    pass: (text, floor, { start, end, type }) => {
      depth = depth === ELSEWHERE ? depth : depthAt(text, floor, start, depth);
      const key = couldBeMember(text, start) ? keyOf(text, floor, start) : '';
      if (key !== '' && isFact(key, type) && !isByItself(text, floor, { start, end, key })) {
        depth = 0;
      } else if (key !== '' && depth === ELSEWHERE) {
        // A fact that was no finding, as in `"email": null`: nobody will see it behind this one.
        depth = objectsOut(text, { floor, at: start, most: LOOK_BACK, outermost: MAX_OUTER }, namesFactOfPeople);
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
  if (start < 2) {
    return false;
  }
  const before = text.charAt(start - 1) === ' ' ? text.charAt(start - 2) : text.charAt(start - 1);
  return `: "'\\`.includes(before);
}

/** The key of the member whose value a finding is; nothing when it is none. */
function keyOf(text: string, floor: number, start: number): string {
  const lowest = Math.max(floor, start - MAX_SIGNS);
  let at = start - 1;
  while (at > lowest && isBetween(text, at)) {
    at -= 1;
  }
  return text.charCodeAt(at) === COLON ? keyBefore(text, at, floor) : '';
}

/** Whether a finding of a type is the value of a member that only people have. */
function isFact(key: string, type: string): boolean {
  return (type === NAME && isNameKey(key)) || ((type === NAME || isFactOfPeople(type)) && isOfPerson(fieldRule(key)));
}

interface Member {
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

/** A bare name that was found for its given name, or before: the next thing in the list may be no person. */
function isByItself(text: string, floor: number, { start, end, key }: Member): boolean {
  return (
    isNameKey(key) &&
    (text.startsWith(PLACEHOLDER_START, start) ||
      (isGivenPerson(text.slice(start, end)) && !hasOwner(text, floor, start)))
  );
}

/** The customer of an order is not what the order is about. */
function isOfPerson(rule: FieldRule | undefined): boolean {
  return rule !== undefined && (isFactOfPeople(rule.type) || (rule.type === NAME && rule.value !== 'full_name'));
}

function isBetween(text: string, at: number): boolean {
  return `"' \\`.includes(text.charAt(at));
}
