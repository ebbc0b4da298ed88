import { KIND } from '../redactor/characters.js';
import { undecided, type Verdict, type Window } from '../redactor/detector.js';
import { matchValue } from '../redactor/enclosed-value.js';
import type { ValueContext } from '../redactor/value-context.js';
import type { Enclosure } from '../redactor/value-enclosure.js';
import { openQuoted } from '../redactor/value-opening.js';

const MAX_TYPE = 56;
/** What stands behind the first word of no type. */
const NO_TYPE = ' :;/\\\n"(){}@%';
const TYPE = /^[\w&'.<>[\]|?, ]*$/;

/** `password: string = "hunter2"`: a declaration with its type. */
export function matchDeclared(
  window: Window,
  type: string,
  enclosure: Enclosure,
  judge: (sample: string, context: ValueContext) => boolean,
): Verdict | undefined {
  const { text, isFinal } = window;
  if (enclosure.isSpoken !== true) {
    return undefined;
  }
  const word = window.run(KIND.name, enclosure.start, enclosure.start + MAX_TYPE);
  if (NO_TYPE.indexOf(text.charAt(word)) > 0) {
    return undefined;
  }
  const behind = text.slice(enclosure.start, enclosure.start + MAX_TYPE);
  const sign = behind.indexOf('=');
  if (sign < 0) {
    return behind.length < MAX_TYPE && !isFinal && TYPE.test(behind) ? undecided(enclosure.start) : undefined;
  }
  if (!isType(behind.slice(0, sign))) {
    return undefined;
  }
  const equals = enclosure.start + sign;
  const start = text.charAt(equals + 1) === ' ' ? equals + 2 : equals + 1;
  const quoted = openQuoted(window, start);
  return quoted === undefined ? undefined : matchValue(window, quoted, type, judge);
}

/** A comma is part of a type between brackets only; elsewhere another parameter follows. */
function isType(text: string): boolean {
  return TYPE.test(text) && text.lastIndexOf(',') <= Math.max(text.lastIndexOf('>'), text.lastIndexOf(']'));
}
