import type { Phase } from '../../contract/frame.js';

/** SPEC 3.1: the smallest share of the budget that a frame of each phase must leave, in tenths. */
const FLOOR_TENTHS: Readonly<Record<Phase, number>> = { 1: 6, 2: 3, 3: 1, 4: 0 };

/** The last tenth, and never less than this, pays for the handle frame and the final frame. */
const SMALLEST_RESERVE = 224;

/** The phase that ρ = remaining / total stands for. Exactly 60 % is phase 2, 30 % phase 3, 10 % phase 3. */
export function phaseAt(remaining: number, total: number): Phase {
  if (total === Number.POSITIVE_INFINITY || remaining * 10 > total * 6) {
    return 1;
  }
  if (remaining * 10 > total * 3) {
    return 2;
  }
  return remaining * 10 >= total ? 3 : 4;
}

/** A phase is never left backwards. */
export function laterPhase(a: Phase, b: Phase): Phase {
  return a > b ? a : b;
}

export function nextPhase(phase: Phase): Phase {
  return phase === 1 ? 2 : phase === 2 ? 3 : 4;
}

/** What phases 1 to 3 cannot spend; `need` is what the last frames of this stream are known to cost. */
export function reserveOf(total: number, need: number): number {
  return Math.max(Math.ceil(total / 10), SMALLEST_RESERVE, need);
}

/** What must remain after a frame of this phase. */
export function floorOf(phase: Phase, total: number, reserve: number): number {
  if (total === Number.POSITIVE_INFINITY) {
    return 0;
  }
  return Math.max(Math.ceil((total * FLOOR_TENTHS[phase]) / 10), phase === 4 ? 0 : reserve);
}
