import { isSign, SIGN } from '../lex/character-sets.js';
import type { Detector, Verdict, Window } from '../lex/detector.js';
import { isKind, KIND, runEnd, runStart } from '../pattern/characters.js';
import { pattern, searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { matchBareName } from './bare-name.js';
import { matchHumanNames } from './human-name.js';
import {
  isShortName,
  matchIntroduction,
  matchPersonElement,
  matchQueryName,
  matchShortName,
} from './name-notations.js';
import { isLineStart, matchMailbox, matchPersonField, onlyIf, personVerdict } from './person-field.js';
import { matchPersonMember } from './person-member.js';
import { atWordStart, createWordTable, inQuotes } from './word-table.js';

const MAX_SPACES = 24;
/** No other words begin so. */
const APOSTROPHE = letterPattern(String.raw`^[OD]['’]\p{Lu}`);
const DISPLAY = /["']display_?$/i;
const MAX_DISPLAY = 10;
/** What a field's name can have before `name`: a separator, or the last letter of `first`, `last`, `full`, `vor` … */
const BEFORE_NAME = '_- tTeElLnNyYhHrRrcC';
const FIELDS = 'apellido|apellidos|cognome|voornaam|achternaam|sobrenome|pr\u00e9nom';
/** A word too common in prose to be asked about wherever it stands. */
const QUOTED_FIELD = '"nom"';
/** Of a letter: a name, and an address in brackets behind it. */
const HEADERS = 'from: |to: |cc: |reply-to: |sender: ';
/** Between two recipients. */
const NEXT = '>, |>", "|>","';
const LABELS = 'patient|passenger|cardholder|beneficiary|insured|attn|claimant|next of kin';
/** Words that stand before the name of somebody. */
const ADDRESSED =
  'geehrte |geehrter |estimado |estimada |ch\u00e8re madame |cher monsieur |geachte |n\u00e9e |geborene ';
/** Other words stand behind these too: before a name only with a title, or when the greeting ends behind it. */
const LETTERS = 'dear |hi ';
/** Before a title only. */
const TITLED = 'hello |guten tag |bonjour ';
const TITLE = pattern(
  /(?:Mrs?|Ms|Miss|Mx|Dr|Prof|Sir|Lady|Frau|Herr(?:n)?|Sr|Sra|Srta|Se\u00f1or|Se\u00f1ora|heer|mevrouw|Madame|Monsieur|Mme)\.? (?:Dr\.? |Prof\.? )?/,
);
/** A quote, and the bar behind it. */
const UNION = pattern(/[\s\S] \|/);
/** Behind a label, which can be in bold print with its colon or without. */
const COLON = pattern(/(?:\*\*)?:(?:\*\*)?/);

/** Names of people, by the name of their field or the word before them; never by their capitals alone. */
export const personName: Detector = {
  name: 'person-name',
  group: 'personal',
  validates: 'a field name, a label or a form of address before; capitals, and no word of products and titles',
  source: 'SPEC 4',
  ...createWordTable([
    ['name', matchNameWord],
    [FIELDS, matchPersonField],
    [QUOTED_FIELD, inQuotes(matchPersonField)],
    [NEXT, (window, start, end) => (isBehindAddress(window, start) ? matchMailbox(window, end) : undefined)],
    [HEADERS, (window, start, end) => (isLineStart(window, start) ? matchMailbox(window, end) : undefined)],
    [LABELS, atWordStart(matchLabel)],
    [ADDRESSED, atWordStart((window, _start, end) => matchAddressed(window, end, () => true))],
    [TITLED, atWordStart((window, _start, end) => matchAddressed(window, end, () => false))],
    [LETTERS, atWordStart(matchLetter)],
  ]),
};

/** `first_name=`, `Full name:`, `Name: Jane Doe`, `my name is Jane`. */
function matchNameWord(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const next = text.charAt(end);
  if (next === ' ') {
    return matchBeforeSpace(window, start, end);
  }
  if (!isSign(text, end, SIGN.label)) {
    return next === ']' ? matchNamePart(window, start, end) : undefined;
  }
  if (start <= floor || !isKind(text, start - 1, KIND.name | KIND.space)) {
    return matchAlone(window, start, end);
  }
  return runStart(text, KIND.space, start, floor) < start - 1
    ? matchLabelled(window, start, end)
    : (matchNamePart(window, start, end) ?? matchBare(window, start, end));
}

/** With a sign before it: `"name": "Jane Doe"`, `<name>Jane Doe</name>`, `Name: Jane Doe`. */
function matchAlone(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const next = text.charAt(end);
  if (next !== ':' && start > floor && isSign(text, start - 1, SIGN.quote)) {
    const member = matchPersonMember(window, start, end) ?? matchHumanNames(window, end);
    return member ?? matchQueryName(window, start, end);
  }
  return next === '>' && text.charAt(start - 1) === '<'
    ? matchPersonElement(window, start, end)
    : matchLabelled(window, start, end);
}

function matchLabelled(window: Window, start: number, end: number): Verdict | undefined {
  const isLabel = window.text.charAt(end) === ':' && window.text.charAt(start) === 'N' && isLineStart(window, start);
  return isLabel ? matchLabel(window, start, end) : matchBare(window, start, end);
}

/** `name = Jane Doe`, `my name is Jane`. */
function matchBeforeSpace(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const spaced = text.charAt(end + 1) === ' ' ? runEnd(text, KIND.space, end, end + MAX_SPACES) : end + 1;
  const sign = searched(window, spaced, spaced + 1);
  if (text.charAt(sign) === '=') {
    return matchAssigned(window, start, end, sign);
  }
  return matchIntroduction(window, start, end);
}

/** `name = Jane Doe`, `first_name = "Jane"`: the sign of the assignment stands at `sign`. */
function matchAssigned(window: Window, start: number, end: number, sign: number): Verdict | undefined {
  const { text, floor } = window;
  if (start <= floor || !isKind(text, start - 1, KIND.name)) {
    return sign === end + 1 ? matchBareName(window, start, end + 2) : undefined;
  }
  const value = runEnd(text, KIND.space, sign + 1, sign + 1 + MAX_SPACES);
  if (isSign(text, searched(window, value, value + 1), SIGN.quote)) {
    return unlessUnion(window, matchNamePart(window, start, end));
  }
  return sign === end + 1 ? matchBareName(window, start, end + 2) : undefined;
}

/** Several strings with a bar between them are a type: `type FamilyName = "caption" | "icon"`. */
function unlessUnion(window: Window, verdict: Verdict | undefined): Verdict | undefined {
  return onlyIf(verdict, ({ end }) => !UNION.fits(window, end));
}

function matchBare(window: Window, start: number, end: number): Verdict | undefined {
  const bare = ':='.includes(window.text.charAt(end)) ? matchBareName(window, start, end + 1) : undefined;
  return bare ?? matchQueryName(window, start, end);
}

/** `firstName`, `last_name`; `displayName`, which is that of things more often. */
function matchNamePart(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const display = DISPLAY.exec(text.slice(Math.max(floor, start - MAX_DISPLAY), start))?.[0].length ?? 0;
  if (display > 0) {
    return matchPersonMember(window, start - display + 1, end);
  }
  if (isShortName(window, start)) {
    return matchShortName(window, start, end);
  }
  const isPart = BEFORE_NAME.indexOf(text.charAt(start - 1)) >= 0;
  return isPart && isKind(text, start - 2, KIND.alphanumeric) ? matchPersonField(window, start, end) : undefined;
}

/** `Patient: Jane Doe`, `"patient": "Jane Doe"` */
function matchLabel(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  if (isSign(text, end, SIGN.quote) || '=>'.includes(text.charAt(end) || ' ')) {
    return matchPersonField(window, start, end);
  }
  const colon = COLON.at(window, end)?.[0];
  if (colon === undefined) {
    return undefined;
  }
  const from = runEnd(text, KIND.space, end + colon.length, end + colon.length + MAX_SPACES);
  return personVerdict(window, from, APOSTROPHE.test(text.slice(from, from + 3)) ? 1 : 2);
}

/** An address was found right before the bracket that closes it. */
function isBehindAddress({ recent, floor }: Window, start: number): boolean {
  return start === floor && recent[0] === 'email';
}

/** `Dear Jane,`; `hi` stands before other words too, so that it begins the line. */
function matchLetter(window: Window, start: number, end: number): Verdict | undefined {
  const isHi = end - start === 3;
  return matchAddressed(
    window,
    end,
    (verdictEnd) => ',:!\n'.includes(window.text.charAt(verdictEnd)) && (!isHi || beginsLine(window, start)),
  );
}

/** `Dear Ms. Doe,`, `née Doe`: a name behind a title, or one that may stand without. */
function matchAddressed(window: Window, from: number, mayBeBare: (end: number) => boolean): Verdict | undefined {
  const title = TITLE.at(window, from)?.[0].length ?? 0;
  const verdict = personVerdict(window, from + title, 1);
  return title > 0 ? verdict : onlyIf(verdict, ({ end }) => mayBeBare(end));
}

/** As letters do, and unlike strings in programs. */
function beginsLine(window: Window, start: number): boolean {
  return isLineStart(window, start) && !isSign(window.text, start - 1, SIGN.quote);
}
