import { LOOK_BACK, type Window } from '../lex/detector.js';
import { KIND, runStart } from '../pattern/characters.js';

const MACHINE =
  /\b(?:machine\s{1,4}\S{1,64}|default)\s{1,8}(?:(?:login|account)\s{1,4}\S{1,32}\s{1,8}){1,2}password\s{1,4}$/;

/** Whether a password begins here as `.netrc` has it: `machine example.com login bob password hunter2`. */
export function isOfMachine(window: Window, start: number): boolean {
  if (!isBehindPassword(window.text, start, window.floor)) {
    return false;
  }
  const before = window.before(start, LOOK_BACK);
  return LOGIN.test(before) && MACHINE.test(before);
}

const LOGIN = /login|account/;
const MOST_BLANKS = 4;
const PASSWORD = 'password';

/** A cheap question before the pattern. */
function isBehindPassword(text: string, start: number, floor: number): boolean {
  const end = runStart(text, KIND.space | KIND.lineEnd, start, Math.max(floor, start - MOST_BLANKS));
  return end < start && text.startsWith(PASSWORD, end - PASSWORD.length);
}
