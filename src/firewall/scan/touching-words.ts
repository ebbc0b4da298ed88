import { undecided, type Verdict } from '../lex/detector.js';
import { whileKind } from '../lex/take-while.js';
import { asciiKindsIn, isKind, KIND, runEnd, runStart } from '../pattern/characters.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import type { Scanner } from './scanner.js';

const LEAST = 8;
const ALL_KINDS = KIND.digit | KIND.upper | KIND.lower;
/** A longer word behind something replaced is withheld to its end. */
const MOST_BEHIND = 255;
/** A longer word before something replaced is no part of it. */
const MOST_BEFORE = 64;
const TYPE = 'secret';
/** That of placeholders, which are what these words touch. */
const DETECTOR = 'placeholder';
const NOWHERE = -1;

/**
 * A scanner that takes a word that touches something replaced, or a placeholder that came with the text, for a part of a
 * secret if it has letters of either case and digits: a placeholder switches nothing off for what stands beside it. As it
 * does so for its own findings too, redacting twice is redacting once.
 */
export function withTouchingWords(scanner: Scanner): Scanner {
  let floor = 0;
  // Where something was replaced just before the position.
  let touched = NOWHERE;
  // The verdict just given is such a word, and what was found further on is not known to hold without it.
  let isWord = false;

  const widened = (text: string, verdict: Verdict): Verdict => {
    switch (verdict.kind) {
      case 'skip':
        return verdict;
      case 'undecided':
        return undecided(heldStart(text, verdict.from, floor));
      default: {
        const start = wordBefore(text, verdict.start, floor);
        return start === verdict.start ? verdict : { ...verdict, start };
      }
    }
  };

  /** The next finding, if it begins in the word or before it; otherwise the word. */
  const behind = (coming: ComingText): Verdict | undefined => {
    const { text } = coming;
    const from = touched;
    if (from < text.length && !isKind(text, from, KIND.alphanumeric)) {
      touched = NOWHERE;
      return scanner.next(coming);
    }
    const to = runEnd(text, KIND.alphanumeric, from, from + MOST_BEHIND + 1);
    if (to - from <= MOST_BEHIND && isCut(coming, to)) {
      return undecided(from);
    }
    if (!isPartOfSecret(text, from, to)) {
      touched = NOWHERE;
      return scanner.next(coming);
    }
    const verdict = scanner.next(coming);
    if (verdict !== undefined && 'start' in verdict && verdict.start < to) {
      return { ...verdict, start: Math.min(from, verdict.start) };
    }
    if (isCut(coming, text.length) && isOpen(text, verdict, to)) {
      return undecided(from);
    }
    isWord = true;
    return wordAlone(from, to);
  };

  /** Whether something that is not known yet could still take the word. */
  const isOpen = (text: string, verdict: Verdict | undefined, to: number): boolean => {
    const from = verdict?.kind === 'undecided' ? verdict.from : text.length;
    const isFound = verdict !== undefined && verdict.kind !== 'undecided';
    return !isFound && Math.min(from, scanner.hold(text)) < to;
  };

  return {
    ...scanner,
    begin: (whole) => {
      floor = 0;
      touched = NOWHERE;
      return scanner.begin(whole);
    },
    next: (coming) => {
      const verdict = touched === NOWHERE ? scanner.next(coming) : behind(coming);
      return verdict === undefined ? undefined : widened(coming.text, verdict);
    },
    hold: (text) => heldStart(text, scanner.hold(text), floor),
    resume: (index, start, type) => {
      floor = index;
      touched = index;
      if (isWord) {
        scanner.forgetPlanned();
        isWord = false;
      }
      scanner.resume(index, start, type);
    },
    shift: (count) => {
      floor = Math.max(0, floor - count);
      touched = touched === NOWHERE ? NOWHERE : touched - count;
      scanner.shift(count);
    },
    reset: () => {
      floor = 0;
      touched = NOWHERE;
      scanner.reset();
    },
  };
}

function wordAlone(from: number, to: number): Verdict {
  const word = { start: from, type: TYPE, detector: DETECTOR };
  return to - from > MOST_BEHIND
    ? { kind: 'open', ...word, sampleEnd: to, swallow: whileKind(KIND.alphanumeric) }
    : { kind: 'found', ...word, end: to };
}

/** Where a word begins that stands just before an index and could be a part of a secret; otherwise the index. */
export function wordBefore(text: string, index: number, floor: number): number {
  const start = heldStart(text, index, floor);
  return start < index && isPartOfSecret(text, start, index) ? start : index;
}

/** What stands before something that may still be replaced waits for it as far as it can be a part of it. */
function heldStart(text: string, index: number, floor: number): number {
  const lowest = Math.max(floor, index - MOST_BEFORE - 1);
  const start = runStart(text, KIND.alphanumeric, index, lowest);
  return index - start > MOST_BEFORE ? index : start;
}

function isPartOfSecret(text: string, start: number, end: number): boolean {
  return end - start >= LEAST && (asciiKindsIn(text, start, end) & ALL_KINDS) === ALL_KINDS;
}
