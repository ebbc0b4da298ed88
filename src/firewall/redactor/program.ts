import { type Automaton, compileAutomaton } from './automaton.js';
import { couldBeInTime } from './date-times.js';
import type { Detector } from './detector.js';
import { compileNumbers, type NumberTable } from './number-table.js';

/** The detectors of a table, ready to be asked; made once for each table. */
export interface Program {
  readonly automaton: Automaton;
  readonly numbers: NumberTable;
  /** Whether no literal could be in a time of day and date, so that the scan need not look into it. */
  readonly hasNoTimes: boolean;
}

export function compileProgram(detectors: readonly Detector[]): Program {
  return {
    automaton: compileAutomaton(detectors),
    numbers: compileNumbers(detectors),
    hasNoTimes: !detectors.some(({ literals }) => literals?.some(couldBeInTime)),
  };
}
