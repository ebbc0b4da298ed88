import { type Detector, undecided, type Verdict, type Window } from '../lex/detector.js';
import { digitsEnd, isDigit } from '../lex/digits.js';
import { decode } from '../lex/escapes.js';
import { ESCAPES, headOf, isHiddenAt } from '../numbers/disguises.js';
import { EQUALS, endsEscape, firstOf, KIND, PLUS, runEnd, runStart } from '../pattern/characters.js';
import { comingText, isCut } from '../pattern/coming-text.js';
import { HIDDEN_CHARACTER } from '../scan/literals.js';
import { compileProgram, createScanner, type Scanner } from '../scan/scanner.js';
import { hiddenEnd, MOST_HIDDEN } from './hidden-characters.js';

const NAME = 'disguised-number';
/** How much is decoded before what disguises a number, with the words that tell what it is, and behind. */
const BEFORE = 112;
const BEHIND = 320;
/** In a long row of disguises the text is decoded again so often that each number is seen as a whole. */
const FRESH = 240;
/** A number has a digit so near to what disguises it. */
const NEAR = 6;
/** Digits of a second group, and the sign before them. */
const MOST_SECOND = 8;
const CUT = 24;

/** Numbers that other detectors find as soon as characters without width are left out, and escapes are read. */
export function createDisguisedNumber(
  detectors: () => readonly Detector[],
  isAllowed?: (text: string) => boolean,
): Detector {
  let scanner: Scanner | undefined;
  const scan = (): Scanner => {
    scanner ??= createScanner(compileProgram(detectors().filter(isOfNumbers)));
    return scanner;
  };
  return {
    name: NAME,
    group: 'personal',
    validates: 'another detector finds a number in the text without its disguise',
    source: 'RFC 3986, RFC 8259, Unicode Technical Report 36',
    literals: [HIDDEN_CHARACTER, ...ESCAPES],
    digitRuns: [
      { lengths: [3, 4], followedBy: '+', second: [2, 4, 6], mayMatch: mayBeQuery },
      { lengths: [2], letters: 2, followedBy: '+', second: [4], mayMatch: mayBeQuery },
      { lengths: [1, 2, 3], followedBy: '+', isBehindPlus: true, mayMatch: isCallingCode },
    ],
    match: (window, first, last) => {
      const { text, floor } = window;
      if (!isDigit(text, first)) {
        return matchAt(window, first, last, { scan, isAllowed });
      }
      const isQuery = isCallingCode(text, first, last, floor) || queryAt(text, first, last, floor);
      if (isQuery === undefined && isCut(window, text.length)) {
        return undecided(headOf(text, first, floor));
      }
      return isQuery === true ? matchAt(window, last, last + 1, { scan, isAllowed }) : undefined;
    },
  };
}

interface Search {
  readonly scan: () => Scanner;
  readonly isAllowed: ((text: string) => boolean) | undefined;
}

function matchAt(window: Window, start: number, anchorEnd: number, search: Search): Verdict | undefined {
  const { text, floor } = window;
  const isPlus = text.charCodeAt(start) === PLUS;
  const isHidden = anchorEnd - start === 1 && !isPlus;
  if (isHidden && start > floor && isHiddenAt(text, start - 1)) {
    return undefined;
  }
  const end = isHidden ? hiddenEnd(text, anchorEnd) : anchorEnd;
  if (end - start < MOST_HIDDEN && isCut(window, end, NEAR)) {
    return undecided(headOf(text, start, floor));
  }
  const near = Math.min(text.length, end + NEAR);
  if (isDecoded(window, start) || firstOf(text, KIND.digit, Math.max(floor, start - NEAR), near) === near) {
    return undefined;
  }
  const limit = end + BEHIND;
  const stop = isPlus ? runEnd(text, KIND.local, end, limit) : firstOf(text, KIND.lineEnd, end, limit);
  if (stop < limit && isCut(window, stop)) {
    return undecided(headOf(text, start, floor));
  }
  window.decoded.start = start;
  window.decoded.end = stop < limit ? stop : end + FRESH;
  // Near its end a number may be cut, when something of its line is not seen.
  const scanner = search.scan();
  const reach = { stop, cut: stop < limit ? 0 : CUT };
  const finding = findWith(scanner, window, start, { ...reach, isAllowed: search.isAllowed });
  // Nothing of the text is kept.
  scanner.reset();
  return finding;
}

function isOfNumbers(detector: Detector): boolean {
  const { name, group } = detector;
  return name !== NAME && (group === 'personal' || group === 'financial') && detector.digitRuns !== undefined;
}

/**
 * A value of a query, in three groups or more with a plus between them, which stands for a space; sums have spaces
 * around them, or fewer numbers.
 */
function queryAt(text: string, digits: number, end: number, floor: number): boolean | undefined {
  const start = runStart(text, KIND.upper | KIND.lower, digits, Math.max(floor, digits - 2));
  const before = text.charCodeAt(start - 1);
  if (start <= floor || !(before === EQUALS || before === PLUS || endsEscape(text, start - 1, floor))) {
    return false;
  }
  // Behind a plus, the group before it is the first of three.
  if (before === PLUS && start - 1 > floor && isDigit(text, start - 2)) {
    return true;
  }
  const second = digitsEnd(text, end + 1, end + MOST_SECOND);
  return second + 1 >= text.length ? undefined : text.charCodeAt(second) === PLUS && isDigit(text, second + 1);
}

/** `phone=+49+30+901820`: the first plus is one, or was a space as well. */
function isCallingCode(text: string, digits: number, _end: number, floor: number): boolean {
  return digits - 2 >= floor && text.charCodeAt(digits - 1) === PLUS && text.charCodeAt(digits - 2) === EQUALS;
}

function mayBeQuery(text: string, digits: number, end: number, floor: number): boolean {
  return queryAt(text, digits, end, floor) !== false;
}

/** What stands here was decoded with a disguise before this one, in the same number or in numbers beside it. */
function isDecoded({ decoded, floor }: Window, start: number): boolean {
  return decoded.start >= floor && decoded.start < start && start < decoded.end;
}

const SUM = /^[\d+]*$/;

interface Reach {
  readonly stop: number;
  /** So much at the end is not looked at. */
  readonly cut: number;
}

function findWith(
  scanner: Scanner,
  { text, floor }: Window,
  start: number,
  { stop, cut, isAllowed }: Reach & Pick<Search, 'isAllowed'>,
): Verdict | undefined {
  const from = Math.max(floor, start - BEFORE);
  const head = headOf(text, start, floor);
  const decoded = decode(text.slice(from, stop));
  const last = decoded.text.length - cut;
  const whole = comingText(decoded.text, true);
  for (;;) {
    const verdict = scanner.next(whole);
    if (verdict?.kind !== 'found' || verdict.end > last) {
      return undefined;
    }
    const first = from + decoded.startOf(verdict.start);
    const end = from + decoded.endOf(verdict.end - 1);
    const number = decoded.text.slice(verdict.start, verdict.end);
    const written = text.slice(first, end);
    const isSum = text.charCodeAt(end) === PLUS && isDigit(text, end + 1) && SUM.test(written);
    // What ends before the disguise has nothing to do with it, and may have left.
    if (first >= head && end > start && !isSum && written !== number && isAllowed?.(number) !== true) {
      return { ...verdict, start: first, end };
    }
    scanner.resume(verdict.end);
  }
}
