import { isProgramWord } from '../judge/program-text.js';
import { runsOf } from '../judge/random-value.js';
import { found, type Verdict, type Window } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { NONE } from '../lex/take-while.js';
import { isInString } from '../lex/value-opening.js';
import { BLANK, ESCAPE, isKind, KIND, runEnd } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';

/** Longer words are addresses, code and encoded data more often than passwords. */
const LONGEST = 72;
const SHORTEST = 8;
/** With two kinds of letters and digits only. */
const SHORTEST_PLAIN = 10;
/** Another assignment behind a separator, the escape of a line's end, an end tag. */
const NEXT =
  /[,;](?:[A-Z]?[a-z][A-Za-z_.-]{2,}=|[a-z][a-z_.-]{2,}:)|&[\w.-]+=|\\[nrt](?:[\w.-]+["']?[=:]|["'\\]|$)|\\["'][)}\]]*(?:["',;]|$)|<\/[a-z]+>|<br|&(?:quot|apos|amp|lt|gt|nbsp);/;
/** Versions, other assignments, addresses, templates, character references, markup. */
const OTHER = /^[v^~<>=]*\d+\.\d+\.\d|^[A-Za-z_.-]{3,}=|:\/\/|^\$?\{.*\}$|\$\{\w+[:}]|\{\{\w|^<.*>$|&#\w|<\/?[a-z]+>/;
/** Patterns, escapes, arrows, and calls or members that are closed. */
const CODE =
  /\(\?[:=!<]|\[\^?(?:\\[wdsux]|[aA0-1]-)|\\[wdsWDS][+*?{)\]]|\\u[\da-f]{4}|\\x[\da-f]{2}|\)=>|=>\{|^!?[a-z_$][\w$.]{2,}[([]{1,3}[\w$.,"']*[()\]]|^[([{]["'[{]|^[A-Z]\w*<|^\$\w+(?:\[\w+\]|->)/;
/** As manual pages write that letters lean. */
const TYPESET = /^\\f[IR]/;
const OPENER: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
const QUOTES = '"\'`';
const PAUSES = '.,;:!?';
const MAX_LINE = 100;
const SHORTEST_RUN = 4;
/** Of words and numbers there may be so much in a random word, and so often at least it changes from one kind to another. */
const MOST_IN_WORDS = 0.4;
const LEAST_RUNS = 0.45;
const FEWEST_SIGNS = 3;

/**
 * The end of a word without quotes that begins at an index, if all of it is as random as only passwords are, whatever its
 * signs. What closes the string, bracket or sentence around it is no part of it.
 */
export function randomWordEnd(window: Window, start: number): number | typeof NONE {
  const { text } = window;
  const limit = start + LONGEST;
  const plain = runEnd(text, KIND.name, start, limit);
  if (isKind(text, plain, BLANK)) {
    return NONE;
  }
  const stop = wordEnd(text, plain, limit);
  if (stop === limit || needs(window, stop, 1, start) || stop - start < SHORTEST) {
    return NONE;
  }
  const end = start + lengthWithin(window, start, text.slice(start, stop));
  return isRandomWord(text.slice(start, end)) ? end : NONE;
}

/** What is found at a place, and the rest of its word with it where all of that is random. */
export function withRandomWord(
  window: Window,
  start: number,
  type: string,
  verdict: Verdict | undefined,
): Verdict | undefined {
  if (verdict !== undefined && (verdict.kind !== 'found' || isKind(window.text, verdict.end, BLANK))) {
    return verdict;
  }
  const end = randomWordEnd(window, start);
  return end === NONE || (verdict !== undefined && verdict.end >= end) ? verdict : found(start, end, type);
}

function wordEnd(text: string, start: number, limit: number): number {
  const end = Math.min(limit, text.length);
  let at = start;
  while (at < end && !isKind(text, at, BLANK) && text.charCodeAt(at) !== ESCAPE) {
    at += 1;
  }
  return at;
}

/** How much of a word is left when what is around it, and behind it, is taken away. */
function lengthWithin(window: Window, start: number, word: string): number {
  const next = word.search(NEXT);
  let value = next < 0 ? word : word.slice(0, next);
  // What a quote closes ends with no sign of a sentence.
  const whole = value.length;
  for (const quote of QUOTES) {
    const close = value.indexOf(quote);
    if (close >= 0 && isInString(window, start, quote)) {
      value = value.slice(0, close);
    }
  }
  const isPause = value.length === whole && PAUSES.includes(value.at(-1) ?? ' ');
  const end = isPause ? value.length - 1 : value.length;
  return withoutClosers(window, start, value.slice(0, end)).length;
}

/** Without the brackets that were opened before it in its line. */
function withoutClosers({ text, floor }: Window, start: number, value: string): string {
  const last = value.at(-1) ?? '';
  const opener = OPENER[last];
  if (opener === undefined) {
    return value;
  }
  const before = text.slice(Math.max(floor, start - MAX_LINE), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return line.lastIndexOf(opener) > line.lastIndexOf(last) ? value.slice(0, -1) : value;
}

/** Whether letters, digits and signs take turns as they do by chance, and in no form that code or markup has. */
export function isRandomWord(value: string): boolean {
  if (value.length < SHORTEST || value.includes(PLACEHOLDER_START)) {
    return false;
  }
  const kinds = Number(/\d/.test(value)) + Number(/[a-z]/.test(value)) + Number(/[A-Z]/.test(value));
  const signs = new Set(value.match(/[^\w.-]/g)).size;
  if (kinds < 2 || signs === 0 || (kinds === 2 && (signs < FEWEST_SIGNS || value.length < SHORTEST_PLAIN))) {
    return false;
  }
  const runs = runsOf(value);
  return runs.length >= value.length * LEAST_RUNS && inWords(runs) <= value.length * MOST_IN_WORDS && !isOther(value);
}

function isOther(value: string): boolean {
  return OTHER.test(value) || CODE.test(value) || TYPESET.test(value) || isProgramWord(value);
}

/** How many characters are parts of words or longer numbers. */
function inWords(runs: readonly string[]): number {
  let sum = 0;
  for (const [index, run] of runs.entries()) {
    const isCapital = /^[a-z]/.test(run) && /[A-Z]$/.test(runs[index - 1] ?? '');
    const length = isCapital ? run.length + 1 : run.length;
    sum += length >= SHORTEST_RUN && /^[A-Za-z\d]/.test(run) ? length : 0;
  }
  return sum;
}
