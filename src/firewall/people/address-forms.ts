import { found, type Verdict, type Window } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { isKind, KIND } from '../pattern/characters.js';
import { comingLetters, partOf, pattern, runOf } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';

export const ADDRESS_TYPE = 'address';

const SUFFIX =
  '(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Square|Sq|Terrace|Place|Pl|Way|Close|Crescent|Highway|Hwy|Parkway|Pkwy|Circle|Row|Mews|Gardens|Broadway)';
const WORD = String.raw`[\p{Lu}][\p{L}'’.-]{0,24}`;
/** Without the hyphen that stands between two: a pattern may not try both readings. */
const PART = String.raw`\p{Lu}\p{L}{0,24}`;
const TOWN = String.raw`\p{Lu}\p{Ll}[\p{L}'’.-]{0,24}`;
const ORDINAL = String.raw`\d{1,3}(?:st|nd|rd|th)`;
const IN_WORDS = '(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth)';
const SIDE = '(?:[NSEW]|[NS][EW]|North|South|East|West|North[ew]est|North[ew]ast|South[ew]est|South[ew]ast)';
const UNIT_NAME = '(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|Bldg|Building|Room|Rm|Level|Lot|#)';
const UNIT = String.raw`${UNIT_NAME}\.? ?[\p{L}\d-]{1,6}`;
const UNITS = String.raw`(?:,? (?:${UNIT}|${ORDINAL} (?:Floor|Fl)\b\.?|\d{1,2}\. (?:OG|Stock|Etage)\b)){0,3}`;
const SMALL = '(?:of|the|den|der|dem|des|de|la|le|van|di|del|am|an|gate|gata|vei|vej)';
/** A house without a word for a street: its number before the name, and behind it. */
const NUMBERED = String.raw`\d{1,5}[a-zA-Z]?(?:[-/]\d{1,4})?,? ${WORD}(?: (?:${WORD}|${SMALL})){0,4}`;
const NAMED = String.raw`${WORD}(?: (?:${WORD}|${SMALL})){0,3} \d{1,4} ?[a-z]?\b`;
const CODE = String.raw`(?:\d{5}(?:-\d{4})?|\d{4}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\w-])`;
/** Before a town: `1015 CJ`, `114 55`, `00-241` too. */
const CODE_FIRST = String.raw`\d\d(?:-\d{3}|\d(?: \d\d|\d(?: ?[A-Z]{2}|\d(?:-\d{3})?)?))`;
const CODED = `(?:,? ${CODE_FIRST} ${TOWN}(?: ${TOWN}){0,2}|, ${TOWN}(?: ${TOWN}){0,2},? (?:[A-Z]{2,3} )?${CODE})`;
const BOX = String.raw`[Pp]\.? ?[Oo]\.? [Bb](?:ox|OX) \d{1,6}\b`;

const ROAD = '(?:rue|avenue|boulevard|place|chemin|all\u00e9e|quai|cours|impasse)';
const GERMAN_ROAD =
  '(?:[sS]tra(?:\u00dfe|sse)|[sS]tr\\.|gasse|weg|platz|allee|ring|damm|ufer|straat|laan|plein|gracht)\\.? \\d';
const VIA = '(?:Calle|C/|Avenida|Av\\.|Plaza|Paseo|Via|Viale|Piazza|Corso|Rua|Travessa)';
/** Cheap questions before the patterns, which take long to make: whether a word for a street is there, or a postcode. */
const HAS_STREET = new RegExp(`[Bb]ox|BOX|\\b${SUFFIX}\\b|,? ${ROAD}|${GERMAN_ROAD}|${VIA} `);
const HAS_CODE = /\d{4}|\d{3} \d{2}|\d{2}-\d{3}|[A-Z]\d[A-Z\d]? ?\d[A-Z]/;
const STREET = letterPattern(
  `^(?:${[
    BOX,
    `\\d{1,5}[a-zA-Z]? (?:(?:${WORD}|${ORDINAL}) ){0,3}${SUFFIX}\\b\\.?(?: \\d{1,4}\\b)?(?: ${SIDE}\\b\\.?)?`,
    `\\d{1,4}(?: ?(?:bis|ter))?,? ${ROAD}(?: (?:de|du|des|la|le|les|l')){0,2} ?${PART}(?:[ -]${PART}){0,3}`,
    `(?:${PART}[ -]){0,3}\\p{L}{0,20}${GERMAN_ROAD}{1,4}(?: ?[a-z])?\\b`,
    `${VIA}(?: (?:de|del|la|los|las|di|da|do|dos)){0,2} ${WORD}(?: (?:(?:de|da|do|di) )?${WORD}){0,3},? (?:n\\.?[º°o]? ?)?\\d{1,4}\\b(?:, ?\\d{1,2}[º°ª](?: ?\\p{L}\\b)?)?`,
  ].join('|')})`,
);
const UNITS_BEHIND = UNITS.replace(ORDINAL, `(?:${ORDINAL}|${IN_WORDS})`);
/** What may stand behind a street; it always fits. */
const BEHIND_STREET = letterPattern(
  `^${UNITS_BEHIND}(?:,? (?:${CODE_FIRST} )?${TOWN}(?: ${TOWN}){0,2})?(?:,? [A-Z]{2,3}\\b(?:,? \\d{4}\\b)?)?(?:,? (?:\\d{5}(?:-\\d{4})?|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}))?${UNITS_BEHIND}`,
);
const WITHOUT_STREET = letterPattern(`^(?:${UNIT}, ?)?(?:${NUMBERED}|${NAMED})${UNITS}${CODED}`);

const MAX_LINE = 140;
/** Ends what a house can stand in; what the next line can be told from; any line. */
const ENDED_LINE = /[\n\r"<|;]/;
const NEXT_LINE_ENDED = /\n[^\n]*\n/;
const NEW_LINE = /\n/;
const IN_WORD = letterPattern(String.raw`^[\p{L}\d][\p{L}\d_]`);
const MAX_PLAIN = 80;
const MAX_POSTCODE = 12;
/** A card shows itself by its next groups. */
const MAX_BEHIND_CODE = 24;
const POSTCODE =
  /^(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|\d{4,5}(?:-\d{3,4})?(?: ?[A-Z]{2})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\w-]|\.\d| \d{4,6} \d|\[REDACTED:)/i;

const CODE_IN_SENTENCE = pattern(
  /(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\w-]|[.,](?:\d|\[REDACTED:))/,
);

/** Behind a postcode without quotes. */
const ENDED = /^[ \t]*(?:$|[\n\r"'<|;,)}\]])/;
const NOTHING_MORE = /^[ \t]*(?:[\n\r,;})\]|]|$)/;
const MAX_BOX = 10;
/** The postcode, or the state before it, follows at once. */
const CITY = comingLetters(
  String.raw`([\p{L}][\p{L}'’. -]{1,40})"\s{0,4},\s{0,12}(?:"(?:state|region|province)"\s{0,2}:\s{0,2}"[^"\\]{0,24}"\s{0,4},\s{0,12})?"(?:zip|zip_?code|post_?code|postal_?code|plz)"`,
  'i',
);
const TOWN_LINE = letterPattern(
  `^,?\\r?\\n[ \\t]{0,8}(?:\\d{4,5} ${TOWN}(?: ${TOWN}){0,2}|${TOWN}(?: ${TOWN}){0,2},? (?:[A-Z]{2} )?(?:\\d{5}(?:-\\d{4})?|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}))(?![\\w-])`,
);
/** The last word was no town but the label of what follows, or a number goes on. */
const IS_LABEL = /^(?: ?[:=\d]| #|-\d)/;
const BEGINS_WITH_CODE = /^,?\s*\d/;
const MAX_TOWN = 80;
const LINE_END = /^(?:\r?\n|\r?$)/;
const YEAR_FIRST = /^,?\s*(?:19|20)\d\d /;
const SEPARATOR = /[,\n\r]| #?(?=\d{3}|[A-Z]{2}\d)/;

/**
 * Whether a value of its own is the address of a house, or a postcode. A word before a number, as `Server 1`, is one only
 * where no other addresses can stand.
 */
export function isAddress(sample: string, isSure: boolean): boolean {
  return (
    houseOf(sample) !== '' ||
    (sample.length <= MAX_POSTCODE && POSTCODE.test(sample)) ||
    ((isSure || /^(?:\d|Apt|Suite|Ste|Unit|Flat|#)|,/.test(sample)) &&
      sample.length <= MAX_PLAIN &&
      PLAIN.exec(sample)?.[0].length === sample.length)
  );
}

/** The rest of a line, or of a string, that is a house without a word for a street, or a part of one. */
export function matchPlain(window: Window, from: number): Verdict | undefined {
  const sample = partOf(window, from, MAX_PLAIN, ENDED_LINE);
  const length = PLAIN.exec(sample)?.[0].length ?? 0;
  const isAlone = length > 0 && ENDED.test(sample.slice(length));
  return isAlone ? found(from, from + length, ADDRESS_TYPE) : undefined;
}

const PLAIN = letterPattern(`^(?:(?:${UNIT}, ?)?(?:${NUMBERED}|${NAMED})|${UNIT})${UNITS}`);

/** A postcode; alone where other numbers can stand. */
export function matchPostcode(window: Window, from: number, isAlone = false): Verdict | undefined {
  const sample = partOf(window, from, MAX_BEHIND_CODE, NEW_LINE);
  const length = POSTCODE.exec(sample)?.[0].length ?? 0;
  const isOther = isAlone && !NOTHING_MORE.test(sample.slice(length));
  return length === 0 || isOther ? undefined : found(from, from + length, ADDRESS_TYPE);
}

/** A postcode in a sentence: with letters and digits, or five digits. */
export function matchCode(window: Window, from: number): Verdict | undefined {
  const length = CODE_IN_SENTENCE.at(window, from)?.[0].length ?? 0;
  return length === 0 ? undefined : found(from, from + length, ADDRESS_TYPE);
}

/** From the number of a house or the name of a street on; the town behind it belongs to it. */
export function matchHouse(window: Window, from: number): Verdict | undefined {
  const { text } = window;
  const isBegun = from >= text.length || isKind(text, from, KIND.digit | KIND.upper) || text.charCodeAt(from) > 0xbf;
  if (!isBegun) {
    return undefined;
  }
  const sample = partOf(window, from, MAX_LINE, ENDED_LINE);
  const whole = wholeWords(sample);
  const house = IS_LABEL.test(sample.slice(whole.length)) ? firstOf(whole) : whole;
  const end = from + house.length;
  return house === '' || text.startsWith(PLACEHOLDER_START, end) ? undefined : found(from, end, ADDRESS_TYPE);
}

/** Without the last word where it goes on otherwise, as `Kq77` behind a comma. */
function wholeWords(sample: string): string {
  const house = houseOf(sample);
  const isCut = IN_WORD.test(sample.slice(Math.max(0, house.length - 1), house.length + 1));
  return isCut ? houseOf(house.slice(0, house.lastIndexOf(' '))) : house;
}

/** A box at a post office, with the town and the postcode that make it somebody's address. */
export function matchBox(window: Window, start: number, end: number): Verdict | undefined {
  if (runOf(window, KIND.digit, end, 1) === end) {
    return undefined;
  }
  const address = houseOf(partOf(window, start, MAX_LINE, ENDED_LINE));
  const isWhole = /\d[A-Z]{0,2}$/.test(address.slice(end - start + MAX_BOX));
  return isWhole ? found(start, start + address.length, ADDRESS_TYPE) : undefined;
}

/** The value of a member that is followed by its postcode. */
export function matchCity(window: Window, from: number): Verdict | undefined {
  const city = CITY.at(window, from)?.[1];
  return city === undefined ? undefined : found(from, from + city.length, ADDRESS_TYPE);
}

/** A house on a line of its own, and the town with its postcode on the next; only behind the town where that is said. */
export function matchLines(window: Window, from: number, isCodeBehind = false): Verdict | undefined {
  const sample = partOf(window, from, MAX_LINE, NEXT_LINE_ENDED);
  const house = matchHouse(window, from);
  if (house?.kind !== 'found') {
    return house;
  }
  const town = TOWN_LINE.exec(sample.slice(house.end - from))?.[0] ?? '';
  return isCodeBehind && BEGINS_WITH_CODE.test(town) ? house : { ...house, end: house.end + town.length };
}

/** A house on the line of its label, and the town with its postcode where these are all of the next line. */
export function matchHouseAndTown(window: Window, from: number): Verdict | undefined {
  const { text } = window;
  const house = matchHouse(window, from);
  if (house?.kind !== 'found' || !LINE_END.test(text.slice(house.end, house.end + 2))) {
    return house;
  }
  const next = partOf(window, house.end, MAX_TOWN, NEXT_LINE_ENDED);
  const town = TOWN_LINE.exec(next)?.[0] ?? '';
  const isTown =
    !YEAR_FIRST.test(town) && LINE_END.test(next.slice(town.length)) && !text.slice(from, house.end).includes(',');
  return isTown ? { ...house, end: house.end + town.length } : house;
}

/** Of an address without a label what stands before its first comma or line end: behind it another cell of a table may begin. */
export function firstPart({ text }: Window, { start, end }: { readonly start: number; readonly end: number }): Verdict {
  return found(start, start + firstOf(text.slice(start, end)).length, ADDRESS_TYPE);
}

function firstOf(address: string): string {
  const length = address.search(SEPARATOR);
  return length < 0 ? address : address.slice(0, length);
}

/** The same behind a label, which may stand in a cell too. */
export function matchFirstPart(window: Window, from: number): Verdict | undefined {
  const house = matchHouse(window, from);
  return house?.kind === 'found' ? firstPart(window, house) : house;
}

/** The address that a text begins with; nothing if none. */
function houseOf(sample: string): string {
  const street = HAS_STREET.test(sample) ? (STREET.exec(sample)?.[0] ?? '') : '';
  if (street !== '') {
    return street + (BEHIND_STREET.exec(sample.slice(street.length))?.[0] ?? '');
  }
  return HAS_CODE.test(sample) ? (WITHOUT_STREET.exec(sample)?.[0] ?? '') : '';
}
