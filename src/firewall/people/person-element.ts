import type { Verdict, Window } from '../lex/detector.js';
import { pattern } from '../pattern/pattern.js';
import { onlyIf, personVerdict } from './person-field.js';
import { isPersonKey } from './person-fields.js';

/** The element around that of the name, up to which nothing but blanks stands. */
const OWNER = /<(?:\w{1,16}:)?([A-Za-z_][\w.-]{1,31})(?:\s[^<>]{0,48})?>\s{0,24}<$/;
const MAX_BEFORE = 140;
const FEWEST_WORDS = 2;
const END_TAG = pattern(/<\//);

/** `<customer><name>Jane Doe</name>`: in the element of somebody, as in an object of that name. */
export function matchPersonElement(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const owner = OWNER.exec(text.slice(Math.max(floor, start - MAX_BEFORE), start))?.[1];
  if (owner === undefined || !isPersonKey(owner)) {
    return undefined;
  }
  return onlyIf(personVerdict(window, end + 1, FEWEST_WORDS), (name) => END_TAG.fits(window, name.end));
}
