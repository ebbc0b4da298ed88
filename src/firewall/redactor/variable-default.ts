import { pattern } from '../pattern/pattern.js';
import type { Window } from './detector.js';
import { NONE, type Opened } from './take-while.js';
import { openQuoted } from './value-opening.js';

const OPENING = 0x7b;
const LONGEST_KEYWORD = 12;
const KEYWORD = /(?:^|\s)(?:variable|output)\s{1,2}"$/;
/** The argument of the block that holds the value. */
const DEFAULT = pattern(/[^}]{0,300}?[\s{](?:default|value)\s{0,16}=\s{0,4}(?=\S)/);

/** `variable "db_password" { default = "hunter2" }`: the block behind a name in quotes, as Terraform has it. */
export function openDefault(window: Window, nameStart: number, from: number): Opened {
  const { text, floor } = window;
  if (text.charCodeAt(from) !== OPENING) {
    return NONE;
  }
  if (!KEYWORD.test(text.slice(Math.max(floor, nameStart - LONGEST_KEYWORD), nameStart))) {
    return NONE;
  }
  const argument = DEFAULT.at(window, from);
  return argument === undefined ? NONE : (openQuoted(window, from + argument[0].length) ?? NONE);
}
