import { firstUnprinted, unprintedEnd } from '../../contract/unprinted.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import { firstSpelled, isSpelled, spelledEnd } from './spelled-signs.js';

/**
 * Looks through a text for what is not seen: what no printer prints and, between two characters of a word, the same as
 * programs spell it, as in `AKIA^[[0mQ7XN`, `AKIA<wbr>Q7XN` or `AKIA&shy;Q7XN`. Tells where from a place on the next one
 * stands, -1 if none does; more text may show that it is seen after all. `before` is what came before the text, as far as
 * it is known. From place to place it only goes forward.
 */
export function unseenIn(text: string, before: string): (from: number) => number {
  let unprinted = 0;
  let printed = '';
  return (from) => {
    if (unprinted >= 0 && (unprinted < from || printed === '')) {
      unprinted = firstUnprinted(text, from);
      printed = unprinted < 0 ? text : text.slice(0, unprinted);
    }
    const spelled = firstSpelled(printed, from, before);
    return spelled < 0 ? unprinted : spelled;
  };
}

export function firstUnseen(text: string, from: number, before: string): number {
  return unseenIn(text, before)(from);
}

/** The end of what begins at a place and is not seen: the place itself when it is seen after all, `MORE_UNPRINTED` when more has to come. */
export function unseenEnd(coming: ComingText, from: number, before: string): number {
  return isSpelled(coming.text, from)
    ? spelledEnd(coming, from, before)
    : unprintedEnd(coming.text, from, !isCut(coming, coming.text.length));
}
