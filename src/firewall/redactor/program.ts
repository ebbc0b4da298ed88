import { type Automaton, compileAutomaton } from './automaton.js';
import type { Detector } from './detector.js';
import { compileNumbers, type NumberTable } from './number-table.js';

/** The detectors of a table, ready to be asked; made once for each table. */
export interface Program {
  readonly automaton: Automaton;
  readonly numbers: NumberTable;
}

export function compileProgram(detectors: readonly Detector[]): Program {
  return { automaton: compileAutomaton(detectors), numbers: compileNumbers(detectors) };
}
