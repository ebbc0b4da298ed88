import { ruleOf } from '../assignments/named-value.js';
import { type Detector, type Finding, found, type Verdict, type Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { whenNeeded } from '../lex/when-needed.js';
import { createFormBehindWord } from '../numbers/form-behind-word.js';
import { isKind, KIND, runEnd, runStart } from '../pattern/characters.js';
import { partOf } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { type DateParts, dateInLines, dateInObject } from './date-parts.js';
import { encodedDate, type Stretch } from './form-value.js';
import { columnOf } from './person-field.js';

const MAX_BEHIND = 96;
const LINE_FEED = /\n/;
/** What can stand between the word and the date: the rest of the word, quotes, a separator, a preposition, the name of a place. */
const GAP = String.raw`[\p{L}_ ]{0,14}["'\\]{0,3}\]?[ \t]{0,8}(?:\([^()\n\d]{1,16}\)[ \t]{0,2})?(?:[:=>\uff1a]{0,2}[*]{0,2}|[-\u2013] )[ \t]{0,8}["'\\(]{0,3}(?:(?:on|the|am|le|el|il|op|em|is|was) ){0,2}`;
/** A cheap question before the pattern: whether a digit is near. */
const SOON = /^[^\n\d]{0,56}\d/;
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const MONTH = '(?:0?[1-9]|1[0-2])';
const YEAR = String.raw`(?:19|20)\d\d`;
/** The beginnings of the names of months in the languages of western Europe. */
const MONTH_NAME =
  '(?:jan|ene|gen|f[eé]v|feb|m[aäá]r|maa|a[pbv]r|ma[iyg]|mei|ju[nilo]|giu|lug|a[uo][gû]|ago|se[pt]|o[ckt]t|out|nov|d[eéi][czk])';

/** The rest of the name of a header: `X-Birth-Date: `. */
const HYPHENED = /^-(?:date|day)(?=["'\\]{0,2} ?[:=])/i;

/** Dates behind a word for birth, in numbers or with the month's name. */
export const birthDate: Detector = {
  name: 'birth-date',
  group: 'personal',
  validates: 'a word for birth before; day, month and year in their ranges',
  source: 'SPEC 4',
  literals: [
    'dob',
    'd.o.b.',
    'birth',
    'born ',
    'born:',
    'geburts',
    'geb. ',
    'geboren ',
    'naissance',
    'n\u00e9 le ',
    'n\u00e9e le ',
    'nacimiento',
    'nacido el ',
    'nacida el ',
    'nascita',
    'nato il ',
    'nata il ',
    'geboorte',
    'nascimento',
    'nascido em ',
    'nascida em ',
  ],
  match: (window, start, end) => {
    const { text, floor } = window;
    if ((start > floor && isInWord(text, start)) || text.startsWith('time', end)) {
      return undefined;
    }
    const behind = partOf(window, end, MAX_BEHIND, LINE_FEED);
    const rest = HYPHENED.exec(behind)?.[0].length ?? 0;
    const date = encodedDate(text, end, isDate) ?? plainDate(behind.slice(rest), end + rest);
    if (date === undefined) {
      return matchBirthParts(window, start, end);
    }
    return isPlaceholderAt(window, date.end) ? undefined : found(date.start, date.end, 'birth_date');
  },
};

/** `stubborn` and `newborn` end so, `user_dob` and `dateOfBirth` are names. */
function isInWord(text: string, start: number): boolean {
  const isLower = isKind(text, start, KIND.lower);
  return isLower && isKind(text, start - 1, KIND.lower | KIND.digit) && !text.startsWith('birth', start);
}

function plainDate(behind: string, end: number): Stretch | undefined {
  const [whole = '', date = ''] = (SOON.test(behind) ? DATE.exec(behind) : undefined) ?? [];
  const to = end + whole.length;
  return date === '' ? undefined : { start: to - date.length, end: to };
}

/** Whether a text is nothing but a date. */
function isDate(text: string): boolean {
  return DATE.exec(`=${text}`)?.[1] === text;
}

const DATE = letterPattern(
  `^${GAP}((?:${[
    `${YEAR}([-/.])${MONTH}\\2${DAY}(?:[T ]\\d\\d:\\d\\d[\\d:.]*(?:Z|[+-]\\d\\d:?\\d\\d)?)?`,
    `${DAY}([-/.])${DAY}\\3(?:${YEAR}|\\d\\d)`,
    `${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])`,
    `${DAY}(?:st|nd|rd|th|\\.|º|er)?[- ](?:of |de )?${MONTH_NAME}\\p{L}{0,8}\\.?,?[- ](?:de )?${YEAR}`,
    `${DAY}-${MONTH_NAME}\\p{L}{0,8}-\\d\\d`,
    `${DAY} ${MONTH_NAME}\\p{L}{0,8}\\.? \\d\\d(?=["'<])`,
    `${YEAR}[- /]${MONTH_NAME}\\p{L}{0,8}[- /]${DAY}`,
    `${MONTH_NAME}\\p{L}{0,8}\\.? ${DAY}(?:st|nd|rd|th)?,? ${YEAR}`,
  ].join('|')})(?![\\d\\p{L}_]|[-/.]\\d))`,
  'i',
);

/** How old a person is, behind a word for it. */
export const age: Detector = createFormBehindWord({
  name: 'age',
  isOptIn: true,
  validates: 'up to 129 years, word before it',
  source: 'own',
  words: ['aged ', 'age:', 'age=', 'age is ', 'age ', 'age of ', '"age"', 'alter:', '"alter"', 'edad', '"\u00e2ge"'],
  rest: '',
  value: '(?:1[0-2]\\d|[1-9]\\d?)(?![\\w%]|[-.,:]\\d)',
  isApart: true,
});

const TYPE = 'birth_date';
const MAX_NAME = 40;
/** What stands between the name and its value. */
const SEPARATOR = /["'\\]{0,4}\]?[ \t]{0,8}(?::|=>?)[ \t]{0,8}/y;
/** A year, a time in seconds, a day as a number; no smaller one, as lists of fields have. */
const NUMBER = whenNeeded(() => /[\\"']{0,4}(-?\d{4,19}(?:\.\d{1,9})?)(?![\p{L}\w./:-]|%(?:25)?2[0def]\d)/iuy);

/** `"dob": 641520000`, `"dob": {"year": 1990, …}`, `"dob": [1990, 5, 17]`: behind the name of a field only. */
function matchBirthParts(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
  const nameEnd = runEnd(text, KIND.name, end, end + MAX_NAME);
  SEPARATOR.lastIndex = nameEnd;
  if (!SEPARATOR.test(text) || ruleOf(text, floor, nameStart, nameEnd)?.type !== TYPE) {
    return undefined;
  }
  const from = SEPARATOR.lastIndex;
  const sign = text.charAt(from);
  if (sign === '{' || sign === '[') {
    return verdictOf(dateInObject(window, from));
  }
  const column = isKind(text, from, KIND.lineEnd) ? columnOf(window, nameStart) : -1;
  return column < 0 ? matchNumber(window, from) : verdictOf(dateInLines(window, from, column));
}

function matchNumber(window: Window, from: number): Verdict | undefined {
  const pattern = NUMBER();
  pattern.lastIndex = from;
  const number = pattern.exec(window.text)?.[1] ?? '';
  if (number === '') {
    return undefined;
  }
  // The sign behind the number is in sight: so much was waited for.
  const end = pattern.lastIndex;
  return isPlaceholderAt(window, end) ? undefined : found(end - number.length, end, TYPE);
}

function verdictOf(parts: DateParts): Verdict | undefined {
  const [first, ...others] = parts.map(
    (part): Finding => ({ kind: 'found', start: part.start, end: part.end, type: TYPE }),
  );
  return first === undefined ? undefined : { ...first, others };
}

/** Words for birth in the north and the east of Europe, in Turkish, Russian, Chinese, Japanese and Korean. */
const WORDS =
  'urodzenia|urodzony |urodzona |f\u00f6delsedat|fodelsedat|f\u00f8dselsdat|fodselsdat|syntym\u00e4aika|syntymaaika|' +
  'do\u011fum tarihi|dogum_tarihi|dogum tarihi|narozen\u00ed|narozeni|\u0440\u043e\u0436\u0434\u0435\u043d\u0438\u044f|' +
  '\u751f\u5e74\u6708\u65e5|\u51fa\u751f\u65e5\u671f|\u51fa\u751f\u5e74\u6708|\uc0dd\ub144\uc6d4\uc77c';
const MAX_BEHIND_ABROAD = 48;
const GAP_ABROAD = /^["'\])]{0,2}[ \t]{0,4}[:\uff1a=]?[ \t]{0,4}["']?/;
/** Year, month and day with their signs, also in the years of an emperor; with full stops and blanks in either order. */
const DATES = [
  /^(?:(?:19|20)\d\d|(?:\u662d\u548c|\u5e73\u6210|\u4ee4\u548c|\u5927\u6b63)\d{1,2})[\u5e74\ub144] ?\d{1,2}[\u6708\uc6d4] ?\d{1,2}[\u65e5\uc77c]/,
  /^(?:19|20)\d\d\. ?\d{1,2}\. ?\d{1,2}(?!\d)\.?/,
  /^\d{1,2}\. ?\d{1,2}\. ?(?:19|20)\d\d(?!\d)/,
];

/** Dates behind a word for birth, in more languages. */
export const birthDateAbroad: Detector = {
  ...birthDate,
  name: 'birth-date-abroad',
  literals: WORDS.split('|'),
  match: (window, start, end) => {
    const verdict = birthDate.match(window, start, end);
    if (verdict !== undefined) {
      return verdict;
    }
    const seen = partOf(window, end, MAX_BEHIND_ABROAD, LINE_FEED);
    const from = end + (GAP_ABROAD.exec(seen)?.[0].length ?? 0);
    const behind = window.text.slice(from, end + MAX_BEHIND_ABROAD);
    const length = Math.max(...DATES.map((date) => date.exec(behind)?.[0].length ?? 0));
    const isDate = length > 0 && !isPlaceholderAt(window, from + length);
    return isDate ? found(from, from + length, 'birth_date') : undefined;
  },
};
