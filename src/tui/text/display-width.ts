import { WIDE_RANGES } from './wide-ranges.js';

const ASCII_ONLY = /^[\x20-\x7e]*$/;

/** Terminal columns that a line without control characters takes. */
export function displayWidth(text: string): number {
  if (ASCII_ONLY.test(text)) {
    return text.length;
  }
  let width = 0;
  for (const character of text) {
    width += characterWidth(character);
  }
  return width;
}

/** The text padded, or cut with an ellipsis, to exactly `width` columns. */
export function padTo(text: string, width: number): string {
  const full = displayWidth(text);
  if (full <= width) {
    return text + ' '.repeat(width - full);
  }
  let used = 0;
  let kept = '';
  for (const character of text) {
    const next = characterWidth(character);
    if (used + next > width - 1) {
      break;
    }
    kept += character;
    used += next;
  }
  return `${kept}…${' '.repeat(Math.max(0, width - 1 - used))}`;
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  // Latin letters, quotes, arrows, box drawing and blocks: what our own lines are made of needs no look-up.
  if (
    (code < 0x300 && code !== SOFT_HYPHEN) ||
    (code >= 0x2010 && code < 0x2028) ||
    (code >= 0x2030 && code < 0x205f) ||
    (code >= 0x2190 && code < 0x231a) ||
    (code >= 0x2500 && code < 0x2600)
  ) {
    return 1;
  }
  if (isZeroWidth(character)) {
    return 0;
  }
  return code >= 0x1100 && isWide(code) ? 2 : 1;
}

const SOFT_HYPHEN = 0xad;

/**
 * What stands on the character before it, what is not drawn (`steadyText` drops it), and the later parts of Korean
 * syllables. Marks that take room of their own (Mc) count: terminals that put them elsewhere leave a blank.
 */
function isZeroWidth(character: string): boolean {
  return /^[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7ff\ufff9-\ufffb]$/u.test(character);
}

/** Halves the ranges until one is left. */
function isWide(code: number): boolean {
  let low = 0;
  let high = WIDE_RANGES.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (code < (WIDE_RANGES[middle * 2] ?? 0)) {
      high = middle - 1;
    } else {
      low = middle;
    }
  }
  return code >= (WIDE_RANGES[low * 2] ?? 0) && code <= (WIDE_RANGES[low * 2 + 1] ?? 0);
}
