import { firstOf, isKind, KIND, runStart } from '../redactor/characters.js';
import { decodedForm } from '../redactor/decoded-form.js';
import { type Detector, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { isDigit } from '../redactor/digits.js';
import { HIDDEN_CHARACTER } from '../redactor/literals.js';
import { compileProgram, createScanner, type Scanner } from '../redactor/scanner.js';

const NAME = 'disguised-number';
/** How much is decoded before what disguises a number, with the words that tell what it is, and behind. */
const BEFORE = 112;
const BEHIND = 128;
/** No number begins further before its disguise. */
const LONGEST_HEAD = 48;
/** A number has a digit so near to a character without width. */
const NEAR = 6;
/** Near the end of what was decoded a number may be cut. */
const CUT = 24;
const NUMBER = KIND.alphanumeric | KIND.joint | KIND.local;

/** Escapes that can stand between the digits of a number, or for the plus before it. */
const ESCAPES = [
  '%20',
  '%2520',
  '%2d',
  '%2e',
  '%2f',
  '%2b',
  '%c2%a',
  '%e2%80%',
  '\\u00a',
  '\\u20',
  '\\u2212',
  '&nbsp;',
  '&#',
];

/** Numbers that other detectors find as soon as characters without width are left out, and escapes are read. */
export function createDisguisedNumber(
  detectors: () => readonly Detector[],
  isAllowed?: (text: string) => boolean,
): Detector {
  let scanner: Scanner | undefined;
  const scan = (): Scanner => {
    scanner ??= createScanner(compileProgram(detectors().filter(isOfNumbers)));
    scanner.reset();
    return scanner;
  };
  return {
    name: NAME,
    group: 'personal',
    validates: 'another detector finds a number in the text without its disguise',
    source: 'RFC 3986, RFC 8259, Unicode Technical Report 36',
    literals: [HIDDEN_CHARACTER, ...ESCAPES],
    digitRuns: [
      { lengths: [3, 4], followedBy: '+', second: [2, 4, 6] },
      { lengths: [2], letters: 2, followedBy: '+', second: [4] },
    ],
    match: (window, first, last) => {
      const { text, floor, isFinal } = window;
      const isRun = isDigit(text, first);
      const start = isRun ? last : first;
      const end = isRun ? last + 1 : last;
      const isHidden = end - start === 1 && !isRun;
      if (isHidden && end + NEAR > text.length && !isFinal) {
        return undecided(headOf(text, start, floor));
      }
      if (!isDisguise(text, start, end, floor) || isLater(text, start, floor)) {
        return undefined;
      }
      const limit = end + BEHIND;
      const stop = firstOf(text, KIND.lineEnd, end, limit);
      if (stop === text.length && stop < limit && !isFinal) {
        return undecided(headOf(text, start, floor));
      }
      return findIn(window, start, stop, { scanner: scan(), isWhole: stop < limit, isAllowed });
    },
  };
}

function isOfNumbers({ digitRuns, group }: Detector): boolean {
  return digitRuns !== undefined && (group === 'personal' || group === 'financial');
}

/** Where a number would begin that goes on here: text that has not left yet, as a detector waited for more of it. */
function headOf(text: string, start: number, floor: number): number {
  return runStart(text, NUMBER, start, Math.max(floor, start - LONGEST_HEAD));
}

/** Whether digits are so near that a number may go on here. */
function isDisguise(text: string, start: number, end: number, floor: number): boolean {
  if (end - start > 1 || text.charCodeAt(start) === PLUS) {
    return text.charCodeAt(start) === PERCENT && (text.charCodeAt(end - 1) | CASE) === SMALL_B
      ? isDigit(text, end)
      : start > floor && isDigit(text, start - 1);
  }
  if (start <= floor || !isKind(text, start - 1, NUMBER) || !isKind(text, end, NUMBER)) {
    return false;
  }
  for (let index = Math.max(floor, start - NEAR); index < end + NEAR; index += 1) {
    if (isDigit(text, index)) {
      return true;
    }
  }
  return false;
}

const PERCENT = 0x25;
const PLUS = 0x2b;
const SMALL_B = 0x62;
/** Makes a letter lower case. */
const CASE = 0x20;
const EARLIER = /\d(?:[\u00ad\u200b-\u200d\u2060\ufeff]|%2|\\u|&|\+\d)/;

/** A disguise before this one, in the same number or in numbers beside it: what stands here was decoded with that. */
function isLater(text: string, start: number, floor: number): boolean {
  return EARLIER.test(text.slice(headOf(text, start, floor), start));
}

interface Search {
  readonly scanner: Scanner;
  /** Nothing that belongs to the line was cut off. */
  readonly isWhole: boolean;
  readonly isAllowed: ((text: string) => boolean) | undefined;
}

function findIn({ text, floor }: Window, start: number, stop: number, search: Search): Verdict | undefined {
  const from = Math.max(floor, start - BEFORE);
  const head = headOf(text, start, floor);
  const decoded = decodedForm(text.slice(from, stop));
  const last = search.isWhole ? decoded.text.length : decoded.text.length - CUT;
  for (;;) {
    const verdict = search.scanner.next(decoded.text, true);
    if (verdict?.kind !== 'found' || verdict.end > last) {
      return undefined;
    }
    const first = from + decoded.startOf(verdict.start);
    const end = from + decoded.endOf(verdict.end - 1);
    const number = decoded.text.slice(verdict.start, verdict.end);
    if (first >= head && text.slice(first, end) !== number && search.isAllowed?.(number) !== true) {
      return { ...verdict, start: first, end };
    }
    search.scanner.resume(verdict.end);
  }
}
