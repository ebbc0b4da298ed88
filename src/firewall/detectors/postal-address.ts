import { isKind, KIND, runEnd } from '../redactor/characters.js';
import { type Detector, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { matchValue } from '../redactor/enclosed-value.js';
import { isSign, SIGN } from '../redactor/signs.js';
import {
  ADDRESS_TYPE,
  isAddress,
  matchBox,
  matchCity,
  matchCode,
  matchHouse,
  matchLines,
  matchPlain,
  matchPostcode,
} from './address-forms.js';
import { findNamed } from './named-value.js';

const LONGEST_REST = 8;
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
const STATED = ['lives at ', 'living at ', 'resides at ', 'residing at ', 'wohnhaft in ', 'wohnt in ', 'ship to: '];
const MORE_STATED = [
  'shipped to: ',
  'deliver to: ',
  'bill to: ',
  'sold to: ',
  'send to: ',
  'deliver to ',
  'wohnt in der ',
];
const LABELS_ABROAD = [
  'livraison : ',
  'livraison: ',
  'adres: ',
  'lieferung an: ',
  'address line 1: ',
  'address line 2: ',
];
const BOXES = ['p.o. box ', 'po box ', 'p. o. box '];
/** Of an address that is an object: its city is one beside a postcode. */
const MEMBERS = ['"line1"', '"line_1"', '"address1"', '"zip"', '"plz"', '"city"'];
const POSTCODES = ['zip:', 'plz:', 'zip=', 'plz='];
/** Behind these a street may stand without a sign between them; before a number only, where the word has other uses. */
const SPOKEN = /^(?:adresse|anschrift|direcci|indirizzo|domicilio|endere)/i;
/** Behind these a code may stand without a sign between them. */
const CODE_WORD = /^(?:post(?:al[ _]?)?code|zip[ _]?code|postleitzahl)$/i;
const MOST_BLANKS = 3;
const COLON = 0x3a;
const QUOTE = 0x22;
const BARE_VALUE = /^ ?/;
const LABEL_LINE = /^ ?:[ \t]{0,3}\r?\n[ \t]{0,8}/;
const MAX_LABEL = 16;

/** Addresses of houses: a number and a street behind a label, the name of a field, or a word for living. */
export const postalAddress: Detector = {
  name: 'postal-address',
  group: 'personal',
  validates: 'a label or field name before; a number and a street, in the order of either language',
  source: 'SPEC 4',
  literals: [
    ...FIELDS,
    ...MORE_FIELDS,
    ...STATED,
    ...MORE_STATED,
    ...LABELS_ABROAD,
    ...BOXES,
    ...MEMBERS,
    ...POSTCODES,
  ],
  match: (window, start, end) => {
    const { text, isFinal } = window;
    if (end + MAX_LABEL > text.length && !isFinal) {
      return undecided(start);
    }
    switch (text.charAt(end - 1)) {
      case ' ':
        return isBox(text, start) ? matchBox(window, start, end) : matchHouse(window, end);
      case '"':
        return matchMember(window, start, end);
      case ':':
      case '=':
        return isWordBefore(window, start) ? undefined : matchPostcode(window, behind(text, end, BARE_VALUE), true);
      default:
        return matchLabel(window, start, end);
    }
  },
};

/** Of the words that end with a space only that for a box begins so. */
function isBox(text: string, start: number): boolean {
  return text.charAt(start).toLowerCase() === 'p';
}

function isWordBefore({ text, floor }: Window, start: number): boolean {
  return start > floor && isKind(text, start - 1, KIND.name);
}

function behind(text: string, end: number, sign: RegExp): number {
  const length = sign.exec(text.slice(end, end + MAX_LABEL))?.[0].length;
  return length === undefined ? -1 : end + length;
}

/** `"line1": "…"`, `"zip": "…"`, `"city": "…"` */
function matchMember(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const from = memberValue(text, end);
  if (from < 0) {
    return undefined;
  }
  switch (text.charAt(start + 1).toLowerCase()) {
    case 'c':
      return matchCity(window, from);
    case 'z':
    case 'p':
      return matchPostcode(window, from);
    default:
      return matchHouse(window, from) ?? matchPlain(window, from);
  }
}

/** Where the value of a member begins, behind its colon and its quote; -1 when there are none. */
function memberValue(text: string, end: number): number {
  const colon = runEnd(text, KIND.space, end, end + MOST_BLANKS);
  const quote = text.charCodeAt(colon) === COLON ? runEnd(text, KIND.space, colon + 1, colon + 1 + MOST_BLANKS) : -1;
  return quote > 0 && text.charCodeAt(quote) === QUOTE ? quote + 1 : -1;
}

/** Behind a label with a sign, at the end of its line, or with nothing but a space. */
function matchLabel(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const line = behind(text, end, LABEL_LINE);
  if (line > 0) {
    return matchLines(window, line);
  }
  if (text.charAt(end) === ' ' && isKind(text, end + 1, KIND.alphanumeric)) {
    if (CODE_WORD.test(text.slice(start, end))) {
      return matchCode(window, end + 1);
    }
    const isSpoken = SPOKEN.test(text.slice(start, end));
    const isNumbered = isKind(text, end + 1, KIND.digit) && /s$/i.test(text.slice(start, end));
    return isSpoken || isNumbered ? matchHouse(window, end + 1) : undefined;
  }
  const isNamed = isSign(text, end, SIGN.label) || goesOn(text, end) || text.startsWith(' :', end);
  return isNamed ? matchField(window, start, end) : undefined;
}

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
  if (rule.type !== ADDRESS_TYPE || enclosure.statement !== undefined || enclosure.block !== undefined) {
    return undefined;
  }
  if (enclosure.close !== '') {
    return matchValue(window, enclosure, ADDRESS_TYPE, (sample) => isAddress(sample, rule.value === 'pattern'));
  }
  const house = matchHouse(window, enclosure.start) ?? matchPostcode(window, enclosure.start);
  return house ?? (rule.value === 'pattern' ? matchPlain(window, enclosure.start) : undefined);
}
