import { LOOK_BACK, type Window } from './detector.js';

const MACHINE =
  /\b(?:machine\s{1,4}\S{1,64}|default)\s{1,8}(?:(?:login|account)\s{1,4}\S{1,32}\s{1,8}){1,2}password\s{1,4}$/;

/** Whether a password begins here as `.netrc` has it: `machine example.com login bob password hunter2`. */
export function isOfMachine({ text, floor }: Window, start: number): boolean {
  return MACHINE.test(text.slice(Math.max(floor, start - LOOK_BACK), start));
}
