const ZERO_WIDTH = /^(?:\p{M}|[\u200b-\u200d\u2060\ufeff])$/u;
const ASCII_ONLY = /^[\x20-\x7e]*$/;

/** First and last code points of the ranges that take two columns (East Asian wide and fullwidth, and emoji). */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];

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
  // Latin letters, arrows, box drawing and blocks: what our own lines are made of needs no look-up.
  if (code < 0x300 || (code >= 0x2190 && code < 0x231a) || (code >= 0x2500 && code < 0x2600)) {
    return 1;
  }
  if (ZERO_WIDTH.test(character)) {
    return 0;
  }
  return code >= 0x1100 && WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}
