import { isGivenName, personWords } from '../judge/given-person.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import type { Verdict, Window } from '../lex/detector.js';
import { isKind, KIND, LAST_ASCII, runEnd, runStart } from '../pattern/characters.js';
import { pattern, searched } from '../pattern/coming-text.js';
import { columnOf, onlyIf, personVerdict } from './person-field.js';
import { isPersonKey, namesFactOfPeople } from './person-fields.js';

const MAX_SPACES = 24;
const FEWEST_WORDS = 2;
/** Longer than a secret in one of its lines, which is shorter when it was replaced. */
const MAX_RECORD = 2048;
const MOST_LINES = 5;
const MAX_BEFORE = 120;
const OWNER = /(?:^|\n)([ \t]{0,32})([A-Za-z_][\w-]{0,31}):[ \t]{0,4}\r?\n([ \t]{1,40})$/;
const TEAM = /contact|owner/i;
/** What may stand before the label in its line: the sign of a list, of a cell or of an object, or the level of a log. */
const BEFORE = ',;|([{';
const LEVEL = /(?:^|[\s[])(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)[\]:]?$/;
const LONGEST_LEVEL = 10;
/** What ends the value: its line, a cell, a remark. What was replaced behind a comma could have been a part of the name. */
const END = pattern(/(?!, \[)(?:$|[\r\n,;|<)\]}]|\s{1,8}(?:[|#\r\n]|$))/);
/** What is left of a line, and the next one with its key, at most so far indented. */
const NEXT_LINE = pattern(/[^\n]{0,2048}\n([ \t]{0,40})([A-Za-z][\w .-]{0,31}?)["']?[ \t]?[:=]([^\n]{0,2048})(?=\n|$)/);
/** A type, or a word for nothing. */
const NOTHING =
  /^["']?(?:(?:string|str|text|varchar|none|null|nil|undefined|yes|no|true|false|required|optional|email|date|~)\b[^@\d]{0,24})?$/i;

/**
 * `name: Jane Doe`: the label of things as well, so that more than capitals has to say that a person is meant: a given
 * name that no thing has, or a line of the same record with a fact that only people have.
 */
export function matchBareName(window: Window, start: number, behindSign: number): Verdict | undefined {
  const { text } = window;
  const from = runEnd(text, KIND.space, behindSign, behindSign + MAX_SPACES);
  const quote = isSign(text, from, SIGN.quote) ? text.charAt(from) : '';
  const begin = from + quote.length;
  if ((begin < text.length && !mayBegin(text, begin)) || !isPlace(window, start)) {
    return undefined;
  }
  return onlyIf(personVerdict(window, begin, FEWEST_WORDS), ({ end }) => {
    searched(window, end, end + 1);
    const isWhole = quote === '' ? END.fits(window, end) : text.startsWith(quote, end);
    return isWhole && isNamed(window, start, { begin, end });
  });
}

/** Whether words with capitals are a person's name. */
function isNamed(window: Window, start: number, { begin, end }: { begin: number; end: number }): boolean {
  const words = personWords(window.text.slice(begin, end));
  if (words === undefined) {
    return false;
  }
  const isGiven = isGivenName(words[0]?.split('-', 1)[0] ?? '') || isBelowOwner(window, start);
  return isGiven || hasFactBelow(window, start, end);
}

/** `user:` in the line above, less indented. Contacts and owners are teams as well. */
function isBelowOwner({ text, floor }: Window, start: number): boolean {
  const [, outer = '', key = '', inner = ''] = OWNER.exec(text.slice(Math.max(floor, start - MAX_BEFORE), start)) ?? [];
  return inner.length > outer.length && isPersonKey(key) && !TEAM.test(key);
}

function mayBegin(text: string, index: number): boolean {
  return isKind(text, index, KIND.upper) || text.charCodeAt(index) > LAST_ASCII;
}

/** Whether a label can begin here: where its line does, or behind a sign. What was replaced is not looked at. */
function isPlace(window: Window, start: number): boolean {
  const { text, floor } = window;
  if (columnOf(window, start) >= 0) {
    return true;
  }
  const lowest = Math.max(floor, start - MAX_SPACES);
  const before = runStart(text, KIND.space, start, lowest);
  const isSigned = BEFORE.includes(text.charAt(before - 1)) || isSign(text, before - 1, SIGN.quote);
  return before > lowest && (isSigned || LEVEL.test(text.slice(Math.max(lowest, before - LONGEST_LEVEL), before)));
}

/** Whether one of the next lines of the record, as far indented as this one, is such a fact. */
function hasFactBelow(window: Window, start: number, end: number): boolean {
  const { text } = window;
  const column = columnOf(window, start);
  const indent =
    column < 0 ? start - runStart(text, KIND.space, start, Math.max(window.floor, start - MAX_SPACES)) : column;
  let at = end;
  for (let count = 0; count < MOST_LINES && at < end + MAX_RECORD; count += 1) {
    const [line = '', blanks = '', key = '', value = ''] = NEXT_LINE.at(window, at) ?? [];
    if (key === '' || blanks.length < indent) {
      return false;
    }
    if (blanks.length === indent && namesFactOfPeople(key)) {
      return !NOTHING.test(value.trim());
    }
    at += line.length;
  }
  return false;
}
