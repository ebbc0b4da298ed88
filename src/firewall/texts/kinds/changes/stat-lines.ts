/** What a line of `--stat`, `--numstat` or `--name-status` says of a file. */
export interface FileStat {
  readonly path: string;
  /** Changed lines. */
  readonly size: number;
  readonly added?: number;
  readonly removed?: number;
  /** `A`, `M`, `D` … */
  readonly state?: string;
}

const BAR = ' | ';
const AMOUNT = /^ {0,12}(?:(\d{1,9})(?: [+-]{0,300})?$|Bin\b)/;
const NUMBERS = /^(\d{1,9}|-)\t(\d{1,9}|-)\t(.{1,300})$/;
const STATE = /^([ACDMRTUX])\d{0,3}\t(.{1,300})$/;
const TOTALS = /^ \d{1,9} files? changed(?:, \d{1,9} insertions?\(\+\))?(?:, \d{1,9} deletions?\(-\))?$/;

export function statOf(text: string): FileStat | undefined {
  const bar = text.startsWith(' ') ? text.lastIndexOf(BAR) : -1;
  const amount = bar > 0 ? AMOUNT.exec(text.slice(bar + BAR.length)) : null;
  if (amount !== null) {
    return { path: text.slice(0, bar).trim(), size: Number(amount[1] ?? 0) };
  }
  if (!text.includes('\t')) {
    return;
  }
  const numbers = NUMBERS.exec(text);
  if (numbers !== null) {
    const [added, removed] = [numbers[1], numbers[2]].map((number) => (number === '-' ? 0 : Number(number)));
    return { path: numbers[3] ?? '', size: (added ?? 0) + (removed ?? 0), added: added ?? 0, removed: removed ?? 0 };
  }
  const state = STATE.exec(text);
  return state === null ? undefined : { path: state[2] ?? '', size: 0, state: state[1] ?? '' };
}

/** ` 57 files changed, 3472 insertions(+), 107 deletions(-)` */
export function isStatTotals(text: string): boolean {
  return TOTALS.test(text);
}

/** How many lines, or files, the totals count in all. */
export function statNumbers(text: string): readonly number[] {
  return (text.match(/\d{1,9}/g) ?? []).map(Number);
}
