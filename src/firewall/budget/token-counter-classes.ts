import { whenNeeded } from '../lex/when-needed.js';
import { CLASS_RUNS } from './token-counter-unicode.js';

export const OTHER = 0;
export const UPPER = 1;
export const LOWER = 2;
export const CASELESS = 3;
export const MARK = 4;
export const NUMBER = 5;
export const SPACE = 6;

const LETTERS = 'OULCMNS';
const CODE_POINTS = 0x110000;

const table = whenNeeded(() => decodeRuns(CLASS_RUNS));

/** The class of every code point, one byte each; made once. */
export function characterClasses(): Uint8Array {
  return table();
}

function decodeRuns(runs: string): Uint8Array {
  const classes = new Uint8Array(CODE_POINTS);
  let position = 0;
  for (const [, letter = '', digits = ''] of runs.matchAll(/([A-Z])([0-9a-z]*)/g)) {
    const end = position + (digits === '' ? 1 : Number.parseInt(digits, 36));
    if (letter === 'P' || letter === 'Q') {
      fillInTurn(classes.subarray(position, end), letter === 'P' ? [UPPER, LOWER] : [LOWER, UPPER]);
    } else {
      classes.fill(LETTERS.indexOf(letter), position, end);
    }
    position = end;
  }
  return classes;
}

function fillInTurn(classes: Uint8Array, [even, odd]: readonly [number, number]): void {
  for (let index = 0; index < classes.length; index += 1) {
    classes[index] = index % 2 === 0 ? even : odd;
  }
}
