import type { Value } from '../../contract/row.js';

/** A line that costs more is cut where the budget is small. */
const MOST_CHARS = 90;

/** Numbers, truth values and nulls that follow each other, as many as a line has room for. */
export function amountsFrom(items: readonly Value[], from: number): readonly string[] {
  const written: string[] = [];
  let chars = 0;
  for (let at = from; at < items.length && chars < MOST_CHARS; at += 1) {
    const item = items[at] ?? null;
    if (typeof item === 'string' || (typeof item === 'object' && item !== null)) {
      break;
    }
    const text = String(item);
    written.push(text);
    chars += text.length + 2;
  }
  return written;
}
