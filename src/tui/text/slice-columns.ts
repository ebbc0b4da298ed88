import { displayWidth } from './display-width.js';

const ASCII_ONLY = /^[\x20-\x7e]*$/;

/** The part of a line that stands in `width` columns from column `from` on; an ellipsis shows where more follows. */
export function sliceColumns(text: string, from: number, width: number, ellipsis: string): string {
  if (width <= 0) {
    return '';
  }
  if (ASCII_ONLY.test(text)) {
    const part = text.slice(from, from + width);
    return text.length > from + width ? part.slice(0, -displayWidth(ellipsis)) + ellipsis : part;
  }
  return sliceWide(text, from, width, ellipsis);
}

function sliceWide(text: string, from: number, width: number, ellipsis: string): string {
  let at = 0;
  let kept = '';
  let used = 0;
  let fitting = '';
  for (const character of text) {
    const next = displayWidth(character);
    if (at >= from) {
      if (used + next > width) {
        return fitting + ellipsis;
      }
      kept += character;
      used += next;
      fitting = used <= width - displayWidth(ellipsis) ? kept : fitting;
    }
    at += next;
  }
  return kept;
}
