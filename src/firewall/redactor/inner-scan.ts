import type { Detector, Verdict } from './detector.js';
import { compileProgram, createScanner, type Scanner } from './scanner.js';

/** A finding in a text that was made from another one, with places in that text. */
export type InnerFinding = Extract<Verdict, { start: number }>;

/**
 * Looks for the first finding in whole texts that a detector has decoded. The detectors are asked for when the first
 * text comes, and compiled then.
 */
export function createInnerScan(
  detectors: () => readonly Detector[],
): (text: string, isWanted?: (finding: InnerFinding) => boolean) => InnerFinding | undefined {
  let scanner: Scanner | undefined;
  return (text, isWanted) => {
    scanner ??= createScanner(compileProgram(detectors()));
    scanner.reset();
    for (;;) {
      const verdict = scanner.next(text, true);
      if (verdict === undefined || verdict.kind === 'undecided') {
        return undefined;
      }
      if (verdict.kind !== 'skip' && (isWanted?.(verdict) ?? true)) {
        return verdict;
      }
      scanner.resume(verdict.kind === 'open' ? verdict.sampleEnd : verdict.end);
    }
  };
}
