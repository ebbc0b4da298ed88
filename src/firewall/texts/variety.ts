import { familyKey, kindKey } from './template-key.js';

/** Errors that begin alike, whatever they say then: `app | JavaScript error: …`. */
const FULL_OF_FAMILY = 5;

/**
 * Of errors that say the same of other things the fourth and later ones make room for other errors; so do the sixth and
 * later kinds that begin alike. It is asked line by line, the best first: what a line is worth is to be divided by that.
 */
export function createVariety(fullOfKind: number): (text: string) => number {
  const ofKinds = new Map<number, number>();
  const ofFamilies = new Map<number, number>();
  const kindsOfFamilies = new Map<number, number>();
  return (text) => {
    const kind = kindKey(text);
    const before = ofKinds.get(kind) ?? 0;
    ofKinds.set(kind, before + 1);
    const kindsBefore = kindsOfFamilies.get(kind) ?? nextPlace(ofFamilies, familyKey(text));
    kindsOfFamilies.set(kind, kindsBefore);
    return (1 + beyond(before, fullOfKind) / 2) * (1 + beyond(kindsBefore, FULL_OF_FAMILY) / FULL_OF_FAMILY);
  };
}

function nextPlace(places: Map<number, number>, key: number): number {
  const before = places.get(key) ?? 0;
  places.set(key, before + 1);
  return before;
}

function beyond(before: number, full: number): number {
  return Math.max(0, before + 1 - full);
}
