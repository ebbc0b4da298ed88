import { type Detector, found, type Swallow, type Verdict, type Window } from '../lex/detector.js';
import { whileKind } from '../lex/take-while.js';
import { isKind, KIND } from '../pattern/characters.js';
import { isCut, partOf, pattern, runOf } from '../pattern/coming-text.js';

/** As text, URLs and forms write it. */
const SPACE = '(?: |%20|\\+)';
const KEY = ['PRIVATE', 'KEY'].join(SPACE);
const STATIC_KEY = ['OpenVPN', 'Static', 'key', 'V1'].join(SPACE);
/** Four dashes or five, with a space beside them or without. */
const BEGINNING = `BEGIN${SPACE}(?:(?:[A-Z0-9]{1,12}${SPACE}){0,3}${KEY}(?:${SPACE}BLOCK)?|${STATIC_KEY})`;
const HEADER = pattern({
  source: ['-----', '----', '----- ', '---- ']
    .map((dashes) => `${dashes}${BEGINNING}${[...dashes].reverse().join('')}`)
    .join('|'),
  flags: 'i',
});
const DASHES = /^(-{4,5})( ?)/;
/** How much behind the header is looked at, to tell a key from source code that mentions the header. */
const SAMPLE = 256;

/** What begins the end line, and what ends it. */
interface Ending {
  readonly mark: string;
  readonly close: string;
}

/** Ends what can be key material: another armour, or a finding of before. */
const BORDER = /-{4,5} ?(?:BEGIN|END)|\[REDACTED:/i;
const MAX_END = 80;

/** Between header and key: white space, line breaks as escapes, quotes and joins of strings, comment signs. */
const GAP = /^(?:\s|\\+[nrt]|%0[ad]|[\\"'`+,|>#])*/i;
const LINE_OF_KEY = /^(?:[A-Za-z0-9+/]|%2[BbFf]){24}|^(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID):/;
const SHORT_KEY = /^[A-Za-z0-9+/=]{4}(?:[A-Za-z0-9+/=\s"'`+,|>#]|\\+[nrt]|%(?:0[AaDd]|2[BbFf]|3[Dd]))*$/;
const LATER_LINE = /[A-Za-z0-9+/]{40}/;

/** Private keys in PEM, OpenSSH, SSH2 and PGP armour, also in URLs, with line breaks as `\n`, or with a prefix. */
export const privateKey: Detector = {
  name: 'private-key',
  group: 'secret',
  validates: 'key material behind the header',
  source: 'RFC 7468, RFC 9580',
  literals: ['-----begin', '----begin', '---- begin'],
  match: (window, start) => {
    const header = HEADER.at(window, start)?.[0];
    if (header === undefined) {
      return undefined;
    }
    const [, dashes = '', space = ''] = DASHES.exec(header) ?? [];
    const end = header.includes('BEGIN') ? 'END' : 'end';
    const ending = { mark: `${dashes}${space}${end}`, close: `${space}${dashes}` };
    const bodyStart = start + header.length;
    const sample = partOf(window, bodyStart, SAMPLE, BORDER);
    const border = sample.search(BORDER);
    const body = border < 0 ? sample : sample.slice(0, border);
    const isWhole = border < 0 ? sample.length < SAMPLE : sample.startsWith(ending.mark, border);
    return isKeyMaterial(body, isWhole)
      ? { kind: 'open', start, type: 'private_key', sampleEnd: bodyStart + body.length, swallow: untilEndLine(ending) }
      : undefined;
  },
};

function isKeyMaterial(body: string, isWhole: boolean): boolean {
  const material = body.replace(GAP, '');
  return LINE_OF_KEY.test(material) || LATER_LINE.test(body) || (isWhole && SHORT_KEY.test(material));
}

/** Without a line of key material for so long, the block was cut off. */
const MAX_FOREIGN = 512;
const MIN_LINE = 16;

/** Takes text up to the end line, or until it has long been no key material. */
function untilEndLine(ending: Ending): Swallow {
  let run = 0;
  let foreign = 0;
  return ({ text }, from) => {
    const endAt = text.indexOf(ending.mark, from);
    const stop = endAt < 0 ? Math.max(from, text.length - ending.mark.length + 1) : endAt;
    for (let index = from; index < stop; index += 1) {
      run = isKind(text, index, KIND.base64) ? run + 1 : 0;
      foreign = run >= MIN_LINE ? 0 : foreign + 1;
      if (foreign > MAX_FOREIGN) {
        return { upTo: index + 1, isDone: true };
      }
    }
    return endAt < 0 ? { upTo: stop, isDone: false } : takeEndLine(text, endAt, ending);
  };
}

function takeEndLine(text: string, endAt: number, { mark, close }: Ending): ReturnType<Swallow> {
  const from = endAt + mark.length;
  const closeAt = text.slice(from, endAt + MAX_END).indexOf(close);
  if (closeAt >= 0) {
    return { upTo: from + closeAt + close.length, isDone: true };
  }
  return text.length < endAt + MAX_END ? { upTo: endAt, isDone: false } : { upTo: from, isDone: true };
}

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
