import { decodedForm } from '../redactor/decoded-form.js';
import { type Detector, found, undecided } from '../redactor/detector.js';
import { hasLuhnDigit } from './card-groups.js';
import { FEWEST, networkLengths } from './card-networks.js';

const MOST = 19;
const LONGEST_SIGN = 6;
const MAX_RUN = (MOST + 6) * LONGEST_SIGN;
/** Digits, and what may part their groups. */
const RUN = /^(?:(?:%3\d|%20|%2[dD])+|(?:&#(?:x3\d|5[0-7]|4[589]|32);)+)/;
const HALF = /^[%&#x\d;a-f]*$/i;
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
  match: ({ text, floor, isFinal }, start) => {
    const sample = text.slice(start, start + MAX_RUN);
    const run = RUN.exec(sample)?.[0] ?? '';
    const isOpen = run.length < sample.length ? HALF.test(sample.slice(run.length, run.length + LONGEST_SIGN)) : true;
    const isCut = sample.length < MAX_RUN && run.length + LONGEST_SIGN > sample.length;
    if (isCut && isOpen && !isFinal) {
      return undecided(start);
    }
    if (run.length === 0 || isBehindDigit(text, start, floor)) {
      return undefined;
    }
    const decoded = decodedForm(run);
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
function isBehindDigit(text: string, start: number, floor: number): boolean {
  return /(?:%3\d|&#(?:x3\d|5[0-7]|4[89]);)$/.test(text.slice(Math.max(floor, start - LONGEST_SIGN), start));
}
