import type { Window } from './detector.js';
import { type Found, MORE, NONE } from './take-while.js';
import type { Enclosure } from './value-enclosure.js';
import { couldOpen, LONGEST_OPENING, openQuoted } from './value-opening.js';

const OPENING = 0x7b;
const MAX_BLOCK = 320;
const LONGEST_KEYWORD = 12;
const KEYWORD = /(?:^|\s)(?:variable|output)\s{1,2}"$/;
/** The argument of the block that holds the value. */
const DEFAULT = /[\s{](?:default|value)\s{0,16}=\s{0,4}(?=\S)/;

/** `variable "db_password" { default = "hunter2" }`: the block behind a name in quotes, as Terraform has it. */
export function openDefault({ text, floor, isFinal }: Window, nameStart: number, from: number): Found<Enclosure> {
  if (text.charCodeAt(from) !== OPENING) {
    return NONE;
  }
  if (!KEYWORD.test(text.slice(Math.max(floor, nameStart - LONGEST_KEYWORD), nameStart))) {
    return NONE;
  }
  const block = text.slice(from, from + MAX_BLOCK);
  const end = block.indexOf('}');
  const argument = DEFAULT.exec(end < 0 ? block : block.slice(0, end));
  if (argument === null) {
    return block.length < MAX_BLOCK && !isFinal && end < 0 ? MORE : NONE;
  }
  const start = from + argument.index + argument[0].length;
  return start + LONGEST_OPENING > text.length && !isFinal && couldOpen(text, start)
    ? MORE
    : (openQuoted(text, start) ?? NONE);
}
