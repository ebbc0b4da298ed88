import type { FoundPlace } from '../../contract/redaction.js';

/** How often each was found. */
export interface Tally {
  readonly findings: number;
  readonly by_type: Readonly<Record<string, number>>;
  readonly by_detector: Readonly<Record<string, number>>;
  /** Bytes that are no text; they come out as they went in. */
  readonly invalid_bytes: number;
}

/** Counts findings, of one text or of many. */
export interface Tallying {
  /** Where findings are not located, only their number is known. */
  readonly add: (found: readonly FoundPlace[], findings?: number) => void;
  readonly invalid: (bytes: number) => void;
  readonly counted: () => Tally;
}

export function createTally(): Tallying {
  const byType = new Map<string, number>();
  const byDetector = new Map<string, number>();
  let findings = 0;
  let invalid = 0;
  return {
    add(found, count = found.length) {
      findings += count;
      for (const { type, detector } of found) {
        byType.set(type, (byType.get(type) ?? 0) + 1);
        byDetector.set(detector, (byDetector.get(detector) ?? 0) + 1);
      }
    },
    invalid: (bytes) => {
      invalid += bytes;
    },
    counted: () => ({
      findings,
      by_type: sorted(byType),
      by_detector: sorted(byDetector),
      invalid_bytes: invalid,
    }),
  };
}

/** The most frequent first. */
function sorted(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}
