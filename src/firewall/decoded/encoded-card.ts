import { type Detector, found, type Window } from '../lex/detector.js';
import { decode } from '../lex/escapes.js';
import { hasLuhnDigit } from '../numbers/card-groups.js';
import { FEWEST, networkLengths } from '../numbers/card-networks.js';
import { pattern } from '../pattern/coming-text.js';

const LONGEST_SIGN = 6;
/** Digits, and what may part their groups. */
const RUN = pattern(/(?:%3\d|%20|%2[dD]){1,50}|(?:&#(?:x3\d|5[0-7]|4[589]|32);){1,30}/);
const PARTING = /[ -]/g;
const NUMBER = /^\d{13,19}$/;
const LAST_PARTING = /[ -]+$/;

/** Numbers of payment cards of which each digit is written as an escape of URLs or of HTML. */
export const encodedCard: Detector = {
  name: 'encoded-card',
  group: 'financial',
  validates: 'network prefix with length, Luhn, each digit an escape',
  source: 'RFC 3986, HTML',
  // The first digits of cards, and what begins the next.
  literals: [...'23456'].flatMap((digit) => [`%3${digit}%3`, `&#5${Number(digit) - 2};&#`, `&#x3${digit};&#`]),
  match: (window, start) => {
    const run = isBehindDigit(window, start) ? undefined : RUN.at(window, start)?.[0];
    if (run === undefined) {
      return undefined;
    }
    const decoded = decode(run);
    const meant = decoded.text.replace(LAST_PARTING, '');
    const digits = meant.replace(PARTING, '');
    const isCard =
      NUMBER.test(digits) &&
      (networkLengths(digits, 0) & (1 << (digits.length - FEWEST))) !== 0 &&
      hasLuhnDigit(digits, 0, digits.length);
    return isCard ? found(start, start + decoded.endOf(meant.length - 1), 'card') : undefined;
  },
};

/** The run began before. */
function isBehindDigit({ text, floor }: Window, start: number): boolean {
  return /(?:%3\d|&#(?:x3\d|5[0-7]|4[89]);)$/.test(text.slice(Math.max(floor, start - LONGEST_SIGN), start));
}
