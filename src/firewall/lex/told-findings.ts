import type { Finding } from './detector.js';

/**
 * What detectors told of beforehand: findings further on that hold whatever is found before them. One is given up only
 * where the scan has come by it.
 */
export interface ToldFindings {
  /** Where the first of them begins. */
  readonly start: number;
  readonly first: () => Finding | undefined;
  /** Adds a finding, unless one that begins at the same place is known. */
  readonly add: (finding: Finding) => void;
  /** What stands before an index is done; of a finding that reaches beyond it the rest is left. */
  readonly pass: (index: number) => void;
  readonly shift: (count: number) => void;
  readonly reset: () => void;
}

const NONE: readonly Finding[] = [];
/** Behind every text, and still a small integer. */
export const NOWHERE = 0x3fffffff;

export function createToldFindings(): ToldFindings {
  let findings = NONE;
  const told = {
    start: NOWHERE,
    first: () => findings[0],
    add: (finding: Finding): void => {
      if (findings.length === 0) {
        set([finding]);
      } else if (!findings.some(({ start }) => start === finding.start)) {
        set([...findings, finding].sort((one, other) => one.start - other.start));
      }
    },
    pass: (index: number): void => {
      const [first] = findings;
      const isOne = findings.length === 1 && first !== undefined && endOf(first) <= index;
      set(isOne ? NONE : findings.flatMap((finding) => restOf(finding, index)));
    },
    shift: (count: number): void => {
      if (findings.length > 0) {
        set(findings.map((finding) => shifted(finding, count)));
      }
    },
    reset: (): void => {
      if (findings.length > 0) {
        set(NONE);
      }
    },
  };

  const set = (left: readonly Finding[]): void => {
    findings = left;
    told.start = left[0]?.start ?? NOWHERE;
  };

  return told;
}

/** Of one whose end is not known yet nobody knows what is left. */
function restOf(finding: Finding, index: number): readonly Finding[] {
  if (finding.start >= index) {
    return [finding];
  }
  return endOf(finding) <= index || finding.kind === 'open' ? NONE : [{ ...finding, start: index }];
}

export function endOf(finding: Finding): number {
  return finding.kind === 'found' ? finding.end : finding.sampleEnd;
}

export function shifted(finding: Finding, count: number): Finding {
  const start = finding.start - count;
  return finding.kind === 'found'
    ? { ...finding, start, end: finding.end - count }
    : { ...finding, start, sampleEnd: finding.sampleEnd - count };
}
