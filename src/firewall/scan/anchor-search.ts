import { TIME_TAIL } from '../numbers/date-times.js';
import { behindTime, isInWord, isPlainNumber } from '../numbers/numbers.js';
import { ACCEPTING, type Automaton, NOTING, ROOT, SPELLING, STATE, UNKNOWN } from './automaton.js';
import { LONG_TEXT } from './character-codes.js';
import type { Program } from './program.js';
import type { View } from './view.js';

/** Where a search stands in the automaton. */
export interface Search {
  state: number;
}

/** Returns the index behind the next anchor, or more than the limit when there is none before it. */
export function toAnchor(program: Program, view: View, search: Search, from: number, limit: number): number {
  const { automaton } = program;
  const { text } = view;
  const codes = text.length < LONG_TEXT ? undefined : view.codes();
  let index = nextMark(automaton, text, codes, search, from, limit);
  while (index < limit) {
    const entry = entryAt(automaton, search.state, text.charCodeAt(index));
    search.state = entry & STATE;
    if (entry >= ACCEPTING && isToBeAsked(program, view, entry, index)) {
      return index + 1;
    }
    const from = entry >= ACCEPTING && entry < NOTING ? behindNumber(program, view, search, index, limit) : index + 1;
    index = nextMark(automaton, text, codes, search, from, limit);
  }
  return limit + 1;
}

function entryAt(automaton: Automaton, state: number, code: number): number {
  const symbol = automaton.classes[code] ?? 0;
  const entry = automaton.table()[state + symbol] ?? 0;
  return entry === UNKNOWN ? automaton.step(state, symbol) : entry;
}

/** Goes on to the next character whose entry is more than the next state, and stays in the state before it. */
function nextMark(
  automaton: Automaton,
  text: string,
  codes: Uint16Array | undefined,
  search: Search,
  from: number,
  limit: number,
): number {
  return codes === undefined
    ? nextInText(automaton, text, search, from, limit)
    : nextInCodes(automaton, codes, search, from, limit);
}

function nextInText(
  { classes, table: tableOf }: Automaton,
  text: string,
  search: Search,
  from: number,
  limit: number,
): number {
  const table = tableOf();
  let current = search.state;
  let index = from;
  while (index < limit) {
    const entry = table[current + (classes[text.charCodeAt(index)] ?? 0)] ?? 0;
    if (entry >= ACCEPTING) {
      break;
    }
    current = entry;
    index += 1;
  }
  search.state = current;
  return index;
}

/** The same of many characters: a loop of its own, as a shared one would be slow at both. */
function nextInCodes(
  { classes, table: tableOf }: Automaton,
  codes: Uint16Array,
  search: Search,
  from: number,
  limit: number,
): number {
  const table = tableOf();
  let current = search.state;
  let index = from;
  while (index < limit) {
    const entry = table[current + (classes[codes[index] ?? 0] ?? 0)] ?? 0;
    if (entry >= ACCEPTING) {
      break;
    }
    current = entry;
    index += 1;
  }
  search.state = current;
  return index;
}

/**
 * Where the scan goes on behind the first digit of a number that is passed by. From the number of a year it goes to the end
 * of its time: what the scan would have come to there is told by the last characters, unless it was in the middle of a
 * literal.
 */
function behindNumber(
  { automaton, hasNoTimes }: Program,
  view: View,
  search: Search,
  index: number,
  limit: number,
): number {
  const end = behindTime(view, index);
  if (end === index) {
    search.state = isInWord(view, index) ? automaton.within(search.state) : search.state;
    return index + 1;
  }
  if (end > limit || !hasNoTimes() || automaton.depth(search.state) > 1) {
    return index + 1;
  }
  search.state = ROOT;
  return end - TIME_TAIL;
}

/** A number or a literal ends here, and it is neither passed by nor only noted. */
function isToBeAsked({ automaton, numbers }: Program, view: View, entry: number, index: number): boolean {
  if (entry >= SPELLING) {
    return true;
  }
  if (entry < NOTING) {
    return !isPlainNumber(numbers, view, index);
  }
  if (index >= view.settled) {
    view.note(index + 1 - (automaton.anchor(entry & STATE)?.literals[0]?.length ?? 0));
  }
  return false;
}
