import type { Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { isKind, KIND, LAST_ASCII, LETTER, runEnd } from '../pattern/characters.js';
import { isCut, needs, searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { fieldRule } from './field-names.js';

const MAX_PERSON = 72;
const FEWEST_WORDS = 2;
const SHORTEST_KEY = 16;
const LONGEST_MAILBOX = 64;
/** A country and two digits: so does an IBAN begin. */
const ACCOUNT = letterPattern(String.raw`^\p{Lu}{2}\p{Nd}{2}`);
const PARTICLE = '(?:v[ao]n|de|der|den|del|della|di|da|dos|la|le|bin|al|ter|ten|zu|y|e|af)';
/** A word of a name, or an initial. */
export const NAME_WORD = String.raw`(?:\p{Lu}\.|\p{Lu}[\p{L}\p{M}]{0,24}(?:['’-]\p{L}[\p{L}\p{M}]{0,24}){0,3})`;
const NAME = letterPattern(
  `^(?:(?:Dr|Mrs?|Ms|Prof|Mme|Herr|Frau)\\.? )?(?:${PARTICLE} ){0,2}(${NAME_WORD}(?:(?:,? | ${PARTICLE} (?:${PARTICLE} )?)${NAME_WORD}){0,3})`,
);
const POSSESSIVE = letterPattern(String.raw`['’]s(?![\p{L}\p{M}])`);
const OUTSIDE = letterPattern(String.raw`[^\p{L}\p{M} ,.'’-]`);
/** What may stand between the words of a name, in ASCII. */
const BETWEEN = " .,'-";
/** Words that say what stands behind them, where the name before has ended. */
export const LABELS: ReadonlySet<string> = new Set(
  (
    'ssn itin ein tin dob born birth birthdate geburtsdatum geb tel telephone telefon phone mobile mobil handy fax ' +
    'email e-mail pin cvv cvc passport reisepass licence license address adresse anschrift npi mrn dea mbi medicare nhs ' +
    'nino iban bic swift routing account acct konto kontonummer vin social date password passwort username login bearer basic ' +
    'token digest authorization auth apikey api key secret card karte carte ' +
    // Of somebody else.
    'mr mrs ms mme dr prof herr herrn frau'
  ).split(' '),
);
/** What stands behind a comma is a label when a sign or a number follows it; or it is a degree, as in `M.D.`. */
const LABELLED = letterPattern(String.raw`^, (?:[\p{L}\p{M} .'’-]{1,32}[:=#\d]|\p{L}{1,3}\.\p{L})`);
/** The same behind a name of one word: `Margaret, Last name: …`. */
const NEXT_LABEL = letterPattern(String.raw`^, ([\p{L}\p{M} ]{1,48})[:=]`);
/** Words of titles, products, organisations and sentences that begin with a capital like a person's name. */
export const NO_PERSON = new Set(
  (
    'string number integer float boolean date text varchar char object array list map any enum all team sir madam sirs everyone everybody customer customers user users reader readers friend friends colleague ' +
    'colleagues hiring manager support sales service services server client clients admin administrator group inc ltd ' +
    'llc gmbh corp corporation company university college school hospital clinic bank church center centre department ' +
    'office agency association street road avenue city county state file files folder test tests build install run set ' +
    'get add create update check setup deploy release docker python node google microsoft amazon apple linux windows ' +
    'ubuntu debian chrome visual studio code the my new default data system account product name type unknown none not ' +
    'null yes no app application project package module component version example sample internet web api database ' +
    'network home page please see enter your first last full this that what when where how if and or for with intel ' +
    'nvidia android samsung red hat visa mastercard express premium basic standard international national global ' +
    'general public private open free world north south east west great book books order orders report reports job jobs ' +
    'action ag kg plc srl gbr bv co systems solutions technologies industries labs partners holding holdings trading logistics ' +
    'consulting insurance hotel airlines energy motors widgets foods world there all folks guys everyone actions workflow step steps go to of in on at is was will can has have it we you they he she ' +
    'thread threads apache httpclient projet \u0432\u0432\u0435\u0434\u0438\u0442\u0435 \u0443\u043a\u0430\u0436\u0438\u0442\u0435 ' +
    '\u0437\u0430\u043f\u043e\u043b\u043d\u0438\u0442\u0435 \u0434\u0430\u043d\u043d\u044b\u0435'
  ).split(' '),
);

/**
 * Where the name of a person ends that begins at an index: at least so many words with a capital, and nothing behind
 * them that makes them something else. -1 when there is none.
 */
export function personEnd(window: Window, from: number, least: number): number {
  const { text } = window;
  if (from < text.length && !mayBegin(text, from)) {
    return -1;
  }
  const sample = text.slice(from, from + MAX_PERSON);
  if (isCut(window, from, MAX_PERSON + 2) && !OUTSIDE.test(sample)) {
    window.wait(from);
    return -1;
  }
  const name = NAME.exec(sample);
  if (name === null) {
    return -1;
  }
  const [whole, words = ''] = name;
  const length = labelStart(sample, whole.length - words.length, whole.length);
  const end = from + length;
  if (!isPerson(sample.slice(whole.length - words.length, length), least)) {
    return -1;
  }
  if (isEnd(window, end, from)) {
    return end;
  }
  const last = text.lastIndexOf(' ', end - 1);
  const shorter = sample.slice(whole.length - words.length, last - from);
  const isShorter = last > from && isOther(window, last + 1, from) && isPerson(shorter, least);
  return isShorter && !shorter.endsWith(',') ? last : -1;
}

/**
 * Whether a word is as long as a key, or begins an e-mail address or an account number: that is found by itself and leaves
 * a name before it.
 */
function isOther(window: Window, from: number, since: number): boolean {
  const { text } = window;
  const limit = from + SHORTEST_KEY;
  const end = searched(window, runEnd(text, KIND.name, from, limit), limit, since);
  return end === limit || ACCOUNT.test(text.slice(from, from + 4)) || isMailbox(window, from, since);
}

function isMailbox(window: Window, from: number, since: number): boolean {
  const at = runEnd(window.text, KIND.local, from, from + LONGEST_MAILBOX);
  return !needs(window, at, 1, since) && window.text.charAt(at) === '@';
}

/** Whether a text is nothing but the name of a person, or one part of it. */
export function isPersonName(text: string): boolean {
  if (text.length < 2 || !isKind(text, 0, KIND.upper)) {
    return text.charCodeAt(0) > LAST_ASCII && text.length > 1 && isForeignName(text);
  }
  let start = 0;
  let at = 0;
  for (; at < text.length; at += 1) {
    if (isLetter(text, at)) {
      continue;
    }
    if (text.charCodeAt(at) > LAST_ASCII) {
      return isForeignName(text);
    }
    if (!BETWEEN.includes(text.charAt(at)) || NO_PERSON.has(text.slice(start, at).toLowerCase())) {
      return false;
    }
    start = at + 1;
  }
  return isNameEnd(text) && !isPossessive(text) && !NO_PERSON.has(text.slice(start).toLowerCase());
}

/** A letter, or the full stop behind one. */
function isNameEnd(text: string): boolean {
  const last = text.length - 1;
  return isLetter(text, last) || (text.charAt(last) === '.' && isLetter(text, last - 1));
}

/** Of Latin, whose letters beyond ASCII lie together; but for the one that is two characters when it is small. */
function isLetter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  const isBeyondAscii = code >= 0xc0 && code < 0x250 && code !== 0xd7 && code !== 0xf7 && code !== 0x130;
  return isBeyondAscii || isKind(text, index, LETTER);
}

/** `John's Pizza`: what is someone's. */
function isPossessive(text: string): boolean {
  return /['’]s/.test(text) && POSSESSIVE.test(text);
}

/** The same of a text with characters beyond Latin, or before its first letter. */
function isForeignName(text: string): boolean {
  return (
    /^\p{Lu}[\p{L}\p{M}]*(?:[ .,'’-]+[\p{L}\p{M}]+)*\.?$/u.test(text) &&
    !isPossessive(text) &&
    !text
      .toLowerCase()
      .split(/\P{L}+/u)
      .some((word) => NO_PERSON.has(word))
  );
}

/** A capital, or a small letter of a particle. */
function mayBegin(text: string, index: number): boolean {
  return (
    isKind(text, index, KIND.upper) || text.charCodeAt(index) > LAST_ASCII || 'dvzlabt'.includes(text.charAt(index))
  );
}

/** Where the name ends because a label for something else stands there: `Jane Doe, SSN 123`, `Jane Doe Tel: 123`. */
function labelStart(sample: string, start: number, end: number): number {
  let words = 1;
  for (const { index } of sample.slice(start, end).matchAll(/,? /g)) {
    const behind = start + index;
    const isListed = sample.charAt(behind) === ',';
    const word = /^[^ ,.]*/.exec(sample.slice(behind + (isListed ? 2 : 1), end))?.[0] ?? '';
    if (LABELS.has(word.toLowerCase()) || (isListed && isBeforeLabel(sample.slice(behind), words))) {
      return behind;
    }
    words += 1;
  }
  return end;
}

/** Behind one word a name may go on: the label must be a word alone, or one that no person is called. */
function isBeforeLabel(behind: string, words: number): boolean {
  if (words >= FEWEST_WORDS) {
    return LABELLED.test(behind);
  }
  const label = NEXT_LABEL.exec(behind)?.[1] ?? '';
  const [first = ''] = label.split(' ');
  return label !== '' && (first === label || NO_PERSON.has(first.toLowerCase()) || fieldRule(label) !== undefined);
}

function isPerson(name: string, least: number): boolean {
  const words = name.split(/[ ,]+/);
  return words.length >= least && !isPossessive(name) && !words.some((word) => NO_PERSON.has(word.toLowerCase()));
}

/** Not in the middle of a word, a path, an address or a call, and not before what was replaced of these. */
function isEnd(window: Window, end: number, since: number): boolean {
  const { text } = window;
  const next = text.charAt(end);
  if (next === '\\') {
    return needs(window, end, 2, since) || text.charAt(end + 1) === 'n';
  }
  if (next === '.') {
    return !(isKind(text, end + 1, KIND.word) || isPlaceholderAt(window, end + 1, since));
  }
  return next === '' || !(isKind(text, end, KIND.word) || '/@(=:[{-_$%'.includes(next));
}
