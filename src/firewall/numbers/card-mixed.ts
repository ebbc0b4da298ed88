import { type Detector, found, undecided } from '../lex/detector.js';
import { isDigit, isEndOpen, isNumberEnd, isNumberStart } from '../lex/digits.js';
import { isKind, KIND } from '../pattern/characters.js';
import { endsEarly } from '../pattern/coming-text.js';
import { hasLuhnDigit } from './card-groups.js';
import { FEWEST, networkLengths } from './card-networks.js';

const DIGITS = 16;
const FOUR = 4;
const SLASH = 0x2f;
const FULL_STOP = 0x2e;
const NO = -1;
const CUT = -2;
const JOINTS = '-./ ';

/** Numbers of payment cards whose groups of four are not all apart, or are parted by signs of several kinds. */
export const cardMixed: Detector = {
  name: 'card-mixed',
  group: 'financial',
  validates: 'network prefix, sixteen digits in groups of four or of several fours, Luhn',
  source: 'ISO/IEC 7812',
  digitRuns: {
    lengths: [4, 8, 12],
    followedBy: ' -./',
    second: [4, 8, 12],
    isZeroFirst: false,
    mayMatch: (text, start, end) => endOfFours(text, start, end) !== NO,
  },
  match: (window, start, end) => {
    const { text, floor } = window;
    const last = endOfFours(text, start, end);
    if (last === NO || !isNumberStart(text, start, floor, JOINTS)) {
      return undefined;
    }
    if (last === CUT) {
      endsEarly(window);
      return undefined;
    }
    if (isEndOpen(window, last)) {
      return undecided(start);
    }
    return isNumberEnd(text, last, JOINTS) ? found(start, last, 'card') : undefined;
  },
};

/** Where sixteen digits end that are parted after fours, in an order that no other detector looks for. */
function endOfFours(text: string, start: number, firstEnd: number): number {
  if ((networkLengths(text, start) & (1 << (DIGITS - FEWEST))) === 0) {
    return NO;
  }
  const signs = new Set<number>();
  let at = start;
  let groups = 1;
  for (let count = 0; count < DIGITS; at += 1) {
    if (at >= text.length) {
      return CUT;
    }
    if (isDigit(text, at)) {
      count += 1;
    } else if (at >= firstEnd && count % FOUR === 0 && isDigit(text, at - 1) && isJoint(text, at)) {
      signs.add(text.charCodeAt(at));
      groups += 1;
    } else {
      return NO;
    }
  }
  const isUsual = signs.size === 1 && groups === DIGITS / FOUR;
  // `4554.275672602695` is a number with a fraction.
  const isFraction = groups === 2 && signs.has(FULL_STOP);
  return !isUsual && !isFraction && hasLuhnDigit(text, start, at) ? at : NO;
}

function isJoint(text: string, at: number): boolean {
  return isKind(text, at, KIND.gap) || text.charCodeAt(at) === SLASH;
}
