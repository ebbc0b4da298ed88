import { isPersonName } from '../judge/person.js';
import type { Finding, Verdict, Window } from '../lex/detector.js';
import { BLANK, runEnd } from '../pattern/characters.js';
import { needs, searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { PERSON_TYPE } from './person-field.js';
import { isStatedName } from './stated-name.js';

/** More of an object is not read, and no more objects of a list. */
const MAX_OBJECT = 512;
const MOST_NAMES = 4;
const MOST_BLANKS = 40;
/** A key of a name and its value, which is a string or a list of strings. */
const PART = /"(family|given|text)"\s{0,40}:\s{0,40}("(?:[^"\\]|\\.){0,120}"|\[[^[\]]{0,512}(?:\]|$))/g;
const STRING = /"((?:[^"\\]|\\.){0,120})"/g;
/** An object that lies in another one. */
const INNER = /\{[^{}]*\}/g;
const INITIAL = letterPattern(String.raw`^\p{L}\.?$`);

interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * `"family": "Roe", "given": ["Jane", "Q"]`, as records of patients and lists of authors have names: one of the two alone
 * is a word for many things. All are found at once, from the first of them on.
 */
export function matchHumanName(window: Window, start: number): Verdict | undefined {
  return verdictOf(namesIn(restOfObject(window, start), start));
}

/** The same from the key of the list on, so that the whole name is found too where it stands before its parts. */
export function matchHumanNames(window: Window, end: number): Verdict | undefined {
  const { text } = window;
  const names: Part[] = [];
  let open = openingAt(text, end + 1);
  for (let count = 0; count < MOST_NAMES && text.charAt(open) === '{'; count += 1) {
    const object = restOfObject(window, open + 1);
    names.push(...namesIn(object, open + 1));
    open = behindBlanks(text, open + 2 + object.length);
    open = text.charAt(open) === ',' ? behindBlanks(text, open + 1) : open;
  }
  searched(window, open, open + 1);
  return verdictOf(names);
}

/** Behind the colon and the bracket of a list, if there is one. */
function openingAt(text: string, from: number): number {
  const colon = behindBlanks(text, from);
  const value = text.charAt(colon) === ':' ? behindBlanks(text, colon + 1) : colon;
  return text.charAt(value) === '[' ? behindBlanks(text, value + 1) : value;
}

function behindBlanks(text: string, from: number): number {
  return runEnd(text, BLANK, from, from + MOST_BLANKS);
}

function verdictOf(names: readonly Part[]): Verdict | undefined {
  const [first, ...others] = names.map(({ start, end }): Finding => ({ kind: 'found', start, end, type: PERSON_TYPE }));
  return first === undefined ? undefined : { ...first, others };
}

/** What stands behind a place up to the end of its object, with blanks in place of the objects in it. */
function restOfObject(window: Window, from: number): string {
  let rest = window.text.slice(from, from + MAX_OBJECT);
  for (let inner = ''; inner !== rest; ) {
    inner = rest;
    rest = rest.replace(INNER, (object) => ' '.repeat(object.length));
  }
  const close = rest.indexOf('}');
  if (close < 0) {
    needs(window, from, MAX_OBJECT);
  }
  return close < 0 ? rest : rest.slice(0, close);
}

/** What is a name among the members of one object that begin at a place, when both parts of a name are there. */
function namesIn(object: string, from: number): readonly Part[] {
  const members = [...object.matchAll(PART)];
  const isWhole = ['family', 'given'].every((name) => members.some(([, key]) => key === name));
  return (isWhole ? members : []).flatMap(({ 0: whole, 2: value = '', index }) => {
    const first = from + index + whole.length - value.length;
    return [...value.matchAll(STRING)]
      .filter(([, name = '']) => isPersonName(name) || isStatedName(name) || INITIAL.test(name))
      .map(({ 1: name = '', index: at }) => ({ start: first + at + 1, end: first + at + 1 + name.length }));
  });
}
