import type { Detector, Swallow } from '../lex/detector.js';
import { isKind, KIND } from '../pattern/characters.js';
import { isCut } from '../pattern/coming-text.js';
import { pattern } from '../pattern/pattern.js';

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
