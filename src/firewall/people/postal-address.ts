import { findNamed } from '../assignments/named-value.js';
import { matchValue } from '../bind/enclosed-value.js';
import { isForeignAddress } from '../judge/address-east.js';
import { isPostal } from '../judge/field-value.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import type { Detector, Verdict, Window } from '../lex/detector.js';
import { isKind, KIND, runEnd } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';
import { matchEncodedAddress } from './address-encoded.js';
import {
  ADDRESS_TYPE,
  isAddress,
  matchBox,
  matchCity,
  matchCode,
  matchFirstPart,
  matchHouse,
  matchHouseAndTown,
  matchLines,
  matchPlain,
  matchPostcode,
} from './address-forms.js';
import { matchForeignLine, matchHouseNumber, matchRecipient, matchStreetWord } from './address-places.js';
import {
  BOXES,
  FIELDS,
  FIELDS_ABROAD,
  LABELS_ABROAD,
  MEMBERS,
  MORE_FIELDS,
  MORE_STATED,
  POSTCODES,
  RECIPIENTS,
  STATED,
  STREET_SHORT,
  STREET_WORD,
} from './address-words.js';
import { isStatedAddress } from './stated-address.js';

const LONGEST_REST = 8;
/** Behind these a street may stand without a sign between them; before a number only, where the word has other uses. */
const SPOKEN = /^(?:adresse|anschrift|direcci|indirizzo|domicilio|endere)/i;
/** Behind these a code may stand without a sign between them. */
const CODE_WORD = /^(?:post(?:al[ _]?)?code|zip[ _]?code|postleitzahl)$/i;
const HOUSE_NUMBER = /^\d{1,5} ?[a-z]?$/i;
const HOUSE_FIELD = /^(?:haus|huis|house)/i;
/** Not that of a postcode, nor of the number of a house. */
const STREET_FIELD = /^(?:addr|anschrift|stra|stre|direcci|indirizzo)/i;
/** Those of networks have such a name too, and a port is one of them. */
const ANY_ADDRESS = /^addr(?:ess)?$/i;
const PORT = /^\d{4,5}$/;
const AFTER_PORT = /^(?:[:,;}`'"\r\n]|$)/;
const MACHINE = /^[\da-f]{1,4}:[\da-f:.]*(?:\/\d{1,3})?$/i;
const LAST_ASCII = 0x7f;
const MOST_BLANKS = 3;
const COLON = 0x3a;
const QUOTE = 0x22;
const BARE_VALUE = /^ ?/;
/** `adresse : …`, `zip_code = "…"` */
const SPACED_SIGN = /^ (?::|= {0,3}["'])/;
const LABEL_LINE = /^ ?:[ \t]{0,3}\r?\n[ \t]{0,8}/;
const MAX_LABEL = 16;
/** `wohnhaft in der …` */
const LIVING = 'wohnhaft ';
const INSIDE = /^(?:in |an )(?:der |dem )?/;

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
    ...RECIPIENTS,
    STREET_SHORT,
    ...LABELS_ABROAD,
    ...FIELDS_ABROAD,
    ...BOXES,
    ...MEMBERS,
    ...POSTCODES,
  ],
  match: (window, start, end) => {
    const { text } = window;
    needs(window, end, MAX_LABEL);
    switch (text.charAt(end - 1)) {
      case ' ':
        return matchStated(window, start, end);
      case '"':
        return MEMBERS.includes(text.slice(start, end).toLowerCase())
          ? matchMember(window, start, end)
          : matchField(window, start + 1, end - 1);
      case ':':
        if (RECIPIENTS.includes(text.slice(start, end).toLowerCase())) {
          return matchRecipient(window, end);
        }
        return isWordBefore(window, start) ? undefined : matchPostcode(window, behind(text, end, BARE_VALUE), true);
      case '=':
        return isWordBefore(window, start) ? undefined : matchPostcode(window, behind(text, end, BARE_VALUE), true);
      default:
        return matchLabel(window, start, end);
    }
  },
};

/** `P.O. Box 12, …`, `Hauptstr. 12`, `lives at …`: of the words that end with a space only that for a box begins so. */
function matchStated(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const word = text.slice(start, end).toLowerCase();
  if (word.charAt(0) === 'p') {
    return matchBox(window, start, end);
  }
  if (word === STREET_SHORT) {
    return matchStreetWord(window, start, end);
  }
  const inside = INSIDE.exec(text.slice(end, end + MAX_LABEL))?.[0] ?? '';
  const isCell = word === LIVING && !inside.startsWith('in');
  return (isCell ? matchFirstPart : matchHouse)(window, end + inside.length);
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
    if (isKind(text, end + 1, KIND.digit) && text.slice(start, end).toLowerCase().startsWith(STREET_WORD)) {
      return matchStreetWord(window, start, end + 1);
    }
    if (CODE_WORD.test(text.slice(start, end))) {
      return matchCode(window, end + 1);
    }
    const isSpoken = SPOKEN.test(text.slice(start, end));
    const isNumbered = isKind(text, end + 1, KIND.digit) && /s$/i.test(text.slice(start, end));
    return isSpoken || isNumbered ? matchHouse(window, end + 1) : undefined;
  }
  const isNamed =
    isSign(text, end, SIGN.label) || goesOn(text, end) || SPACED_SIGN.test(text.slice(end, end + MAX_LABEL));
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
  const { text } = window;
  const { rule, enclosure, nameEnd } = named;
  const isAnyAddress = ANY_ADDRESS.test(text.slice(start, nameEnd));
  if (rule.type !== ADDRESS_TYPE || enclosure.statement !== undefined || enclosure.block !== undefined) {
    return undefined;
  }
  if (enclosure.close !== '') {
    const isSure = rule.value === 'pattern';
    const isAbroad = FIELDS_ABROAD.includes(window.text.slice(start - 1, end + 1).toLowerCase());
    return matchValue(
      window,
      enclosure,
      ADDRESS_TYPE,
      (sample) =>
        !(isAnyAddress && (PORT.test(sample) || MACHINE.test(sample))) &&
        (isAddress(sample, isSure) ||
          (isSure && HOUSE_NUMBER.test(sample)) ||
          isForeignAddress(sample) ||
          (isSure && STREET_FIELD.test(text.slice(start, nameEnd)) && isStatedAddress(sample)) ||
          (isAbroad && isPostal(sample))),
    );
  }
  if (window.text.charCodeAt(start) > LAST_ASCII) {
    return matchForeignLine(window, enclosure);
  }
  const isAbroad = FIELDS_ABROAD.includes(window.text.slice(start, end).toLowerCase());
  const isEncoded = window.text.charAt(enclosure.start - 1) === '=';
  const house =
    (isEncoded ? matchEncodedAddress(window, enclosure.start, rule.value === 'pattern') : undefined) ??
    (isAbroad ? matchFirstPart : matchHouseAndTown)(window, enclosure.start) ??
    matchPostcode(window, enclosure.start);
  if (isAnyAddress && house?.kind === 'found' && isPort(text, house.start, house.end)) {
    return undefined;
  }
  if (house !== undefined || rule.value !== 'pattern') {
    return house;
  }
  return HOUSE_FIELD.test(window.text.slice(start, nameEnd))
    ? matchHouseNumber(window, enclosure.start)
    : matchPlain(window, enclosure.start);
}

function isPort(text: string, start: number, end: number): boolean {
  return PORT.test(text.slice(start, end)) && AFTER_PORT.test(text.slice(end, end + 1));
}
