import { LOOK_BACK, type Window } from '../lex/detector.js';

const SEPARATORS = '\n;|&`';
const QUOTES = '"\'';
/** At the end of a line that goes on: of shells, and of Windows' own. */
const CONTINUED = /[\\^]\r?$/;

/** Whether a place belongs to a command of a kind. */
export function isBehindCommand(window: Window, start: number, command: RegExp): boolean {
  return command.test(ownCommand(window.before(start, LOOK_BACK)));
}

/**
 * What of the text before a place belongs to the command that goes on there: behind the last sign between commands that
 * does not stand in quotes. A line that ends in a backslash goes on in the next one.
 */
function ownCommand(before: string): string {
  let start = 0;
  for (let at = 0; at < before.length; at += 1) {
    const sign = before.charAt(at);
    if (QUOTES.includes(sign)) {
      // One that is not closed is an apostrophe, or the place stands in a string itself.
      const closed = before.indexOf(sign, at + 1);
      at = closed < 0 ? at : closed;
    } else if (SEPARATORS.includes(sign) && !(sign === '\n' && CONTINUED.test(before.slice(start, at)))) {
      start = at + 1;
    }
  }
  return before.slice(start);
}
