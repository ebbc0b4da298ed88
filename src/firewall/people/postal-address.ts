import { findNamed } from '../assignments/named-value.js';
import { matchValue } from '../bind/enclosed-value.js';
import { isForeignAddress } from '../judge/east.js';
import { isPostal } from '../judge/field-value.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import type { Detector, Verdict, Window } from '../lex/detector.js';
import { isKind, KIND, LAST_ASCII } from '../pattern/characters.js';
import { needs, pattern } from '../pattern/coming-text.js';
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
import {
  isStatedAddress,
  matchForeignLine,
  matchHouseNumber,
  matchRecipient,
  matchStreetWord,
} from './address-places.js';
import { matchEncodedAddress } from './form-value.js';
import { createWordTable, inQuotes } from './word-table.js';

/** The words before addresses, by what may follow them. */
const FIELDS =
  'address|adresse|anschrift|street|stra\u00dfe|strasse|direcci\u00f3n|direccion|indirizzo|domicilio|endere\u00e7o|postcode|' +
  'postal code|postal_code|postalcode|zip code|zip_code|zipcode|postleitzahl';
/** More names of fields, whose words are common elsewhere or have no other literal. */
const FIELDS_ABROAD =
  'hausnummer|huisnummer|house_number|house number|housenumber|code_postal|code postal|codigo_postal|c\u00f3digo postal|' +
  'codice_postale|codice postale|endereco|\u5730\u5740|\u4f4f\u6240|\uc8fc\uc18c|\u0430\u0434\u0440\u0435\u0441';
const QUOTED_FIELDS_ABROAD = '"straat"|"calle"|"adres"|"adresa"|"ulica"';
/** Words before which an address stands in a sentence, and labels. */
const STATED =
  'lives at |living at |resides at |residing at |wohnt in |deliver to |wohnt in der |livraison : |livraison: |adres: |' +
  'adress: |osoite: |lieferung an: |address line 1: |address line 2: ';
/** The address may be a cell: `wohnhaft`, but not `wohnhaft in`. */
const LIVING = 'wohnhaft ';
/** The name of a person may stand before the address. */
const RECIPIENTS = 'ship to:|shipped to:|deliver to:|bill to:|sold to:|send to:';
/** Not a sentence's last word. */
const STREET_SHORT = 'str. ';
const BOXES = 'p.o. box |po box |p. o. box ';
const POSTCODES = 'zip:|plz:|zip=|plz=';
/** Of an address that is an object: its city is one beside a postcode. */
const LINE_MEMBERS = '"line1"|"line_1"|"address1"';
const POSTCODE_MEMBERS = '"zip"|"plz"';
const CITY_MEMBER = '"city"';

/** `address_line_2`, `streetName`; most other words that begin so are no address. */
const GOES_ON = /^[_-]?(?:line|name|address|\d)/i;
const STREET_WORD = /^stra/i;
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
/** Behind the name of a member. */
const MEMBER_VALUE = pattern(/[ \t\u00a0]{0,3}:[ \t\u00a0]{0,3}"/);
/** `adresse : …`, `zip_code = "…"` */
const SPACED_SIGN = /^ (?::|= {0,3}["'])/;
const LABEL_LINE = /^ ?:[ \t]{0,3}\r?\n[ \t]{0,8}/;
const MAX_LABEL = 16;
/** `wohnhaft in der …` */
const INSIDE = /^(?:in |an )(?:der |dem )?/;

const words = createWordTable([
  [FIELDS, (window, start, end) => matchLabel(window, { start, end })],
  [FIELDS_ABROAD, (window, start, end) => matchLabel(window, { start, end, isAbroad: true })],
  [QUOTED_FIELDS_ABROAD, inQuotes((window, start, end) => matchField(window, { start, end, isPostal: true }))],
  [`${STATED}|${LIVING}`, matchStated],
  [RECIPIENTS, (window, _start, end) => matchRecipient(window, end)],
  [STREET_SHORT, matchStreetWord],
  [BOXES, matchBox],
  [POSTCODES, matchPostcodeLabel],
  [LINE_MEMBERS, inMember((window, from) => matchHouse(window, from) ?? matchPlain(window, from))],
  [POSTCODE_MEMBERS, inMember(matchPostcode)],
  [CITY_MEMBER, inMember(matchCity)],
]);

/** Addresses of houses: a number and a street behind a label, the name of a field, or a word for living. */
export const postalAddress: Detector = {
  name: 'postal-address',
  group: 'personal',
  validates: 'a label or field name before; a number and a street, in the order of either language',
  source: 'SPEC 4',
  literals: words.literals ?? [],
  match: (window, start, end) => {
    needs(window, end, MAX_LABEL);
    return words.match(window, start, end);
  },
};

/** The word for an address, and what else is read behind it than where English is spoken. */
interface Label {
  readonly start: number;
  readonly end: number;
  /** A cell of a table may end behind the house. */
  readonly isAbroad?: boolean;
  /** What stands in quotes behind the word can be in any form. */
  readonly isPostal?: boolean;
}

/** `lives at …` */
function matchStated(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const inside = INSIDE.exec(text.slice(end, end + MAX_LABEL))?.[0] ?? '';
  const isCell = text.slice(start, end).toLowerCase() === LIVING && !inside.startsWith('in');
  return (isCell ? matchFirstPart : matchHouse)(window, end + inside.length);
}

/** `zip: 12345`, `plz=12345` */
function matchPostcodeLabel(window: Window, start: number, end: number): Verdict | undefined {
  const isWordBefore = start > window.floor && isKind(window.text, start - 1, KIND.name);
  return isWordBefore ? undefined : matchPostcode(window, window.text.charAt(end) === ' ' ? end + 1 : end, true);
}

/** `"line1": "…"`, `"zip": "…"`, `"city": "…"` */
function inMember(match: (window: Window, from: number) => Verdict | undefined): Detector['match'] {
  return (window, _start, end) => {
    const opening = MEMBER_VALUE.at(window, end)?.[0];
    return opening === undefined ? undefined : match(window, end + opening.length);
  };
}

/** Behind a label with a sign, at the end of its line, or with nothing but a space. */
function matchLabel(window: Window, label: Label): Verdict | undefined {
  const { text } = window;
  const { end } = label;
  const behind = text.slice(end, end + MAX_LABEL);
  const line = LABEL_LINE.exec(behind)?.[0].length ?? 0;
  if (line > 0) {
    return matchLines(window, end + line);
  }
  if (behind.startsWith(' ') && isKind(text, end + 1, KIND.alphanumeric)) {
    return matchSpoken(window, label);
  }
  return isSign(text, end, SIGN.label) || GOES_ON.test(behind) || SPACED_SIGN.test(behind)
    ? matchField(window, label)
    : undefined;
}

/** `Adresse Hauptstraße 12`, `Hauptstraße 12`, `postcode 12345`: the word, a space and more without a sign. */
function matchSpoken(window: Window, { start, end }: Label): Verdict | undefined {
  const word = window.text.slice(start, end);
  const isNumbered = isKind(window.text, end + 1, KIND.digit);
  if (isNumbered && STREET_WORD.test(word)) {
    return matchStreetWord(window, start, end + 1);
  }
  if (CODE_WORD.test(word)) {
    return matchCode(window, end + 1);
  }
  return SPOKEN.test(word) || (isNumbered && /s$/i.test(word)) ? matchHouse(window, end + 1) : undefined;
}

/** The value of a field whose name says that it holds an address. */
function matchField(window: Window, label: Label): Verdict | undefined {
  const named = findNamed(window, label.start, label.end);
  if (named === undefined || 'kind' in named) {
    return named;
  }
  const { rule, enclosure, nameEnd } = named;
  if (rule.type !== ADDRESS_TYPE || enclosure.statement !== undefined || enclosure.block !== undefined) {
    return undefined;
  }
  const name = window.text.slice(label.start, nameEnd);
  const isSure = rule.value === 'pattern';
  if (enclosure.close !== '') {
    return matchValue(
      window,
      enclosure,
      ADDRESS_TYPE,
      (sample) => isQuotedAddress(sample, name, isSure) || (label.isPostal === true && isPostal(sample)),
    );
  }
  return window.text.charCodeAt(label.start) > LAST_ASCII
    ? matchForeignLine(window, enclosure)
    : matchBare(window, enclosure.start, { name, isSure, isAbroad: label.isAbroad === true });
}

function isQuotedAddress(sample: string, name: string, isSure: boolean): boolean {
  if (ANY_ADDRESS.test(name) && (PORT.test(sample) || MACHINE.test(sample))) {
    return false;
  }
  const isStated = isSure && (HOUSE_NUMBER.test(sample) || (STREET_FIELD.test(name) && isStatedAddress(sample)));
  return isStated || isAddress(sample, isSure) || isForeignAddress(sample);
}

interface BareField {
  readonly name: string;
  readonly isSure: boolean;
  readonly isAbroad: boolean;
}

function matchBare(window: Window, from: number, { name, isSure, isAbroad }: BareField): Verdict | undefined {
  const isEncoded = window.text.charAt(from - 1) === '=';
  const house =
    (isEncoded ? matchEncodedAddress(window, from, isSure) : undefined) ??
    (isAbroad ? matchFirstPart : matchHouseAndTown)(window, from) ??
    matchPostcode(window, from);
  if (house?.kind === 'found' && ANY_ADDRESS.test(name) && isPort(window.text, house)) {
    return undefined;
  }
  if (house !== undefined || !isSure) {
    return house;
  }
  return (HOUSE_FIELD.test(name) ? matchHouseNumber : matchPlain)(window, from);
}

function isPort(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return PORT.test(text.slice(start, end)) && AFTER_PORT.test(text.slice(end, end + 1));
}
