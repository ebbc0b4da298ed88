import { isKind, KIND, kindAt, runStart } from '../redactor/characters.js';
import { undecided, type Verdict, type Window } from '../redactor/detector.js';
import { findEnclosure } from '../redactor/enclosure.js';
import { type Enclosure, MORE, NONE } from '../redactor/until.js';

const MAX_NAME = 32;

/** The value of a header whose name stands before `end`, in a request, in JSON or on a command line. */
export function matchHeader(
  window: Window,
  start: number,
  end: number,
  matchEnclosed: (enclosure: Enclosure) => Verdict | undefined,
): Verdict | undefined {
  const { text, floor, isFinal } = window;
  if ((kindAt(text, end) & KIND.name) !== 0) {
    return undefined;
  }
  const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
  if (isSentence(text, nameStart, end)) {
    return undefined;
  }
  const enclosure = end === text.length && !isFinal ? MORE : findEnclosure(window, nameStart, end);
  if (enclosure === MORE) {
    return undecided(text.length);
  }
  return enclosure === NONE || enclosure.statement !== undefined ? undefined : matchEnclosed(enclosure);
}

/** The name, a space and a word, where the name is no option: the cheapest question comes first. */
function isSentence(text: string, nameStart: number, end: number): boolean {
  return isKind(text, end, KIND.space) && isKind(text, end + 1, KIND.alphanumeric) && !text.startsWith('--', nameStart);
}
