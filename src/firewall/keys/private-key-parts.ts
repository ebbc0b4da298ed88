import { type Detector, found, type Swallow, type Verdict, type Window } from '../lex/detector.js';
import { whileKind } from '../lex/take-while.js';
import { isKind, KIND } from '../pattern/characters.js';
import { isCut, partOf, pattern, runOf } from '../pattern/coming-text.js';

const MAX_LINES = 64;
const LINE = 70;
const COUNT = pattern(/ {0,2}(\d{1,2})(?=\D)/);
const BLANK = /^\s*$/;
const LINE_BREAK = /\r?\n|\\+r\\+n|\\+n/;
const KEY_LINE = /^[\s>|]{0,8}[A-Za-z0-9+/]{2,64}={0,2}\s{0,4}$/;

/** The private lines of a PuTTY key file; what stands around them is public. */
export const puttyKey: Detector = {
  name: 'putty-key',
  group: 'secret',
  validates: 'as many lines of base64 as the file says',
  source: 'the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html',
  literals: ['private-lines:'],
  match: (window, _start, end) => {
    const count = COUNT.at(window, end);
    const lines = Number(count?.[1] ?? 0);
    if (count === undefined || lines === 0 || lines > MAX_LINES) {
      return undefined;
    }
    const from = end + count[0].length;
    return matchLines(partOf(window, from, (lines + 1) * LINE), from, lines);
  },
};

/** The lines behind the first line break. */
function matchLines(sample: string, from: number, lines: number): Verdict | undefined {
  let at = 0;
  let start = -1;
  let end = 0;
  for (let line = 0; line <= lines; line += 1) {
    const rest = sample.slice(at, at + LINE + 6);
    const lineBreak = LINE_BREAK.exec(rest);
    const length = lineBreak?.index ?? rest.length;
    if (!(line > 0 ? KEY_LINE : BLANK).test(rest.slice(0, length))) {
      break;
    }
    end = line > 0 ? at + length : end;
    at += length + (lineBreak?.[0].length ?? 0);
    start = line === 0 ? at : start;
  }
  return end > start && start > 0 ? found(from + start, from + end, 'private_key') : undefined;
}

const MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'];
const OPENING = pattern(/[ \t]{0,4}:[ \t]{0,4}\\{0,7}"/);
const MIN_MEMBER = 43;
const MAX_MEMBER = 1024;
const RANDOM = /^(?=\D*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])/;

/** The private members of a JSON web key. */
export const jwkKey: Detector = {
  name: 'jwk-key',
  group: 'secret',
  validates: 'the name of a private member, and at least 256 random bits in base64url',
  source: 'RFC 7518 section 6',
  literals: MEMBERS.flatMap((member) => [`"${member}"`, `"${member}\\"`]),
  match: (window, _start, end) => {
    const opening = OPENING.at(window, end)?.[0];
    return opening === undefined ? undefined : matchMember(window, end + opening.length);
  },
};

function matchMember(window: Window, start: number): Verdict | undefined {
  const { text } = window;
  const stop = runOf(window, KIND.base64url, start, MAX_MEMBER + 1);
  const isLong = stop - start > MAX_MEMBER;
  const isMember = isLong || (stop - start >= MIN_MEMBER && '\\"'.includes(text.charAt(stop)));
  if (!isMember || !RANDOM.test(text.slice(start, start + MIN_MEMBER))) {
    return undefined;
  }
  return isLong
    ? { kind: 'open', start, type: 'private_key', sampleEnd: stop, swallow: whileKind(KIND.base64url) }
    : found(start, stop, 'private_key');
}

/** A line break, indentation, and the first pairs of digits. */
const FIRST_LINE = pattern(/[ \t]{0,2}\r?\n[ \t]{1,12}(?:[0-9a-f]{2}:){3}[0-9a-f]{2}/i);
/** Line breaks and indentation between two lines. */
const MAX_GAP = 24;
const HEX = /[0-9a-f:]/i;

/** The private numbers of a key as `openssl pkey -text` prints them; the public ones stay. */
export const keyDump: Detector = {
  name: 'key-dump',
  group: 'secret',
  validates: 'indented lines of pairs of hexadecimal digits behind the name of a private number',
  source: 'docs.openssl.org/master/man1/openssl-pkey',
  literals: ['priv:', 'privateexponent:', 'prime1:', 'prime2:', 'exponent1:', 'exponent2:', 'coefficient:'],
  match: (window, _start, end) => {
    const first = FIRST_LINE.at(window, end)?.[0];
    if (first === undefined) {
      return undefined;
    }
    const start = end + first.search(/\S/);
    return { kind: 'open', start, type: 'private_key', sampleEnd: end + first.length, swallow: whileIndented() };
  },
};

/** Takes digits, and the lines below as long as they are indented. */
function whileIndented(): Swallow {
  return (coming, from) => {
    const { text } = coming;
    let upTo = from;
    let at = from;
    while (at < text.length && at - upTo <= MAX_GAP && goesOn(text, at)) {
      at += 1;
      upTo = HEX.test(text.charAt(at - 1)) ? at : upTo;
    }
    return { upTo, isDone: !isCut(coming, at) };
  };
}

/** A digit, or white space; a line that begins with a digit is one of names. */
function goesOn(text: string, at: number): boolean {
  if (isKind(text, at, KIND.space | KIND.lineEnd)) {
    return true;
  }
  return HEX.test(text.charAt(at)) && !isKind(text, at - 1, KIND.lineEnd);
}
