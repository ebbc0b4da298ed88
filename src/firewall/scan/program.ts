import type { Detector } from '../lex/detector.js';
import { whenNeeded } from '../lex/when-needed.js';
import { couldBeInTime } from '../numbers/date-times.js';
import { compileNumbers, type NumberTable } from '../numbers/number-table.js';
import { type Automaton, compileAutomaton } from './automaton.js';

/** The detectors of a table, ready to be asked; made once for each table. */
export interface Program {
  readonly automaton: Automaton;
  readonly numbers: NumberTable;
  /** Whether no literal could be in a time of day and date, so that the scan need not look into it. */
  readonly hasNoTimes: () => boolean;
}

export function compileProgram(detectors: readonly Detector[]): Program {
  return {
    automaton: compileAutomaton(detectors),
    numbers: compileNumbers(detectors),
    hasNoTimes: whenNeeded(() => !detectors.some(({ literals }) => literals?.some(couldBeInTime))),
  };
}

const programs = new WeakMap<readonly Detector[], Program>();

export function programOf(detectors: readonly Detector[]): Program {
  const known = programs.get(detectors) ?? compileProgram(detectors);
  programs.set(detectors, known);
  return known;
}
