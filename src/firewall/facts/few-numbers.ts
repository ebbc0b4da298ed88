import { listText, type Redact } from './format.js';

/** How often each number comes while there are few different ones, as of a status; undefined once there are many. */
export interface FewNumbers {
  counts: Map<number, number> | undefined;
}

const MOST_NUMBERS = 12;
const FEWEST_VALUES = 20;

export function createFewNumbers(): FewNumbers {
  return { counts: new Map() };
}

export function addFew(few: FewNumbers, value: number): void {
  const { counts } = few;
  if (counts === undefined) {
    return;
  }
  const known = counts.get(value);
  if (known !== undefined) {
    counts.set(value, known + 1);
  } else if (counts.size < MOST_NUMBERS && value - value === 0) {
    counts.set(value, 1);
  } else {
    few.counts = undefined;
  }
}

/** `200=950 404=40 503=10`; nothing of few values, of equal ones, and where one of them would be hidden. */
export function fewNumbersText({ counts }: FewNumbers, redact: Redact): string {
  const sorted = [...(counts ?? [])].sort(([a, x], [b, y]) => y - x || a - b);
  const all = sorted.reduce((sum, [, count]) => sum + count, 0);
  const isTold = all >= FEWEST_VALUES && sorted.length > 1 && all >= 2 * sorted.length;
  const isClear = isTold && sorted.every(([value]) => redact(String(value)) === String(value));
  return isClear
    ? listText(
        sorted.map(([value, count]) => `${value}=${count}`),
        ' ',
      )
    : '';
}
