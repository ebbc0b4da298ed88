import { matchValue } from '../bind/enclosed-value.js';
import type { ValueContext } from '../judge/value-context.js';
import type { Verdict, Window } from '../lex/detector.js';
import type { Enclosure } from '../lex/value-enclosure.js';
import { openQuoted } from '../lex/value-opening.js';
import { KIND } from '../pattern/characters.js';
import { pattern } from '../pattern/pattern.js';

const MAX_TYPE = 56;
/** What stands behind the first word of no type. */
const NO_TYPE = ' :;/\\\n"(){}@%';
/** Up to the sign of the assignment. */
const TYPED = pattern(/([\w&'.<>[\]|?, ]{0,55})=/);

/** `password: string = "hunter2"`: a declaration with its type. */
export function matchDeclared(
  window: Window,
  type: string,
  enclosure: Enclosure,
  judge: (sample: string, context: ValueContext) => boolean,
): Verdict | undefined {
  const { text } = window;
  if (enclosure.isSpoken !== true) {
    return undefined;
  }
  const word = window.run(KIND.name, enclosure.start, enclosure.start + MAX_TYPE);
  if (NO_TYPE.indexOf(text.charAt(word)) > 0) {
    return undefined;
  }
  const typed = TYPED.at(window, enclosure.start)?.[1];
  if (typed === undefined || !isType(typed)) {
    return undefined;
  }
  const equals = enclosure.start + typed.length;
  const quoted = openQuoted(window, text.charAt(equals + 1) === ' ' ? equals + 2 : equals + 1);
  return quoted === undefined ? undefined : matchValue(window, quoted, type, judge);
}

/** A comma is part of a type between brackets only; elsewhere another parameter follows. */
function isType(text: string): boolean {
  return text.lastIndexOf(',') <= Math.max(text.lastIndexOf('>'), text.lastIndexOf(']'));
}
