import type { Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { openQuoted } from '../lex/value-opening.js';
import { pattern } from '../pattern/pattern.js';

const OPENING = 0x7b;
/** A keyword of eight letters, two blanks and a quote, and one character before. */
const MAX_BEFORE = 12;
const KEYWORD = /(?:^|[^\w.-])(?:variable|output)\s{1,2}"$/;
/** The argument of the block that holds the value. */
const DEFAULT = pattern(/[^}]{0,300}?[\s{](?:default|value)\s{0,16}=\s{0,4}(?=\S)/);

/** `variable "db_password" { default = "hunter2" }`: the block behind a name in quotes, as Terraform has it. */
export function openDefault(window: Window, nameStart: number, from: number): Opened {
  if (window.text.charCodeAt(from) !== OPENING || !KEYWORD.test(window.before(nameStart, MAX_BEFORE))) {
    return NONE;
  }
  const argument = DEFAULT.at(window, from);
  return argument === undefined ? NONE : (openQuoted(window, from + argument[0].length) ?? NONE);
}
