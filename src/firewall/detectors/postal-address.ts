import { isKind, KIND } from '../redactor/characters.js';
import { type Detector, found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { matchValue } from '../redactor/enclosed-value.js';
import { PLACEHOLDER_START } from '../redactor/placeholder.js';
import { isSign, SIGN } from '../redactor/signs.js';
import { findNamed } from './named-value.js';

const TYPE = 'address';
const LONGEST_REST = 8;
const MAX_LINE = 140;
const FIELDS = [
  'address',
  'adresse',
  'anschrift',
  'street',
  'stra\u00dfe',
  'strasse',
  'direcci\u00f3n',
  'direccion',
  'indirizzo',
];
const MORE_FIELDS = [
  'domicilio',
  'endere\u00e7o',
  'postcode',
  'postal code',
  'postal_code',
  'postalcode',
  'zip code',
  'zip_code',
  'zipcode',
  'postleitzahl',
];
/** Words before which an address stands in a sentence. */
const STATED = ['lives at ', 'living at ', 'resides at ', 'residing at ', 'wohnhaft in ', 'wohnt in '];
const SUFFIX =
  '(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Square|Sq|Terrace|Place|Pl|Way|Close|Crescent|Highway|Hwy|Parkway|Pkwy|Circle|Row|Mews|Gardens|Broadway)';
const WORD = String.raw`[\p{Lu}][\p{L}'’.-]{0,24}`;
/** Without the hyphen that stands between two: a pattern may not try both readings. */
const PART = String.raw`\p{Lu}\p{L}{0,24}`;
const TOWN = String.raw`\p{Lu}\p{Ll}[\p{L}'’.-]{0,24}`;
const MAX_POSTCODE = 12;
const POSTCODE =
  /^(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|\d{4,5}(?:-\d{3,4})?(?: ?[A-Z]{2})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\w-]|\.\d)/i;

let pattern: RegExp | undefined;

/** Addresses of houses: a number and a street behind a label, the name of a field, or a word for living. */
export const postalAddress: Detector = {
  name: 'postal-address',
  group: 'personal',
  validates: 'a label or field name before; a number and a street, in the order of either language',
  source: 'SPEC 4',
  literals: [...FIELDS, ...MORE_FIELDS, ...STATED],
  match: (window, start, end) => {
    const { text, isFinal } = window;
    if (end + LONGEST_REST > text.length && !isFinal) {
      return undecided(start);
    }
    if (text.charAt(end - 1) === ' ') {
      return matchHouse(window, end);
    }
    const isNamed = isSign(text, end, SIGN.label) || goesOn(text, end) || text.startsWith(' :', end);
    return isNamed ? matchField(window, start, end) : undefined;
  },
};

/** `address_line_2`, `streetName`; most other words that begin so are no address. */
function goesOn(text: string, end: number): boolean {
  return isKind(text, end, KIND.name) && /^[_-]?(?:line|name|address|\d)/i.test(text.slice(end, end + LONGEST_REST));
}

function matchField(window: Window, start: number, end: number): Verdict | undefined {
  const named = findNamed(window, start, end);
  if (named === undefined || 'kind' in named) {
    return named;
  }
  const { rule, enclosure } = named;
  if (rule.type !== TYPE || enclosure.statement !== undefined || enclosure.block !== undefined) {
    return undefined;
  }
  if (enclosure.close !== '') {
    return matchValue(window, enclosure, TYPE, isAddress);
  }
  return matchHouse(window, enclosure.start) ?? matchPostcode(window, enclosure.start);
}

function isAddress(sample: string): boolean {
  return housePattern().test(sample) || (sample.length <= MAX_POSTCODE && POSTCODE.test(sample));
}

function matchPostcode({ text, isFinal }: Window, from: number): Verdict | undefined {
  const sample = text.slice(from, from + MAX_POSTCODE);
  if (sample.length < MAX_POSTCODE && !isFinal && !sample.includes('\n')) {
    return undecided(from);
  }
  const length = POSTCODE.exec(sample)?.[0].length ?? 0;
  return length === 0 ? undefined : found(from, from + length, TYPE);
}

/** From the number of a house or the name of a street on; the town behind it belongs to it. */
function matchHouse(window: Window, from: number): Verdict | undefined {
  const { text, isFinal } = window;
  const isBegun = from >= text.length || isKind(text, from, KIND.digit | KIND.upper) || text.charCodeAt(from) > 0xbf;
  if (!isBegun) {
    return undefined;
  }
  const sample = text.slice(from, from + MAX_LINE);
  if (sample.length < MAX_LINE && !isFinal && !/[\n\r"<|;]/.test(sample)) {
    return undecided(from);
  }
  const house = housePattern().exec(sample)?.[0] ?? '';
  const end = from + house.length;
  return house === '' || text.startsWith(PLACEHOLDER_START, end) ? undefined : found(from, end, TYPE);
}

/** Made when the first address could begin. */
function housePattern(): RegExp {
  const town = `(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|#)\\.? ?[\\p{L}\\d-]{1,6})?(?:,? (?:\\d{4,5} )?${TOWN}(?: ${TOWN}){0,2})?(?:,? [A-Z]{2}\\b)?(?:,? (?:\\d{5}(?:-\\d{4})?|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}))?`;
  pattern ??= new RegExp(
    `^(?:${[
      `\\d{1,5}[a-zA-Z]? (?:${WORD} ){0,3}${SUFFIX}\\b\\.?`,
      `\\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|boulevard|place|chemin|all\u00e9e|quai|cours|impasse)(?: (?:de|du|des|la|le|les|l')){0,2} ?${PART}(?:[ -]${PART}){0,3}`,
      `(?:${PART}[ -]){0,3}\\p{L}{0,20}(?:stra\u00dfe|strasse|str\\.|gasse|weg|platz|allee|ring|damm|ufer|straat|laan|plein|gracht)\\.? \\d{1,4} ?[a-z]?\\b`,
      `(?:Calle|C/|Avenida|Av\\.|Plaza|Paseo|Via|Viale|Piazza|Corso|Rua|Travessa)(?: (?:de|del|la|los|las|di|da|do|dos)){0,2} ${WORD}(?: (?:(?:de|da|do|di) )?${WORD}){0,3},? (?:n\\.?[º°o]? ?)?\\d{1,4}\\b(?:, ?\\d{1,2}[º°ª](?: ?\\p{L}\\b)?)?`,
    ].join('|')})${town}`,
    'u',
  );
  return pattern;
}
