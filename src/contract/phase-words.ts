import type { Phase } from './frame.js';

interface PhaseWords {
  readonly name: string;
  /** What it means for what is shown from here on. */
  readonly announcement: string;
  /** Share of the budget that is spent when it begins. */
  readonly from: number;
}

export const PHASES: Readonly<Record<Phase, PhaseWords>> = {
  1: { name: 'full', announcement: 'everything is shown, redacted', from: 0 },
  2: { name: 'trimmed', announcement: 'fewer columns, long values are cut', from: 0.4 },
  3: { name: 'summary', announcement: 'facts stand for rows', from: 0.7 },
  4: { name: 'handle', announcement: 'the rest is kept in the handle only', from: 0.9 },
};

/** `phase 2 trimmed: fewer columns, long values are cut`. */
export function phaseAnnouncement(phase: Phase, isKept: boolean): string {
  const { name, announcement } = PHASES[phase];
  return `phase ${phase} ${name}: ${phase === 4 && !isKept ? 'the rest is only counted' : announcement}`;
}
