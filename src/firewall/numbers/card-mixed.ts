import { type Detector, found, undecided } from '../lex/detector.js';
import { isDigit, isEndOpen, isNumberEnd, isNumberStart } from '../lex/digits.js';
import { isKind, KIND } from '../pattern/characters.js';
import { endsEarly } from '../pattern/coming-text.js';
import { hasLuhnDigit } from './card-groups.js';
import { FEWEST, networkLengths } from './card-networks.js';

const DIGITS = 16;
const FOUR = 4;
/** Of cards as they are printed, and of `4554.275672602695`, a number with a fraction. */
const USUAL = /^(?:([^_])\1\1|\.)$/;
const NO = -1;
const CUT = -2;
const JOINTS = '-./ ';

/** Numbers of payment cards whose groups of four are not all apart, or are parted by signs of several kinds or by `_`. */
export const cardMixed: Detector = {
  name: 'card-mixed',
  group: 'financial',
  validates: 'network prefix, sixteen digits in groups of four or of several fours, Luhn',
  source: 'ISO/IEC 7812',
  digitRuns: {
    lengths: [4, 8, 12],
    followedBy: ' -./(',
    second: [4, 8, 12],
    isZeroFirst: false,
    mayMatch: (text, start, end) => endOfFours(text, start, end) !== NO,
  },
  match: (window, start, end) => {
    const { text, floor } = window;
    const last = endOfFours(text, start, end);
    const isInWord = start > floor && isKind(text, start - 1, KIND.word);
    if (last === NO || isInWord || !isNumberStart(text, start, floor, JOINTS)) {
      return undefined;
    }
    if (last === CUT) {
      endsEarly(window);
      return undefined;
    }
    if (isEndOpen(window, last)) {
      return undecided(start);
    }
    return isNumberEnd(text, last, JOINTS) && !isKind(text, last, KIND.word) ? found(start, last, 'card') : undefined;
  },
};

/** Where sixteen digits end that are parted after fours, in an order that no other detector looks for. */
function endOfFours(text: string, start: number, firstEnd: number): number {
  if ((networkLengths(text, start) & (1 << (DIGITS - FEWEST))) === 0) {
    return NO;
  }
  let signs = '';
  let at = start;
  for (let count = 0; count < DIGITS; at += 1) {
    if (at >= text.length) {
      return CUT;
    }
    const isNext = isDigit(text, at);
    if (!isNext && (at < firstEnd || count % FOUR > 0 || !isDigit(text, at - 1) || !isJoint(text, at))) {
      return NO;
    }
    count += isNext ? 1 : 0;
    signs += isNext ? '' : text.charAt(at);
  }
  return !USUAL.test(signs) && hasLuhnDigit(text, start, at) ? at : NO;
}

function isJoint(text: string, at: number): boolean {
  return isKind(text, at, KIND.gap) || '/_'.includes(text.charAt(at));
}
