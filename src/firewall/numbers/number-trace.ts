import { type Cell, NO_CELL } from './number-cells.js';
import type { NumberTable } from './number-table.js';

/** What the scan of one text has found out about its numbers, so that nothing is read twice. */
export interface NumberTrace {
  /** The time that was passed by last: further digits in it are of no interest. */
  readonly time: { text: string; floor: number; from: number; end: number };
  /** Whether a letter stands behind the digits that were passed by last. */
  isBeforeLetter: boolean;
  /** The last number about which somebody is to be asked, as the scan saw it. */
  asked: AskedNumber;
  readonly reset: () => void;
}

export interface AskedNumber {
  readonly table?: NumberTable;
  readonly text: string;
  readonly first: number;
  readonly floor: number;
  readonly start: number;
  readonly end: number;
  readonly cell: Cell;
}

const NONE: AskedNumber = { text: '', first: -1, floor: 0, start: 0, end: 0, cell: NO_CELL };

export function createNumberTrace(): NumberTrace {
  const time = { text: '', floor: 0, from: 0, end: 0 };
  const trace: NumberTrace = {
    time,
    isBeforeLetter: false,
    asked: NONE,
    reset: () => {
      time.text = '';
      time.end = 0;
      trace.asked = NONE;
    },
  };
  return trace;
}
