import { EXPIRY, type FieldRule, type RuleFor } from '../judge/field-rule.js';
import { isExpiryMember } from '../judge/field-value.js';
import { isPersonDetail } from '../judge/given-person.js';
import type { Cell } from '../lex/table-row.js';
import { type LetterPattern, letterPattern } from '../pattern/letter-pattern.js';

export interface TableColumn {
  readonly index: number;
  readonly rule: FieldRule;
}

const BARE_NAME = /^name$/i;
/** Beside the other part of a name it is a part of one, in these languages. */
const BARE_PART = /^(?:name|nombre|nome|namn|navn|naam|jm[e\u00e9]no|imi[e\u0119])$/i;
const OTHER_PART =
  /^(?:vornamen?|first[_ ]?name|given[_ ]?name|surname|last[_ ]?name|pr[e\u00e9]noms?|apellidos?|cognome|sobrenome|voornaam|achternaam|efternamn|f[o\u00f6]rnamn|etternavn|efternavn|fornavn|prijmeni|p\u0159\u00edjmen\u00ed|nazwisko)$/i;
const PART: FieldRule = { type: 'person_name', value: 'pattern' };
/** Beside these a bare name is a person's. */
const FACTS: ReadonlySet<string> = new Set(['email', 'birth_date', 'ssn']);
const PERSON: FieldRule = { type: 'person_name', value: 'full_name' };
/** What may be a shop's is asked more. */
const LIKELY_PERSON: FieldRule = { type: 'person_name', value: 'likely_name' };
const OF_CARD: ReadonlySet<string> = new Set(['card', 'cvv']);

/** The columns of a table whose names are sensitive, alone or beside each other; in order. */
export function columnsOf(names: readonly string[], ruleFor: RuleFor): readonly TableColumn[] {
  return rulesOf(names, ruleFor).flatMap((rule, index) => (rule === undefined ? [] : [{ index, rule }]));
}

/** The same by the place of each name. */
export function rulesOf(written: readonly string[], ruleFor: RuleFor): readonly (FieldRule | undefined)[] {
  const names = written.map((name) => name.trim());
  const own = names.map(ruleFor);
  const rules = [...own];
  if (own.some((rule) => rule !== undefined && OF_CARD.has(rule.type))) {
    // Beside the number of a card, the date until which it is valid.
    names.forEach((name, index) => {
      rules[index] ??= isExpiryMember(name.replaceAll(' ', '_')) ? EXPIRY : undefined;
    });
  }
  const part = names.findIndex((name) => BARE_PART.test(name));
  // `Name;Vorname`, `nombre,apellidos`: the column that holds the rest of a name.
  const hasOther = names.some((name, index) => OTHER_PART.test(name) && own[index]?.type === PART.type);
  if (part >= 0 && own[part] === undefined && hasOther) {
    rules[part] = PART;
  }
  const bare = names.findIndex((name) => BARE_NAME.test(name));
  if (bare >= 0) {
    rules[bare] ??= personRule(names, rules, own);
  }
  return rules;
}

/** The rule for a bare name among others, if they are about a person. */
function personRule(
  names: readonly string[],
  rules: readonly (FieldRule | undefined)[],
  own: readonly (FieldRule | undefined)[],
): FieldRule | undefined {
  if (rules.some((rule) => rule !== undefined && FACTS.has(rule.type))) {
    return PERSON;
  }
  const isLikely = names.some((name, index) => isPersonDetail(name, own[index]) || isPostal(own[index]));
  return isLikely ? LIKELY_PERSON : undefined;
}

function isPostal(rule: FieldRule | undefined): boolean {
  return rule?.type === 'address' && rule.value === 'postal';
}

export const MOST_WORDS = 4;
const LONGEST_NAME = 40;
const NAME = letterPattern(String.raw`^[\p{L}_#@][\p{L}\p{N}_ .$/#-]*(?:\([\p{L}\p{N} ]{1,16}\))?$`);
const CODE_NAME = letterPattern(String.raw`^[\p{L}_#@][\p{L}\p{N}_ .$/#-]*$`);
const WORD = letterPattern(String.raw`^[\p{L}\p{N}_.$#@-]+$`);
/** What git says of a file, before its name. */
const STATUS = /^(?:[ACDMTUX]|[CR]\d{1,3})$/;
const PATH = /[/.]/;
/** Source code whose words stand in columns has one of these in each line. */
const WORDS_OF_CODE = new Set(
  'string str int char bool boolean float void const static struct enum byte uint'.split(' '),
);
const DEFINITION = /^#(?:define|undef|include) /;
const EMPHASIS = '*_`';
const MOST_EMPHASIS = 3;

/** Whether what the cells of a line hold are names; `isPlain`: also with remarks in brackets. */
export function areNames(names: readonly string[], isPlain: boolean, isBordered: boolean): boolean {
  const inner = isBordered ? names.slice(1, -1) : names;
  const pattern = isPlain ? NAME : CODE_NAME;
  return (
    names.length > 1 &&
    !(isPlain && areOfFile(names)) &&
    inner.every((name, index) => (name === '' ? index === 0 && !isBordered : isName(name, pattern)))
  );
}

function isName(name: string, pattern: LetterPattern): boolean {
  const isShort = name.length <= LONGEST_NAME && !WORDS_OF_CODE.has(name) && !DEFINITION.test(name);
  return isShort && pattern.test(name) && (!name.includes(' ') || name.split(/\s+/).length <= MOST_WORDS);
}

/** Whether the cells of a line say what was done to a file. */
function areOfFile([first = '', ...others]: readonly string[]): boolean {
  return STATUS.test(first) && others.some((name) => PATH.test(name));
}

/** Whether names are one in several spellings, as `first_name` and its label `First name`. */
export function isOneName([first = '', ...others]: readonly string[]): boolean {
  const isSpelt = others.length > 0 && others.some((name) => name !== first);
  return isSpelt && others.every((name) => compact(name) === compact(first));
}

function compact(name: string): string {
  return name.replaceAll(/[ _-]/g, '').toLowerCase();
}

export function isWord(name: string): boolean {
  return WORD.test(name);
}

/** What a cell holds, without the marks of bold print. */
export function withoutEmphasis(header: string, { start, end }: Cell): string {
  let from = start;
  let to = end;
  while (from < to && from - start < MOST_EMPHASIS && EMPHASIS.includes(header.charAt(from))) {
    from += 1;
  }
  while (to > from && end - to < MOST_EMPHASIS && EMPHASIS.includes(header.charAt(to - 1))) {
    to -= 1;
  }
  return header.slice(from, to);
}

/** Members that hold the names of columns, or what does. */
const NAMES =
  /^(?:columns?|cols|fields?|schema|headers?|heads?|names|keys|labels|meta|metadata|row_?type|(?:columns?|fields?|result_?set)_?(?:names?|meta_?data|info|labels?|headers?|list|defs?|definitions?))$/i;
/** Members of what says something about a column. */
const ANY_NAME = /^(?:name|column|column_?name|field|field_?name|label|title|key|id|header)$/i;
const SHORT_NAME = letterPattern(String.raw`^[\p{L}_#@][\p{L}\p{N}_ .$/#-]{0,39}$`);

/** The one of two columns that says whose the other is: lists of pairs look the same. */
const WHOSE = /^(?:id|users?|user_?names?|logins?|names?|e?-?mails?|accounts?|hosts?|services?|sites?|urls?)$/i;

/** Whether a column of this name says whose the value beside it is. */
export function saysWhose(name: unknown): boolean {
  return typeof name === 'string' && WHOSE.test(name);
}

/** Whether a member of this name can hold the names of columns. */
export function holdsColumnNames(member: string): boolean {
  return NAMES.test(member);
}

/** Whether a member of what says something about a column can hold its name. */
export function holdsColumnName(member: string): boolean {
  return ANY_NAME.test(member);
}

/** Whether a text can be the name of a column. */
export function isColumnName(text: string): boolean {
  return SHORT_NAME.test(text);
}
