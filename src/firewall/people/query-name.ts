import { personWords } from '../judge/given-person.js';
import { isPersonName } from '../judge/person.js';
import { found, type Verdict, type Window } from '../lex/detector.js';
import { searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { formValue } from './form-value.js';
import { isFactOfPeople, namesFactOfPeople } from './person-facts.js';
import { isBehindSign, isFirst } from './person-parameter.js';

/** All of the query behind the sign of the field; the fields in it. */
const QUERY = /^[^\s"'<>`\\]*/;
const MAX_BEHIND = 512;
const NEXT = '&';
const ENTITY = /^amp;/;
/** A capital, or a letter beyond ASCII. */
const BEGIN = letterPattern(String.raw`^(?:\p{Lu}|%[c-fC-F])`);
const JOINED = /\+|%20/;
const ESCAPE = 3;
/** What has fewer signs is a switch, not a fact. */
const FIELD = /^([\w.[\]-]{1,40})=.{6}/;
/** Between the fact that was found before and this field. */
const BETWEEN = /^(?:&(?:amp;)?[\w.[\]-]{1,40}=[\w%+.~-]{0,40}){0,2}&(?:amp;)?$/;
const MAX_BETWEEN = 120;

/** `?name=Jane+Doe&email=…`: a bare name, which things have too, beside what only people have. */
export function matchQueryName(window: Window, nameStart: number, nameEnd: number): Verdict | undefined {
  const { text } = window;
  if (text.charAt(nameEnd) !== '=' || (!isBehindSign(window, nameStart) && !isFirst(window, nameStart))) {
    return undefined;
  }
  const start = nameEnd + 1;
  const sample = text.slice(start, start + MAX_BEHIND);
  const query = QUERY.exec(sample)?.[0] ?? '';
  const [value = '', ...others] = query.split(NEXT);
  if (!mayBeName(value, others.length > 0)) {
    return undefined;
  }
  if (query.length === sample.length) {
    searched(window, text.length, start + MAX_BEHIND);
  }
  return isName(value) && (others.some(isFact) || isBehindFact(window, nameStart))
    ? found(start, start + value.length, 'person_name')
    : undefined;
}

/** Of a value that goes on so much as has come. */
function mayBeName(value: string, isWhole: boolean): boolean {
  return (BEGIN.test(value) || value.length < ESCAPE) && (!isWhole || isName(value));
}

function isName(value: string): boolean {
  const name = JOINED.test(value) ? formValue(value) : '';
  return name.includes(' ') && isPersonName(name) && personWords(name) !== undefined;
}

function isFact(field: string): boolean {
  const name = FIELD.exec(field.replace(ENTITY, ''))?.[1];
  return name !== undefined && namesFactOfPeople(name);
}

/** `?email=…&name=Jane+Doe` */
function isBehindFact({ text, floor, recent }: Window, nameStart: number): boolean {
  return isFactOfPeople(recent[0]) && nameStart - floor < MAX_BETWEEN && BETWEEN.test(text.slice(floor, nameStart));
}
