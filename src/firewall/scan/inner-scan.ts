import type { Detector, Verdict } from '../lex/detector.js';
import { comingText } from '../pattern/coming-text.js';
import { compileProgram, createScanner, type Scanner } from './scanner.js';

/** A finding in a text that was made from another one, with places in that text. */
export type InnerFinding = Extract<Verdict, { start: number }>;

/**
 * Looks for the first finding in whole texts that a detector has decoded, but for what may be seen. The detectors are
 * asked for when the first text comes, and compiled then.
 */
export function createInnerScan(
  detectors: () => readonly Detector[],
  isAllowed?: (text: string) => boolean,
): (text: string) => InnerFinding | undefined {
  let scanner: Scanner | undefined;
  return (text) => {
    scanner ??= createScanner(compileProgram(detectors()));
    const finding = firstIn(text, scanner, isAllowed);
    // Nothing of the text is kept.
    scanner.reset();
    return finding;
  };
}

function firstIn(
  text: string,
  scanner: Scanner,
  isAllowed: ((text: string) => boolean) | undefined,
): InnerFinding | undefined {
  const whole = comingText(text, true);
  for (;;) {
    const verdict = scanner.next(whole);
    if (verdict === undefined || verdict.kind === 'undecided') {
      return undefined;
    }
    if (verdict.kind === 'open') {
      return verdict;
    }
    const isSeen = verdict.kind === 'skip' || isAllowed?.(text.slice(verdict.start, verdict.end)) === true;
    if (!isSeen) {
      return verdict;
    }
    scanner.resume(verdict.end);
  }
}
