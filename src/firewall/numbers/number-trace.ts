import type { Verdict, Window } from '../lex/detector.js';
import { endOf } from '../lex/told-findings.js';
import { isCut, needs } from '../pattern/coming-text.js';

/** What the scan of one text has found out about its numbers, so that nothing is read twice. */
export interface NumberTrace {
  /** The time that was passed by last: further digits in it are of no interest. */
  readonly time: { text: string; floor: number; from: number; end: number };
  /** Whether a letter stands behind the digits that were passed by last. */
  isBeforeLetter: boolean;
  readonly reset: () => void;
}

export function createNumberTrace(): NumberTrace {
  const time = { text: '', floor: 0, from: 0, end: 0 };
  return {
    time,
    isBeforeLetter: false,
    reset: () => {
      time.text = '';
      time.end = 0;
    },
  };
}

const UUID = /(?<![0-9a-f])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-f])/gi;
const LENGTH = 36;
const HEXADECIMAL = /^[0-9a-fA-F-]*$/;

/** A verdict on digits, unless it finds a part of a UUID, whose digits can be any number by chance. */
export function outsideUuid(window: Window, verdict: Verdict | undefined): Verdict | undefined {
  if (verdict === undefined || verdict.kind === 'undecided' || verdict.kind === 'skip') {
    return verdict;
  }
  const { start } = verdict;
  const end = endOf(verdict);
  // In a UUID a hyphen stands in every number, or just before or behind it.
  const hasHyphen = window.text.slice(Math.max(0, start - 1), end + 1).includes('-');
  return hasHyphen && isInUuid(window, start, end) ? undefined : verdict;
}

function isInUuid(window: Window, start: number, end: number): boolean {
  const { text, floor } = window;
  const from = Math.max(floor, start - LENGTH);
  for (const { index } of text.slice(from, end + LENGTH).matchAll(UUID)) {
    const behind = from + index + LENGTH;
    if (from + index < end && behind > start) {
      needs(window, behind, 1, start);
      return true;
    }
  }
  if (isCut(window, end, LENGTH) && HEXADECIMAL.test(text.slice(end))) {
    window.wait(start);
  }
  return false;
}
