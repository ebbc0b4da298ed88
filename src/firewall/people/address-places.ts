import { isForeignAddress } from '../judge/east.js';
import { fieldRule } from '../judge/field-names.js';
import { isPostal } from '../judge/field-value.js';
import { isTypeText } from '../judge/no-value-words.js';
import { type Enclosure, found, type Verdict, type Window } from '../lex/detector.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { KIND, runStart } from '../pattern/characters.js';
import { comingLetters, partOf, pattern } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { ADDRESS_TYPE, firstPart, matchFirstPart, matchHouse, matchLines } from './address-forms.js';
import { personVerdict } from './person-field.js';

/** The rest of the label's line, and the beginning of the next. */
const LEAD = pattern(/[ \t]{0,4}(?:\r?\n[ \t]{0,8})?/);
/** Between the name of a person and an address, which begins with a number, a box, or a word before a number. */
const BEFORE_ADDRESS = comingLetters(
  String.raw`(?:, |,?\r?\n[ \t]{0,8})(?:\d{1,5}[a-z]? \p{Lu}|P\.? ?O\.? ?B|\p{Lu}[\p{L}.-]{2,30} \d)`,
);
const MAX_FOREIGN = 124;
/** The longest of these words behind a comma, and a postcode before it. */
const MAX_WORD = 18;
/** Behind a comma another cell may begin, unless a word of addresses stands there. */
const FOREIGN_END =
  /[\n\r"'<|;\t\uff0c\u3002\uff1b]|-----|,(?! ?(?:\d{6}, ?)?(?:\u0433|\u0443\u043b|\u0434|\u0434\u043e\u043c|\u043a\u0432|\u043f\u0440|\u043f\u0440\u043e\u0441\u043f|\u043f\u0435\u0440|\u043e\u0431\u043b|\u043a\u043e\u0440\u043f|\u0441\u0442\u0440|\u0448|\u043f\u043b|\u043d\u0430\u0431|\u043e\u0444)[. ])/;
const KNOWN_END = {
  test: (sample: string): boolean => {
    const end = sample.search(FOREIGN_END);
    return end >= 0 && (sample.charAt(end) !== ',' || end + MAX_WORD <= sample.length);
  },
};
/** Not the beginning of a longer number in groups. */
const NUMBER = pattern(/\d{1,4}(?:[a-z](?=\s|[,;}"'<&]|$)|(?=\s|[,;}"'<&]|$)(?!\s{1,3}\d{1,5}(?:\D|$)))/i);
const MAX_STREET = 40;
const STREET = letterPattern(String.raw`^\p{Lu}[\p{L}-]{2,36}[sS]tr(?:a(?:\u00df|ss)e|\. )$`);
/** Of the country, for cars, and in works. */
const ROAD =
  /^(?:Bundes|Landes|Kreis|Staats|Schnell|Fern|Kraftfahr|Wasser|Daten|Produktions|Fertigungs|Montage|Wasch|Milch|Seiden|Meeres|Panorama)/;
/** A year is no house, unless a postcode follows it; nor is what has a unit. */
const HOUSE = pattern(
  /(?:\d{1,3}|\d{4}(?=, \d{5}\b))(?![\d.,]?\d|[.,]\[R| ?(?:k?m|Meter|Prozent|Uhr|Jahre|Mal)\b| ?%)/,
);

/** Behind a label for parcels: the address, or the name of a person before an address. */
export function matchRecipient(window: Window, end: number): Verdict | undefined {
  const from = end + (LEAD.at(window, end)?.[0].length ?? 0);
  const house = from === end + 1 ? matchHouse(window, from) : matchFirstPart(window, from);
  const person = house === undefined ? personVerdict(window, from, 2) : undefined;
  if (person?.kind !== 'found') {
    return house ?? person;
  }
  return BEFORE_ADDRESS.fits(window, person.end) ? person : undefined;
}

/** `Hauptstraße 12, 50667 Köln`: from the beginning of the word that ends at the number, or at a space before it. */
export function matchStreetWord(window: Window, start: number, numberStart: number): Verdict | undefined {
  const { text, floor } = window;
  const wordStart = runStart(text, KIND.local, start, Math.max(floor, start - MAX_STREET));
  const word = text.slice(wordStart, numberStart);
  if (!STREET.test(word.endsWith('. ') ? word : word.trimEnd()) || ROAD.test(word)) {
    return undefined;
  }
  const isHouse = HOUSE.at(window, numberStart, wordStart) !== undefined;
  const house = isHouse ? matchLines(window, wordStart) : undefined;
  return house?.kind === 'found' ? firstPart(window, house) : undefined;
}

/** The rest of a line, or of a clause in Chinese and Japanese, behind the word for an address. */
export function matchForeignLine(window: Window, enclosure: Enclosure): Verdict | undefined {
  const sample = partOf(window, enclosure.start, MAX_FOREIGN, KNOWN_END);
  const end = sample.search(FOREIGN_END);
  const value = (end < 0 ? sample : sample.slice(0, end)).trimEnd();
  const isWhole = end >= 0 || sample.length < MAX_FOREIGN;
  const isHidden = isWhole && isForeignAddress(value) && !holdsPlaceholder(value);
  return isHidden ? found(enclosure.start, enclosure.start + value.length, ADDRESS_TYPE) : undefined;
}

/** `house_number: 12a` */
export function matchHouseNumber(window: Window, from: number): Verdict | undefined {
  const length = NUMBER.at(window, from)?.[0].length ?? 0;
  return length > 0 ? found(from, from + length, ADDRESS_TYPE) : undefined;
}

const LONGEST = 100;
const BEGINNING = letterPattern(String.raw`^[\p{L}\d]`);
/** What is written about a field, and the types of columns. */
const ABOUT =
  /^line \d|\b(?:must|should|cannot|can't|characters?|chars?|letters|digits?|required|invalid|please|enter|optional|(?:max|min)(?:imum)?[. ]{1,2}\d|longer|shorter|least|most|columns?|errors?|string|varchar|text|null|length|example)\b|\w\(/i;

/**
 * Whether what a field for nothing but addresses of houses holds is one, in any language: letters and a number, and no
 * word of what is told about such a field.
 */
export function isStatedAddress(value: string): boolean {
  const text = value.trim();
  return (
    text.length <= LONGEST &&
    BEGINNING.test(text) &&
    isPostal(text) &&
    !ABOUT.test(text) &&
    !isTypeText(text) &&
    fieldRule(text) === undefined
  );
}
