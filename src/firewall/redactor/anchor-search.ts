import { ACCEPTING, type Automaton, NOTING, ROOT, SPELLING, STATE, UNKNOWN } from './automaton.js';
import { LONG_TEXT } from './character-codes.js';
import { TIME_TAIL } from './date-times.js';
import { behindTime, isInWord, isPlainNumber } from './numbers.js';
import type { Program } from './program.js';
import type { View } from './view.js';

/** Returns the index behind the next anchor, or more than the limit when there is none before it. */
export function toAnchor(program: Program, view: View, from: number, fromState: number, limit: number): number {
  const { automaton } = program;
  const { text } = view;
  const codes = text.length < LONG_TEXT ? undefined : view.codes();
  state = fromState;
  let index = nextMark(automaton, text, codes, from, limit);
  while (index < limit) {
    const entry = mark === UNKNOWN ? automaton.step(state, automaton.classes[text.charCodeAt(index)] ?? 0) : mark;
    state = entry & STATE;
    if (entry >= ACCEPTING && isToBeAsked(program, view, entry, index, codes)) {
      return index + 1;
    }
    const from = entry >= ACCEPTING && entry < NOTING ? behindNumber(program, view, index, limit) : index + 1;
    index = nextMark(automaton, text, codes, from, limit);
  }
  return limit + 1;
}

/** The state in which the search stopped: a second return value without an allocation. */
export function lastState(): number {
  return state;
}

let state = 0;
let mark = 0;

/** Goes on to the next character whose entry is more than the next state, and leaves that entry in `mark`. */
function nextMark(
  automaton: Automaton,
  text: string,
  codes: Uint16Array | undefined,
  from: number,
  limit: number,
): number {
  return codes === undefined ? nextInText(automaton, text, from, limit) : nextInCodes(automaton, codes, from, limit);
}

function nextInText({ classes, table: tableOf }: Automaton, text: string, from: number, limit: number): number {
  const table = tableOf();
  let current = state;
  let index = from;
  while (index < limit) {
    const entry = table[current + (classes[text.charCodeAt(index)] ?? 0)] ?? 0;
    if (entry >= ACCEPTING) {
      mark = entry;
      break;
    }
    current = entry;
    index += 1;
  }
  state = current;
  return index;
}

/** The same of many characters: a loop of its own, as a shared one would be slow at both. */
function nextInCodes({ classes, table: tableOf }: Automaton, codes: Uint16Array, from: number, limit: number): number {
  const table = tableOf();
  let current = state;
  let index = from;
  while (index < limit) {
    const entry = table[current + (classes[codes[index] ?? 0] ?? 0)] ?? 0;
    if (entry >= ACCEPTING) {
      mark = entry;
      break;
    }
    current = entry;
    index += 1;
  }
  state = current;
  return index;
}

/**
 * Where the scan goes on behind the first digit of a number that is passed by. From the number of a year it goes to the end
 * of its time: what the scan would have come to there is told by the last characters, unless it was in the middle of a
 * literal.
 */
function behindNumber({ automaton, hasNoTimes }: Program, view: View, index: number, limit: number): number {
  const end = behindTime(view, index);
  if (end === index) {
    state = isInWord(view, index) ? automaton.within(state) : state;
    return index + 1;
  }
  if (end > limit || !hasNoTimes() || automaton.depth(state) > 1) {
    return index + 1;
  }
  state = ROOT;
  return end - TIME_TAIL;
}

/** A number or a literal ends here, and it is neither passed by nor only noted. */
function isToBeAsked(
  { automaton, numbers }: Program,
  view: View,
  entry: number,
  index: number,
  codes: Uint16Array | undefined,
): boolean {
  if (entry >= SPELLING) {
    return true;
  }
  if (entry < NOTING) {
    return !isPlainNumber(numbers, view, index, codes);
  }
  if (index >= view.settled) {
    view.note(index + 1 - (automaton.anchor(entry & STATE)?.literals[0]?.length ?? 0));
  }
  return false;
}
