import type { TokenCounter } from '../../../src/contract/budget.js';
import { mostThatFits } from './most-that-fits.js';

/** What of a text is shown within a budget of model tokens. */
export type Baseline = (text: string, budget: number, counter: TokenCounter) => string;

const ERROR_WORD = /error|fail|fatal|exception|panic|traceback|critical/i;
const FIRST_LINES = 20;
const LAST_LINES = 8;

/** What costs nothing to build, and what akernel is compared with. */
export const baselines: ReadonlyMap<string, Baseline> = new Map([
  ['head', head],
  ['tail', tail],
  ['head + tail', headAndTail],
  ['20 + 8 lines', someLines],
  ['error grep', errorGrep],
]);

function head(text: string, budget: number, counter: TokenCounter): string {
  return text.slice(
    0,
    mostThatFits(text.length, budget, (size) => counter.count(text.slice(0, size))),
  );
}

function tail(text: string, budget: number, counter: TokenCounter): string {
  const from = (size: number): number => text.length - size;
  return text.slice(from(mostThatFits(text.length, budget, (size) => counter.count(text.slice(from(size))))));
}

function headAndTail(text: string, budget: number, counter: TokenCounter): string {
  if (counter.count(text) <= budget) {
    return text;
  }
  return `${head(text, budget >> 1, counter)}\n…\n${tail(text, budget - (budget >> 1) - 4, counter)}`;
}

function someLines(text: string, budget: number, counter: TokenCounter): string {
  const lines = text.split('\n');
  if (lines.length <= FIRST_LINES + LAST_LINES) {
    return head(text, budget, counter);
  }
  const shown = [...lines.slice(0, FIRST_LINES), '…', ...lines.slice(-LAST_LINES - 1)].join('\n');
  return head(shown, budget, counter);
}

/** `grep -i -B1 -A2`, cut at the budget. */
function errorGrep(text: string, budget: number, counter: TokenCounter): string {
  const lines = text.split('\n');
  const shown = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (ERROR_WORD.test(line)) {
      for (let near = Math.max(0, index - 1); near <= index + 2; near += 1) {
        shown.add(near);
      }
    }
  }
  return head(lines.filter((_, index) => shown.has(index)).join('\n'), budget, counter);
}
