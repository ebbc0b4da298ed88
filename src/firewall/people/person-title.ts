import { type Detector, found, type Window } from '../lex/detector.js';
import { isKind, isWordStart, KIND } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { PERSON_TYPE } from './person-field.js';
import { NO_DOCTOR, nameBehindTitle, type TitledName } from './titled-name.js';
import { createWordTable } from './word-table.js';

/** Titles that are nothing else. */
const SURE = 'mr |mr.|mrs |mrs.|ms |ms.|herrn |mme |madame |monsieur |sra.|srta.';
/** Words as well, behind an article. */
const GERMAN = 'herr |frau ';
/** Also short for a drive in an address, and for senior, which stands behind names and before trades. */
const DOCTOR = 'dr.|prof.';
const SENIOR = 'sr.';
const MOST_BEFORE = 32;
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
  ...createWordTable([
    [SURE, behindTitle(() => true)],
    [GERMAN, behindTitle(({ isGiven }, { before }) => isGiven || !ARTICLE.test(before))],
    [DOCTOR, behindTitle((name, place) => isWhole(name) || !(place.isBehindName() || isNoDoctor(name)))],
    [SENIOR, behindTitle((name, place) => SPANISH.test(place.before) || (isWhole(name) && !place.isBehindName()))],
  ]),
};

/** What stands before a title. */
interface Place {
  readonly before: string;
  readonly isBehindName: () => boolean;
}

function behindTitle(isTitle: (name: TitledName, place: Place) => boolean): Detector['match'] {
  return (window, start, end) => {
    const { text, floor } = window;
    const from = text.charAt(end - 1) === ' ' ? end : end + 1;
    needs(window, from);
    const isBegun = isKind(text, start, KIND.upper) && isWordStart(text, start, floor);
    const name = isBegun && isBlank(text, from - 1) ? nameBehind(window, start, { end, from }) : undefined;
    if (name === undefined) {
      return undefined;
    }
    const before = text.slice(Math.max(floor, start - MOST_BEFORE), start);
    return isTitle(name, { before, isBehindName: () => isBehindName(window, before) })
      ? found(name.start, name.end, PERSON_TYPE)
      : undefined;
  };
}

/** `MR` and `MS` are short for other things too: a given name stands behind them. */
function nameBehind(
  window: Window,
  start: number,
  { end, from }: { end: number; from: number },
): TitledName | undefined {
  const title = window.text.slice(start, end - 1);
  const isShort = CAPITALS.test(title);
  if (!SMALL.test(title) && !isShort) {
    return undefined;
  }
  const isGerman = GERMAN.includes(`${title.toLowerCase()} `);
  const name = nameBehindTitle(window, from, isGerman);
  return isShort && window.text.charAt(end - 1) === ' ' && name?.isGiven !== true ? undefined : name;
}

function isWhole({ isGiven, count }: TitledName): boolean {
  return isGiven && count > 1;
}

function isNoDoctor({ first }: TitledName): boolean {
  return NO_DOCTOR.has(first.toLowerCase());
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
