import type { Program } from '../scan/program.js';

const NOTHING = /^/;

/**
 * Forgets what all scanners of a program share of the last text. JavaScript itself keeps the text in which a pattern was
 * found last, until another one is found somewhere else.
 */
export function forgetLast({ numbers }: Program): void {
  numbers.forget();
  NOTHING.test('');
}
