import type { Window } from '../lex/detector.js';
import { NONE } from '../lex/take-while.js';
import { KIND } from '../pattern/characters.js';
import { runOf } from '../pattern/coming-text.js';
import type { Name } from './argument-value.js';

const BEFORE = ' ? ';
const BEHIND = ' : ';
const MAX_NAME = 40;

/** `isOpen ? SECRET : PASSWORD`: behind the colon stands the name of another variable, without digits. */
export function chosenName(
  window: Window,
  { nameStart, nameEnd }: Name,
  separated: number,
  start: number,
): typeof NONE | undefined {
  const { text, floor } = window;
  const from = nameStart - BEFORE.length;
  const isChoice = separated === nameEnd + 2 && text.startsWith(BEHIND, nameEnd) && text.startsWith(BEFORE, from);
  if (!isChoice || from < floor) {
    return undefined;
  }
  const end = runOf(window, KIND.name, start, MAX_NAME);
  return window.next(KIND.digit, start, end) < end ? undefined : NONE;
}
