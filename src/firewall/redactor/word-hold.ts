import { KIND, runStart } from './characters.js';

/** How much of a word of base64 can stand before the part by which it is recognised. */
export const MAX_ENCODED = 128;

/** A word that could be base64 waits until it has ended, unless it is too long to be recognised by its middle. */
export function holdEncoded(text: string, end: number, floor: number): number {
  const lowest = Math.max(floor, end - MAX_ENCODED);
  const start = runStart(text, KIND.alphanumeric, end, lowest);
  return start > lowest || lowest === floor ? start : end;
}
