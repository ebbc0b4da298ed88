import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { LONGEST_LETTER, letterEscapeEnd, withLetters } from '../lex/letter-escapes.js';
import { localPartStart, MAX_LOCAL } from '../lex/login.js';
import { isPlaceholderAt, plainForm } from '../lex/placeholder.js';
import {
  AMPERSAND,
  APOSTROPHE,
  BACKSLASH,
  behindEscape,
  COLON,
  isKind,
  KIND,
  PERCENT,
  QUOTE,
  runEnd,
  runStart,
  SEMICOLON,
} from '../pattern/characters.js';
import { pattern, searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { isAccountOfServer, quotedStart } from './before-at.js';

const MIN_DOMAIN = 4;
const MAX_DOMAIN = 255;
const INTERNATIONAL = letterPattern(String.raw`^[^.-].*\.\p{L}{2,24}$`);
/** `foo@2x.png` names an image for dense screens. */
const DENSITY = /^\dx\.[a-z]{3,4}$/i;
/** Accounts of version control hosts, and words of programming languages that stand before an `@`. */
const NOT_PEOPLE = new Set(['git', 'hg', 'svn', 'this', 'super', 'return']);
const LONGEST_NOT_PERSON = 6;
/** `chacha20-poly1305@openssh.com`: algorithms and messages of SSH, which are named after who made them. */
const OF_SSH = /^[a-z\d.-]{1,40}@(?:openssh\.com|libssh\.org|lysator\.liu\.se)$/;
/** `getty@tty1.service`: a unit of a system and which one of its kind. */
const OF_SYSTEM = /\.(?:service|socket|timer|target|slice|mount)$/;
const ASCII = /^[\0-\x7f]*$/;
const DOMAIN = /^(?!-)(?:[^.]{1,255}\.){1,127}(?:[a-z]{2,24}|xn--[^.]{0,255})$/i;
/** The last label, before a hyphen and a word. */
const BEFORE_WORD = /\.(?!xn--)[a-z]{2,64}(?=-[^.]{0,255}$)/i;
const TRAILING = /[.\uff0d\uff0e\u00ad\u200b-\u200d\u2060\ufeff-]{1,255}$/;

/** `[192.0.2.7]`, `[IPv6:2001:db8::1]` */
const ADDRESS_LITERAL = pattern(/\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[0-9a-f:.]{2,45})\]/i);
const ENCODED_STOPS = /%2e|%252e|&#0?46;|&#x2e;|&period;/gi;
const ENCODED_STOP = new RegExp(`^(?:${ENCODED_STOPS.source})`, 'i');
const LONGEST_STOP = 8;
/** In other than ASCII writing, and as URLs, HTML, JSON and programs encode it. */
const AT = '@ \uff20 %40 %2540 &#64; &#064; &#x40; &#x0040; &commat; \\u0040 \\\\u0040 \\x40 "@'.split(' ');

/** E-mail addresses, also internationalised, and with the `@` encoded as in URLs and HTML. */
export const email: Detector = {
  name: 'email',
  group: 'personal',
  validates: 'local part, labels of the domain, a top-level domain of letters',
  source: 'RFC 5321, RFC 6531',
  literals: AT,
  match: (window, start, end) => {
    const { text, floor } = window;
    const local = localStart(text, start, floor);
    if (local === start) {
      return undefined;
    }
    if (text.charCodeAt(end) === BRACKET) {
      return matchLiteral(window, local, end);
    }
    const plain = runEnd(text, KIND.domain, end, end + MAX_DOMAIN + 1);
    const stop = isEncodedNext(text, plain) ? domainStop(window, plain, { start: end, local }) : plain;
    if (stop - end > MAX_DOMAIN || (stop - end < MIN_DOMAIN && stop < text.length)) {
      return undefined;
    }
    const isJoined = isPlaceholderAt(window, stop, local);
    const domain = stop === plain ? ownEnd(text, end, stop) : encodedEnd(text, end, { stop, plain });
    const isAddress = domain > end && !isJoined && !isNameOfThing(text, local, { sign: start, end: domain });
    return isAddress && !isNotPerson(text, local, start) && !isAccountOfServer(window, local, start)
      ? found(local, domain, 'email')
      : undefined;
  },
};

function isEncodedNext(text: string, index: number): boolean {
  const code = index < text.length ? text.charCodeAt(index) : 0;
  return code === AMPERSAND || code === PERCENT || code === BACKSLASH;
}

/** Where a domain ends that begins here; where it begins if there is none. */
function ownEnd(text: string, start: number, stop: number): number {
  const domain = trimmed(text.slice(start, stop));
  return text.charCodeAt(stop) !== AT_SIGN && isDomain(domain) ? start + domain.length : start;
}

/** The same where encoded full stops may be in it; as far as these where all of it is none. */
function encodedEnd(text: string, start: number, { stop, plain }: { stop: number; plain: number }): number {
  const domain = trimmed(text.slice(start, stop));
  const decoded = withLetters(domain.replace(ENCODED_STOPS, '.'));
  return text.charCodeAt(stop) !== AT_SIGN && isDomain(decoded) ? start + domain.length : ownEnd(text, start, plain);
}

/** Where the domain ends, with encoded full stops in it. */
function domainStop(window: Window, plain: number, { start, local }: { start: number; local: number }): number {
  const { text } = window;
  const limit = start + MAX_DOMAIN + 1;
  let stop = plain;
  while (stop < limit && isEncodedNext(text, stop)) {
    searched(window, text.length, stop + LONGEST_STOP + LONGEST_LETTER + 1, local);
    const next = escapeEnd(text, stop);
    if (next === stop) {
      return stop;
    }
    stop = runEnd(text, KIND.domain, next, limit);
  }
  return stop;
}

/** Where an escaped letter of a domain ends, or a full stop before more of it; the index itself when none stands there. */
function escapeEnd(text: string, index: number): number {
  const stop = index + (ENCODED_STOP.exec(text.slice(index, index + LONGEST_STOP))?.[0].length ?? 0);
  if (stop === index) {
    return letterEscapeEnd(text, index);
  }
  return isKind(text, stop, KIND.alphanumeric) || letterEscapeEnd(text, stop) > stop ? stop : index;
}

/** An IP address in place of a domain. */
function matchLiteral(window: Window, local: number, end: number): Verdict | undefined {
  const literal = ADDRESS_LITERAL.at(window, end, local);
  return literal === undefined ? undefined : found(local, end + literal[0].length, 'email');
}

/** Where the part before the `@` begins; at the `@` itself when there is none. */
function localStart(text: string, end: number, floor: number): number {
  const quoted = text.charCodeAt(end) === QUOTE ? quotedStart(text, end, floor) : -1;
  if (quoted >= 0) {
    return quoted;
  }
  return end > floor && (isKind(text, end - 1, KIND.local) || text.charCodeAt(end - 1) === SEMICOLON)
    ? plainStart(text, end, floor)
    : end;
}

/** An address begins with a letter or a digit; in `\nbob@…` the `n` belongs to the escape. */
function plainStart(text: string, end: number, floor: number): number {
  let start = localPartStart(text, end, floor);
  if (start === floor || isKind(text, start - 1, KIND.local) || mayEndEscape(text.charCodeAt(start - 1))) {
    start = behindEscape(text, start, floor);
  }
  for (let index = start; index < end; index += 1) {
    if (text.charCodeAt(index) === APOSTROPHE && !isApostrophe(text, index, start)) {
      start = index + 1;
    }
  }
  while (start < end && !isKind(text, start, KIND.word) && isNoBeginning(text, start)) {
    start += 1;
  }
  return start;
}

function isNoBeginning(text: string, index: number): boolean {
  return ".-+%'".includes(text.charAt(index)) && letterEscapeEnd(text, index) === index;
}

/** Whether the letters or numbers behind a sign can belong to it: `\n`, the numbers of a colour. */
function mayEndEscape(code: number): boolean {
  return code === BACKSLASH || code === BRACKET || code === SEMICOLON || code === COLON;
}

/** `o'brien`, but not `b'alice@…'`, which is a string in a program. */
function isApostrophe(text: string, index: number, start: number): boolean {
  const isInWord = isKind(text, index - 1, LETTER) && isKind(text, index + 1, LETTER) && index > start;
  return isInWord && !(index - 1 === start && 'bruf'.includes(text.charAt(start).toLowerCase()));
}

const LETTER = KIND.upper | KIND.lower;
const BRACKET = 0x5b;
const AT_SIGN = 0x40;

/** A full stop or a hyphen behind an address belongs to the sentence, and so does a word behind a hyphen. */
function trimmed(domain: string): string {
  const word = BEFORE_WORD.exec(domain);
  return (word === null ? domain : domain.slice(0, word.index + word[0].length)).replace(TRAILING, '');
}

/** Labels without gaps, and letters behind the last full stop. */
function isDomain(domain: string): boolean {
  return ASCII.test(domain) ? DOMAIN.test(domain) && !DENSITY.test(domain) : isInternationalDomain(domain);
}

function isInternationalDomain(domain: string): boolean {
  const visible = plainForm(domain);
  return INTERNATIONAL.test(visible) && !visible.includes('..');
}

function isNameOfThing(text: string, local: number, { sign, end }: { sign: number; end: number }): boolean {
  const isNear = sign - local <= LONGEST_THING && end - sign <= LONGEST_THING;
  const address = isNear ? text.slice(local, end) : '';
  return (OF_SSH.test(address) && /[-\d].*@/.test(address)) || OF_SYSTEM.test(address);
}

const LONGEST_THING = 48;

function isNotPerson(text: string, start: number, end: number): boolean {
  return end - start <= LONGEST_NOT_PERSON && NOT_PEOPLE.has(text.slice(start, end).toLowerCase());
}

const BRACKETS: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
];
const LOCAL = /[a-z0-9][\w.+-]*$/i;
/** At least one dot, spelt or not; then no spaces but those around a spelt one. */
const SPELT_DOMAIN = pattern(
  / ?[a-z0-9][a-z0-9-]{0,62}(?:(?:\.| ?[([{]dot[)\]}] ?)[a-z0-9-]{1,63}){0,6}(?:\.| ?[([{]dot[)\]}] ?)[a-z]{2,24}/i,
);
/** Addresses written for people only: `alice (at) example (dot) com`, `alice[at]example.com`. */
export const speltEmail: Detector = {
  name: 'spelt-email',
  group: 'personal',
  validates: 'brackets around "at", a word before it, labels and a top-level domain of letters behind it',
  source: 'common practice on mailing lists',
  literals: BRACKETS.flatMap(([open, close]) => [`${open}at${close}`, ` ${open}at${close}`]),
  match: (window, start, end) => {
    const { text, floor } = window;
    const word = text.slice(runStart(text, KIND.local, start, Math.max(floor, start - MAX_LOCAL)), start);
    const local = LOCAL.exec(word);
    if (local === null) {
      return undefined;
    }
    const from = start - local[0].length;
    const domain = SPELT_DOMAIN.at(window, end, from)?.[0];
    const to = end + (domain?.length ?? 0);
    return domain === undefined || isPlaceholderAt(window, to, from) ? undefined : found(from, to, 'email');
  },
};
