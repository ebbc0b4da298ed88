import { beginsWithGivenName } from '../judge/given-person.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import type { Detector, Verdict, Window } from '../lex/detector.js';
import { isKind, KIND, runEnd, runStart } from '../pattern/characters.js';
import { comingLetters, pattern, searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { matchBareName } from './bare-name.js';
import { matchHumanNames } from './human-name.js';
import { BLANKS, isWordBegin, MAILBOX, nameBehind } from './name-behind.js';
import { isShortName, matchPersonElement, matchQueryName, matchShortName } from './name-notations.js';
import { isLineStart, matchPersonField, onlyIf } from './person-field.js';
import { matchPersonMember } from './person-member.js';
import { createWordTable, inQuotes } from './word-table.js';

const MAX_SPACES = 24;
/** Behind a label, which can be in bold print with its colon or without. */
const COLON = String.raw`(?:\*\*)?:(?:\*\*)?${BLANKS}`;
/** No other words begin so. */
const APOSTROPHE = String.raw`(?=[OD]['’]\p{Lu})`;
const matchNameOfLabel = nameBehind(
  { between: comingLetters(COLON), least: 2 },
  { between: comingLetters(COLON + APOSTROPHE) },
);
const DISPLAY = /["']display_?$/i;
const MAX_DISPLAY = 10;
/** What a field's name can have before `name`: a separator, or the last letter of `first`, `last`, `full`, `vor` … */
const BEFORE_NAME = '_- tTeElLnNyYhHrRrcC';
const FIELDS = 'apellido|apellidos|cognome|voornaam|achternaam|sobrenome|pr\u00e9nom';
/** A word too common in prose to be asked about wherever it stands. */
const QUOTED_FIELD = '"nom"';
const MY_NAME = 'my name is ';
const MEIN_NAME = 'mein name ist ';
/** No capitals alone, and no small word between. */
const NAMES = letterPattern(String.raw`^(?=.*\p{Ll})(?!.* \p{Ll}).* `);
/** Of a letter: a name, and an address in brackets behind it. */
const HEADERS = 'from: |to: |cc: |reply-to: |sender: ';
/** Between two recipients. */
const NEXT = '>, |>", "|>","';
const LABELS = 'patient|passenger|cardholder|beneficiary|insured|attn|claimant|next of kin';
/** Words that stand before the name of somebody. */
const ADDRESSED =
  'geehrte |geehrter |estimado |estimada |ch\u00e8re madame |cher monsieur |geachte |n\u00e9e |geborene ';
/** Other words stand behind these too: before a name only with a title, or when the greeting ends behind it. */
const DEAR = 'dear ';
const HI = 'hi ';
/** Before a title only. */
const TITLED = 'hello |guten tag |bonjour ';
const TITLE =
  '(?:Mrs?|Ms|Miss|Mx|Dr|Prof|Sir|Lady|Frau|Herr(?:n)?|Sr|Sra|Srta|Se\u00f1or|Se\u00f1ora|heer|mevrouw|Madame|Monsieur|Mme)\\.? (?:Dr\\.? |Prof\\.? )?';
const TITLED_ROW = { at: isWordBegin, between: pattern(new RegExp(TITLE)) };
/** Behind the name of somebody who is greeted without a title. */
const GREETED = pattern(/[,:!\n]|$/);
/** A quote, and the bar behind it. */
const UNION = pattern(/[\s\S] \|/);

/** Names of people, by the name of their field or the word before them; never by their capitals alone. */
export const personName: Detector = {
  name: 'person-name',
  group: 'personal',
  validates: 'a field name, a label or a form of address before; capitals, and no word of products and titles',
  source: 'SPEC 4',
  ...createWordTable([
    ['name', matchNameWord],
    [MY_NAME, nameBehind({})],
    [MEIN_NAME, nameBehind({ isName: isSurelyName })],
    [FIELDS, matchPersonField],
    [QUOTED_FIELD, inQuotes(matchPersonField)],
    [NEXT, nameBehind({ ...MAILBOX, at: isBehindAddress })],
    [HEADERS, nameBehind({ ...MAILBOX, at: isLineStart })],
    [LABELS, (window, start, end) => (isWordBegin(window, start) ? matchLabel(window, start, end) : undefined)],
    [ADDRESSED, nameBehind({ at: isWordBegin, between: pattern(new RegExp(`(?:${TITLE})?`)) })],
    [TITLED, nameBehind(TITLED_ROW)],
    [DEAR, nameBehind(TITLED_ROW, { at: isWordBegin, behind: GREETED })],
    [HI, nameBehind(TITLED_ROW, { at: beginsLine, behind: GREETED })],
  ]),
};

/** `first_name=`, `Full name:`, `Name: Jane Doe`. */
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

/** `name = Jane Doe` */
function matchBeforeSpace(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const spaced = text.charAt(end + 1) === ' ' ? runEnd(text, KIND.space, end, end + MAX_SPACES) : end + 1;
  const sign = searched(window, spaced, spaced + 1);
  return text.charAt(sign) === '=' ? matchAssigned(window, start, end, sign) : undefined;
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
  return matchNameOfLabel(window, start, end);
}

/** An address was found right before the bracket that closes it. */
function isBehindAddress({ recent, floor }: Window, start: number): boolean {
  return start === floor && recent[0] === 'email';
}

/** Where every noun has a capital, a given name or two of them without a small word between. */
function isSurelyName(name: string): boolean {
  return beginsWithGivenName(name) || NAMES.test(name);
}

/** As letters do, and unlike strings in programs. */
function beginsLine(window: Window, start: number): boolean {
  return isLineStart(window, start) && !isSign(window.text, start - 1, SIGN.quote);
}
