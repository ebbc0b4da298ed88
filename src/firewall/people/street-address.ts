import type { Detector, Window } from '../lex/detector.js';
import { isKind, KIND } from '../pattern/characters.js';
import { comingLetters, pattern, searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { firstPart, matchLines } from './address-forms.js';

/** What streets are called, and hardly anything else. */
const STREETS = new Set(
  'street st avenue ave road rd lane ln boulevard blvd terrace crescent parkway pkwy mews gardens hwy'.split(' '),
);
/** Also the words for other things: the town or the flat must follow. */
const MAYBE_STREETS = new Set('drive dr way place pl circle court ct square sq close row highway broadway'.split(' '));
/** Words of titles and of things, of which no street has its name. */
const NO_STREET = new Set(
  (
    'the a an this that these those our your my his her its way lane street road two three four one each every some any no ' +
    'hard disk disc tape flash usb ssd hdd google zip thumb optical file files and or of in on at to for with by from ' +
    'per is are was were be been will can may must items item users user people percent million billion thousand'
  ).split(' '),
);
/** Behind the number of a house in France. */
const FRENCH = '(?:rue|avenue|boulevard|all\u00e9e|impasse|quai|chemin|place|cours|bis)(?= )';
const FRENCH_STREET = pattern(new RegExp(` ${FRENCH}`));
const OF_WORD = String.raw`[\p{L}\p{M}\p{Nd}'’-]{0,23}`;
/** Words with capitals behind a number, of which one may be the word for a street. */
const NAME = comingLetters(String.raw` \p{Lu}${OF_WORD}(?:\.? [A-Z\d]${OF_WORD}){1,3}`);
const STREET_WORDS = [...STREETS, ...MAYBE_STREETS].flatMap((word) => [
  word.toUpperCase(),
  word.charAt(0).toUpperCase() + word.slice(1),
]);
const MAY_BEGIN = new RegExp(
  ` (?:[A-Z\u00c0-\uffff]\\S{0,24} (?:\\S{1,25} ){0,2}(?:${STREET_WORDS.join('|')})|${FRENCH})`,
  'y',
);
const MOST_ASKED = 100;
/** Also the words for seats and for lessons. */
const MAYBE_FRENCH = /^\d+ (?:place|cours|chemin|bis)\b/;
const FRENCH_CODE = /\b\d{5}\b/;
/** A side of the town, a flat, a state or a postcode behind the street. */
const SURE = /^\.? [NSEW]{1,2}\b|\d|, [A-Z]{2}\b/;
/** The name goes on: `10 Wall Street Banks`; what was hidden may have been a part of it. */
const GOES_ON = comingLetters(String.raw`\.? (?:\p{Lu}\p{Ll}|\[R)|-\p{L}`);
/** Other words around it: `42 Wall Street firms`, `takes 3 Big Lane`. */
const WORD_BEHIND = comingLetters(String.raw`\.? \p{Ll}`);
const WORD_BEFORE = letterPattern(String.raw`\p{Ll} $`);
const YEAR = /^(?:1[89]|20)\d\d$/;
/** What is numbered, or of what so many are told; and signs of prices and of programs. */
const NUMBERED =
  /(?:[$\u20ac\u00a3\u00a5#@%&*+/\\~^_.-]|\b(?:fig|figure|table|chapter|section|part|step|page|top|vol|volume|season|episode|version|item|platform|route|line|bus|exit|level|phase|day|week|class|grade|group|team|photo|image|plate|map|zone|ward|lot|slot|no|nr|article|act|scene|stage|round|lap|track|room|gate|pier|windows|about|than|over) ?)$/i;
/** Of a firm, and of the foundation that stands in the licences of many programs. */
const FIRM = /\b(?:Inc|Ltd|Corp|LLC|GmbH)\.?,\s{1,3}$/;
const OF_LICENCES = /^(?:51 Franklin St|59 Temple Pl|675 Mass)/;
const AT = /\bat $/i;
const PLACED = /\b(?:at|to|from|near|in|on|of|is) $/i;
const MAX_BEFORE = 12;

/** Addresses of houses without a label: a number, a name with capitals and the word for a street. */
export const streetAddress: Detector = {
  name: 'street-address',
  group: 'personal',
  validates: 'the number of a house, a name with capitals, a word for streets; for some words the town behind it',
  source: 'SPEC 4',
  digitRuns: {
    lengths: [1, 2, 3, 4, 5],
    followedBy: ' ',
    second: [0],
    mayMatch: (text, _start, end) => mayBegin(text, end),
  },
  match: (window, start, end) => {
    const { text, floor } = window;
    const street = streetEnd(window, end);
    const before = text.slice(Math.max(floor, start - MAX_BEFORE), start);
    if (street < 0 || NUMBERED.test(before) || FIRM.test(before)) {
      return undefined;
    }
    if (OF_LICENCES.test(text.slice(start, searched(window, street, street + 1)))) {
      return undefined;
    }
    const isFrench = isKind(text, end + 1, KIND.lower);
    const house = matchLines(window, start, !isFrench);
    if (house?.kind !== 'found') {
      return house;
    }
    const isSure = isFrench
      ? isFrenchStreet(text.slice(start, house.end))
      : isEnglishStreet(window, { start, end, street, houseEnd: house.end }, before);
    return isSure ? firstPart(window, house) : undefined;
  },
};

/** A cheap question before the patterns, of which most numbers are none; what is still to come can be a street. */
function mayBegin(text: string, end: number): boolean {
  MAY_BEGIN.lastIndex = end;
  return end + MOST_ASKED > text.length || MAY_BEGIN.test(text);
}

/** Behind a number the end of the word for a street; -1 when none stands there. */
function streetEnd(window: Window, numberEnd: number): number {
  const french = FRENCH_STREET.at(window, numberEnd)?.[0].length ?? 0;
  if (french > 0) {
    return numberEnd + french;
  }
  const words = NAME.at(window, numberEnd)?.[0].split(' ') ?? [];
  const street = words.findIndex((word, index) => index > 1 && isStreetWord(bareWord(word)));
  const name = words.slice(0, Math.max(0, street));
  return street < 0 || name.some((word) => NO_STREET.has(bareWord(word)))
    ? -1
    : numberEnd + [...name, bareWord(words[street] ?? '')].join(' ').length;
}

function bareWord(word: string): string {
  return word.toLowerCase().replace('.', '');
}

function isStreetWord(word: string): boolean {
  return STREETS.has(word) || MAYBE_STREETS.has(word);
}

function isFrenchStreet(address: string): boolean {
  return !MAYBE_FRENCH.test(address) || FRENCH_CODE.test(address.slice(address.indexOf(' ')));
}

interface Street {
  readonly start: number;
  readonly end: number;
  readonly street: number;
  readonly houseEnd: number;
}

function isEnglishStreet(window: Window, { start, end, street, houseEnd }: Street, before: string): boolean {
  const { text } = window;
  if (SURE.test(text.slice(street, houseEnd))) {
    return true;
  }
  const word = text.slice(text.lastIndexOf(' ', street - 1) + 1, street).toLowerCase();
  const isYear = YEAR.test(text.slice(start, end));
  const isPlaced = AT.test(before) || (PLACED.test(before) && !isYear);
  const isAmongWords = WORD_BEFORE.test(before) || WORD_BEHIND.fits(window, street);
  return STREETS.has(word) && !GOES_ON.fits(window, street) && (isPlaced || !(isYear || isAmongWords));
}
