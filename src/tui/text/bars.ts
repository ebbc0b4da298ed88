/**
 * The characters that amounts are drawn with. A drawing never stands alone: the number is beside it, and lines for
 * screen readers have none.
 */
export interface BarGlyphs {
  /** From the least part of a cell to the whole of it. */
  readonly steps: string;
  /** From the lowest to the highest. */
  readonly levels: string;
}

/** A bar of at most `width` cells for a share from 0 to 1. What is more than nothing is always seen. */
export function bar(share: number, width: number, { steps }: BarGlyphs): string {
  const parts = Math.min(1, Math.max(0, share || 0)) * Math.max(0, width) * steps.length;
  const shown = parts > 0 && width > 0 ? Math.max(1, Math.round(parts)) : 0;
  const whole = Math.floor(shown / steps.length);
  const rest = shown % steps.length;
  return steps.slice(-1).repeat(whole) + (rest === 0 ? '' : steps.slice(rest - 1, rest));
}

/** One cell for each value, or for each few of them where there are more than cells; nothing is a blank. */
export function sparkline(values: readonly number[], width: number, { levels }: BarGlyphs): string {
  const sums = summed(values, width);
  const most = Math.max(0, ...sums);
  return sums.map((value) => (value > 0 ? levels.charAt(Math.ceil((value / most) * levels.length) - 1) : ' ')).join('');
}

/** The values, or the sums of neighbours where there are more than `most`. Those that are no amounts count as 0. */
function summed(values: readonly number[], most: number): readonly number[] {
  const cells = Math.max(0, Math.min(values.length, Math.floor(most)));
  if (cells === 0) {
    return [];
  }
  const sums = Array.from({ length: cells }, () => 0);
  for (const [index, value] of values.entries()) {
    const cell = Math.floor((index * cells) / values.length);
    sums[cell] = (sums[cell] ?? 0) + (Number.isFinite(value) && value > 0 ? value : 0);
  }
  return sums;
}

/** How many of `width` cells each part takes when `most` would fill them: the last one ends where their sum does. */
export function partsOfBar(amounts: readonly number[], most: number, width: number): readonly number[] {
  let sum = 0;
  let before = 0;
  return amounts.map((amount) => {
    sum += Math.max(0, amount || 0);
    const end = most > 0 ? Math.min(width, Math.round((sum / most) * width)) : 0;
    const cells = end - before;
    before = end;
    return cells;
  });
}
