import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { isKind, isWordStart, KIND } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { PERSON_TYPE } from './person-field.js';
import { nameBehindTitle, type TitledName } from './titled-name.js';
import { NO_DOCTOR } from './titled-words.js';

/** Titles that are nothing else. */
const SURE = ['mr ', 'mr.', 'mrs ', 'mrs.', 'ms ', 'ms.', 'herrn ', 'mme ', 'madame ', 'monsieur ', 'sra.', 'srta.'];
/** Words as well, behind an article. */
const GERMAN = ['herr ', 'frau '];
/** Also short for a drive in an address, and for senior, which stands behind names and before trades. */
const DOCTOR = ['dr.', 'prof.'];
const SENIOR = 'sr.';
const MOST_BEFORE = 32;
const LAST_ASCII = 0x7f;
const CAPITALS = /^[A-Z]{2,}$/;
const SMALL = /^.[a-z]+$/;
/** Behind these it is a woman or a man. */
const ARTICLE = letterPattern(String.raw`(?:^|[^\p{L}])(?:eine?|einen|einer|jeder?|keine?|junge|alte|als) $`, 'i');
/** Before a Spanish or Portuguese title. */
const SPANISH = letterPattern(String.raw`(?:^|[^\p{L}])(?:el|al|del|o|ao|do) $`, 'i');
/** A word with a capital, or a number, as in the name of a street. */
const CAPITAL_BEFORE = letterPattern(
  String.raw`(?:^|[^\p{L}\p{M}\d])(\p{Lu}[\p{L}\p{M}'’.-]{0,24}|\d[\p{L}\d]{0,8}) $`,
);
/** With these words sentences begin before a title, and no street is called so. */
const BEGINNINGS = new Set(
  (
    'a an the i and or but if as by to for from with when while after before because contact call ask see meet dear hi hello ' +
    'hey please thanks our my your his her their only is was did does has had can will yes no today tomorrow yesterday ' +
    'der die das bei von mit für und herr frau laut auch hat ist war'
  ).split(' '),
);

/** Names of people behind their titles: `Mr. John Smith`, `Frau Müller`, `Dr. Alan Turing`. */
export const personTitle: Detector = {
  name: 'person-title',
  group: 'personal',
  validates:
    'a title before; capitals of both, and no word of trades, products and forms; a given name where it is doubtful',
  source: 'SPEC 4',
  literals: [...SURE, ...GERMAN, ...DOCTOR, SENIOR],
  match: (window, start, end) => {
    const { text, floor } = window;
    if (!isKind(text, start, KIND.upper) || !isWordStart(text, start, floor)) {
      return undefined;
    }
    const from = text.charAt(end - 1) === ' ' ? end : end + 1;
    needs(window, from);
    return isBlank(text, from - 1) && mayBegin(text, from) ? matchTitle(window, start, end, from) : undefined;
  },
};

function matchTitle(window: Window, start: number, end: number, from: number): Verdict | undefined {
  const literal = window.text.slice(start, end);
  const title = literal.slice(0, -1);
  if (!SMALL.test(title) && !CAPITALS.test(title)) {
    return undefined;
  }
  const small = literal.toLowerCase();
  const name = nameBehindTitle(window, from, GERMAN.includes(small));

  // `MR` and `MS` are short for other things too.
  const isShort = literal.endsWith(' ') && CAPITALS.test(title);
  const isOne = name !== undefined && (!isShort || name.isGiven) && isOfTitle(window, start, small, name);
  return isOne ? found(name.start, name.end, PERSON_TYPE) : undefined;
}

function isOfTitle(window: Window, start: number, title: string, { first, isGiven, count }: TitledName): boolean {
  const before = window.text.slice(Math.max(window.floor, start - MOST_BEFORE), start);
  if (GERMAN.includes(title)) {
    return isGiven || !ARTICLE.test(before);
  }
  if (title === SENIOR && SPANISH.test(before)) {
    return true;
  }
  if (title !== SENIOR && !DOCTOR.includes(title)) {
    return true;
  }
  const isWhole = isGiven && count > 1;
  const isAfterName = isBehindName(window, before);
  return title === SENIOR ? isWhole && !isAfterName : isWhole || !(isAfterName || NO_DOCTOR.has(first.toLowerCase()));
}

/** Whether a word with a capital stands before, other than at the beginning of a sentence, or something that was found. */
function isBehindName({ floor, origin }: Window, before: string): boolean {
  const word = CAPITAL_BEFORE.exec(before)?.[1] ?? '';
  return word === '' ? before === ' ' && floor !== origin : !BEGINNINGS.has(word.toLowerCase());
}

function isBlank(text: string, at: number): boolean {
  const sign = text.charAt(at);
  return sign === ' ' || sign === '\u00a0';
}

/** A cheap question: a capital, or the small letter of a particle. */
function mayBegin(text: string, from: number): boolean {
  return (
    isKind(text, from, KIND.upper) || text.charCodeAt(from) > LAST_ASCII || 'vdbatz'.includes(text.charAt(from) || ' ')
  );
}
