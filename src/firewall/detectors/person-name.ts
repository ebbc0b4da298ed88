import { isKind, KIND, runEnd, runStart } from '../redactor/characters.js';
import { type Detector, found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { matchValue } from '../redactor/enclosed-value.js';
import { isPersonName, personEnd } from '../redactor/person.js';
import { isValue, type ValueContext } from '../redactor/secret-value.js';
import { isSign, SIGN } from '../redactor/signs.js';
import { isStatedName } from '../redactor/stated-name.js';
import type { Enclosure } from '../redactor/value-enclosure.js';
import { findNamed } from './named-value.js';
import { matchPersonMember } from './person-member.js';

const MAX_SPACES = 24;
const MAX_FIELD = 48;
/** Behind a value in code. */
const GOES_ON = ',;)}';
/** Of a letter: a name, and an address in brackets behind it. */
const HEADERS = ['from: ', 'to: ', 'cc: ', 'reply-to: ', 'sender: '];
/** Between two recipients. */
const NEXT = '>, ';
const ADDRESS = /^"? <[^\s<>]{3,}/;
const MAX_ADDRESS = 8;
/** No other words begin so. */
const APOSTROPHE = /^[OD]['’]\p{Lu}/u;
const DISPLAY = /["']display_?$/i;
const MAX_DISPLAY = 10;
const TYPE = 'person_name';
/** What a field's name can have before `name`: a separator, or the last letter of `first`, `last`, `full`, `vor` … */
const BEFORE_NAME = '_- tTeElLnNyYhHrRrcC';
const FIELDS = new Set([
  'name',
  'apellido',
  'apellidos',
  'cognome',
  'voornaam',
  'achternaam',
  'sobrenome',
  'pr\u00e9nom',
]);
/** A word too common in prose to be asked about wherever it stands. */
const QUOTED_FIELD = '"nom"';
/** Words that stand before one name at least, and those that stand before two. */
const GREETINGS = [
  'dear ',
  'geehrte ',
  'geehrter ',
  'estimado ',
  'estimada ',
  'ch\u00e8re madame ',
  'cher monsieur ',
  'geachte ',
];
const SURNAMES = ['n\u00e9e ', 'geborene '];
const LABELS = ['patient', 'passenger', 'cardholder', 'beneficiary', 'insured', 'attn', 'claimant', 'next of kin'];
const TITLE =
  /^(?:Mrs?|Ms|Miss|Mx|Dr|Prof|Sir|Lady|Frau|Herr(?:n)?|Sr|Sra|Srta|Se\u00f1or|Se\u00f1ora|heer|mevrouw)\.? (?:Dr\.? |Prof\.? )?/;
const MAX_TITLE = 24;

/** Names of people, by the name of their field or the word before them; never by their capitals alone. */
export const personName: Detector = {
  name: 'person-name',
  group: 'personal',
  validates: 'a field name, a label or a form of address before; capitals, and no word of products and titles',
  source: 'SPEC 4',
  literals: [...FIELDS, QUOTED_FIELD, ...GREETINGS, ...SURNAMES, ...LABELS, ...HEADERS, NEXT],
  match: (window, start, end) => {
    const { text, isFinal } = window;
    if (end === text.length && !isFinal) {
      return undecided(start);
    }
    if (end - start === 4 && 'eE'.includes(text.charAt(end - 1))) {
      return matchNameWord(window, start, end);
    }
    if (text.charAt(start) === '>') {
      return isBehindAddress(window, start) ? matchHeader(window, end) : undefined;
    }
    const word = text.slice(start, end).toLowerCase();
    if (word === QUOTED_FIELD) {
      return matchField(window, start + 1, end - 1);
    }
    if (FIELDS.has(word)) {
      return matchField(window, start, end);
    }
    if (isKind(text, start - 1, KIND.word) && start > window.floor) {
      return undefined;
    }
    if (HEADERS.includes(word)) {
      return isLineStart(window, start) ? matchHeader(window, end) : undefined;
    }
    return LABELS.includes(word) ? matchLabel(window, end) : matchAddressed(window, end, word === 'dear ');
  },
};

/** `first_name=`, `Full name:`, `Name: Jane Doe`, `my name is Jane`. */
function matchNameWord(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const next = text.charAt(end);
  if (next === ' ') {
    return text.startsWith('my ', start - 3) ? matchIntroduction(window, end + 1) : undefined;
  }
  if (!isSign(text, end, SIGN.label)) {
    return undefined;
  }
  const isAlone = start <= floor || !isKind(text, start - 1, KIND.name | KIND.space);
  if (isAlone && next !== ':' && start > floor && isSign(text, start - 1, SIGN.quote)) {
    return matchPersonMember(window, start, end, TYPE);
  }
  if (isAlone || runStart(text, KIND.space, start, floor) < start - 1) {
    return next === ':' && text.charAt(start) === 'N' && isLineStart(window, start)
      ? matchLabel(window, end)
      : undefined;
  }
  return matchNamePart(window, start, end);
}

/** `firstName`, `last_name`; `displayName`, which is that of things more often. */
function matchNamePart(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const display = DISPLAY.exec(text.slice(Math.max(floor, start - MAX_DISPLAY), start))?.[0].length ?? 0;
  if (display > 0) {
    return matchPersonMember(window, start - display + 1, end, TYPE);
  }
  const isPart = BEFORE_NAME.indexOf(text.charAt(start - 1)) >= 0;
  return isPart && isKind(text, start - 2, KIND.alphanumeric) ? matchField(window, start, end) : undefined;
}

function isLineStart({ text, origin }: Window, start: number): boolean {
  const before = runStart(text, KIND.space, start, Math.max(0, start - MAX_SPACES));
  return (
    before === origin ||
    isKind(text, before - 1, KIND.lineEnd) ||
    isSign(text, before - 1, SIGN.quote) ||
    text.charAt(before - 1) === '>'
  );
}

function matchIntroduction(window: Window, from: number): Verdict | undefined {
  const { text, isFinal } = window;
  if (from + 3 > text.length && !isFinal) {
    return undecided(from);
  }
  return text.startsWith('is ', from) ? verdictOf(window, from + 3, 1) : undefined;
}

function matchField(window: Window, start: number, end: number): Verdict | undefined {
  const named = findNamed(window, start, end);
  if (named === undefined || 'kind' in named) {
    return named;
  }
  const { rule, enclosure } = named;
  if (rule.type !== TYPE || (enclosure.statement !== undefined && enclosure.statement !== 'call')) {
    return undefined;
  }
  return enclosure.close === ''
    ? (matchBare(window, start, enclosure.start) ?? matchLine(window, start, enclosure))
    : matchValue(window, enclosure, TYPE, isNameValue);
}

/** Not a type: `fullName: Identifier,`. */
function matchBare(window: Window, nameStart: number, from: number): Verdict | undefined {
  const verdict = verdictOf(window, from, 1);
  const isType =
    verdict?.kind === 'found' &&
    isKind(window.text, nameStart - 1, KIND.lower) &&
    !['', '\n', '\r', '&', '<'].includes(window.text.charAt(verdict.end));
  return isType ? undefined : verdict;
}

/** `last_name: van der berg`, where name and value are all of a line. */
function matchLine(window: Window, nameStart: number, enclosure: Enclosure): Verdict | undefined {
  const { text, floor } = window;
  if (enclosure.statement !== undefined || enclosure.isSpaced === true || text.charAt(enclosure.start) === '[') {
    return undefined;
  }
  const first = runStart(text, KIND.name, nameStart, Math.max(floor, nameStart - MAX_FIELD));
  const line = { ...enclosure, stop: KIND.lineEnd, isLine: true };
  return isLineStart(window, first) ? matchValue(window, line, TYPE, isNameLine) : undefined;
}

function isNameLine(sample: string, { after }: ValueContext): boolean {
  return !GOES_ON.includes(after.charAt(0) || ' ') && isStatedName(sample);
}

function isNameValue(sample: string, context: ValueContext): boolean {
  return (isPersonName(sample) && isValue(sample, context)) || isStatedName(sample);
}

/** `Patient: Jane Doe` */
function matchLabel(window: Window, end: number): Verdict | undefined {
  const { text, isFinal } = window;
  const stars = text.startsWith('**', end) ? end + 2 : end;
  const colon = text.charAt(stars) === ':' ? stars + 1 : -1;
  if (colon < 0) {
    return stars >= text.length && !isFinal ? undecided(end) : undefined;
  }
  const bold = text.startsWith('**', colon) ? colon + 2 : colon;
  const from = runEnd(text, KIND.space, bold, bold + MAX_SPACES);
  return verdictOf(window, from, APOSTROPHE.test(text.slice(from, from + 3)) ? 1 : 2);
}

/** `From: Jane Doe <jane@example.com>` */
function matchHeader(window: Window, start: number): Verdict | undefined {
  const { text, isFinal } = window;
  const from = text.charAt(start) === '"' ? start + 1 : start;
  const verdict = verdictOf(window, from, 1);
  if (verdict?.kind !== 'found') {
    return verdict;
  }
  if (verdict.end + MAX_ADDRESS > text.length && !isFinal) {
    return undecided(start);
  }
  return ADDRESS.test(text.slice(verdict.end, verdict.end + MAX_ADDRESS)) ? verdict : undefined;
}

/** An address was found right before the bracket that closes it. */
function isBehindAddress({ recent, floor }: Window, start: number): boolean {
  return start === floor && recent[0] === 'email';
}

/** `Dear Ms. Doe,`, `Dear Jane,`, `née Doe` */
function matchAddressed(window: Window, from: number, isLetter: boolean): Verdict | undefined {
  const { text, isFinal } = window;
  if (from + MAX_TITLE > text.length && !isFinal) {
    return undecided(from);
  }
  const title = TITLE.exec(text.slice(from, from + MAX_TITLE))?.[0].length ?? 0;
  const verdict = verdictOf(window, from + title, 1);
  const isGreeting = title > 0 || !isLetter || verdict?.kind !== 'found' || ',:!\n'.includes(text.charAt(verdict.end));
  return isGreeting ? verdict : undefined;
}

function verdictOf(window: Window, from: number, least: number): Verdict | undefined {
  const end = personEnd(window, from, least);
  if (end === undefined) {
    return undecided(from);
  }
  return end < 0 ? undefined : found(from, end, TYPE);
}
