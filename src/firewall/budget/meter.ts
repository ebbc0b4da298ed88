import type { BudgetState, Encoding, LoadTokenCounter, TokenCounter } from '../../contract/budget.js';
import type { Frame, Rendered } from '../../contract/frame.js';
import { phaseAt } from './phase.js';
import { withoutChance } from './without-chance.js';

/** A frame with its budget filled in, and the exact line it is, or what is printed in its place. */
export interface PricedFrame {
  readonly frame: Frame;
  readonly line?: string;
  readonly rendered?: Rendered;
  /** Model tokens of the line with its newline, or of what is printed. */
  readonly cost: number;
  /** What it adds to the accounts once it has left. */
  readonly shows?: ShownAmounts;
}

/** What a frame shows of what was seen. */
export interface ShownAmounts {
  readonly shownRows: number;
  readonly shownChars: number;
  /** Placeholders in it by type, those in its facts aside. */
  readonly redactions: ReadonlyMap<string, number>;
}

export type FrameDraft = Omit<Frame, 'budget'>;

/** How much a frame says of the budget: all of it, what changes, or the amounts alone. */
export type BudgetForm = 'full' | 'changes' | 'amounts';

export interface Meter {
  readonly total: number;
  readonly remaining: () => number;
  readonly used: () => number;
  /** What would remain if all ids and times cost the same: what is shown depends on this, and never goes beyond `remaining`. */
  readonly steadyRemaining: () => number;
  /** Model tokens per byte of what was counted so far; an estimate for cutting batches. */
  readonly density: () => number;
  /** What the frame would cost. */
  readonly price: (draft: FrameDraft, form: BudgetForm) => Promise<PricedFrame>;
  readonly charge: (priced: PricedFrame) => void;
  /** Model tokens of a text that is part of a frame: exact when the tokenizer is loaded, else its bytes. */
  readonly measure: (text: string) => number;
  /** Loads the tokenizer unless the ceiling is Infinity. */
  readonly loadExact: () => Promise<void>;
}

export interface MeterOptions {
  /** Infinity: no ceiling, nothing is counted. */
  readonly maxTokens: number;
  readonly encoding: Encoding;
  readonly loadCounter: LoadTokenCounter;
  readonly compose: (draft: FrameDraft, budget: BudgetState) => Frame;
  /** Somebody else's allowance is charged for it, so a bound is not good enough. */
  readonly alwaysExact: boolean;
}

/** A token of any tiktoken encoding is at most 128 bytes, so more bytes than this a token can never fit. */
export const MOST_BYTES_A_TOKEN = 128;
export const TYPICAL_DENSITY = 0.4;
/** Lines wait for the tokenizer up to this many bytes; more would be memory that grows with the result. */
const MOST_UNCOUNTED_BYTES = 1024 ** 2;
const MOST_COUNTED_TWICE = 64 * 1024;
const COUNTED = '"used":0,"remaining":0';
const UNCOUNTED = '"used":0,"remaining":null';

/**
 * Charges an invocation's budget for the exact lines that leave. A model token is at least one byte, so while the bytes
 * alone prove that phase 1 holds, or that the last frame fits, they are the (upper) bound and the tokenizer is not loaded.
 */
export function createMeter(options: MeterOptions): Meter {
  const { maxTokens: total, encoding, loadCounter, compose } = options;
  let counter: TokenCounter | undefined;
  let used = 0;
  let steadyUsed = 0;
  let announcedExact = false;
  let countedBytes = 0;
  let countedTokens = 0;
  // Lines written while bytes were the bound; counted exactly as soon as the tokenizer is there.
  let uncounted: string[] = [];

  async function loadExact(): Promise<void> {
    if (counter !== undefined || total === Number.POSITIVE_INFINITY) {
      return;
    }
    const loaded = await loadCounter(encoding);
    counter = loaded;
    used = uncounted.reduce((sum, line) => sum + loaded.count(`${line}\n`), 0);
    const chars = uncounted.reduce((sum, { length }) => sum + length, 0);
    // Of a large budget it makes no difference, and to count a megabyte twice takes time.
    steadyUsed =
      chars > MOST_COUNTED_TWICE
        ? used
        : uncounted.reduce((sum, line) => sum + loaded.count(`${withoutChance(line)}\n`), 0);
    uncounted = [];
  }

  function budgetShape(form: BudgetForm): BudgetState {
    const exact = counter !== undefined;
    const changes = exact && !announcedExact && form === 'changes' ? { exact } : {};
    const remaining = total === Number.POSITIVE_INFINITY ? null : 0;
    if (form !== 'full') {
      return { ...changes, used: 0, remaining };
    }
    const shownTotal = total === Number.POSITIVE_INFINITY ? null : total;
    return { unit: 'tokens', encoding, exact, total: shownTotal, used: 0, remaining };
  }

  async function price(draft: FrameDraft, form: BudgetForm): Promise<PricedFrame> {
    const blank = compose(draft, budgetShape(form));
    const text = JSON.stringify(blank);
    const bytes = Buffer.byteLength(text);
    if (total === Number.POSITIVE_INFINITY) {
      return settle(blank, text, UNCOUNTED, () => bytes + 20);
    }
    if (options.alwaysExact) {
      await loadExact();
    }
    if (bytes > (total - used) * MOST_BYTES_A_TOKEN) {
      return { frame: blank, line: text, cost: Number.POSITIVE_INFINITY };
    }
    if (counter === undefined) {
      // 20: the digits that are not filled in yet
      if (isProvenByBytes({ total, used, bytes: bytes + 20 }, draft.is_final)) {
        return settle(blank, text, COUNTED, (line) => Buffer.byteLength(line) + 1);
      }
      await loadExact();
      return price(draft, form);
    }
    const exactCounter = counter;
    const at = text.lastIndexOf(COUNTED);
    // Digit runs are pre-tokens of their own in every encoding, so a line may be counted in parts cut at them.
    const fixed =
      exactCounter.count(text.slice(0, at + 7)) +
      exactCounter.count(',"remaining":') +
      exactCounter.count(`${text.slice(at + COUNTED.length)}\n`);
    return settle(blank, text, COUNTED, (_line, spent, left) => {
      return fixed + exactCounter.count(String(spent)) + exactCounter.count(String(left));
    });
  }

  /** Finds the numbers that the line must carry although they change its cost; if none fit exactly, the larger. */
  function settle(
    blank: Frame,
    text: string,
    hole: string,
    costOf: (line: string, spent: number, left: number) => number,
  ): PricedFrame {
    const at = text.lastIndexOf(hole);
    const limited = hole === COUNTED;
    const fill = (spent: number): string => {
      const left = limited ? String(Math.max(0, total - spent)) : 'null';
      return `${text.slice(0, at)}"used":${spent},"remaining":${left}${text.slice(at + hole.length)}`;
    };
    let cost = 0;
    let line = text;
    for (let attempt = 0; attempt < 6; attempt += 1) {
      line = fill(used + cost);
      const actual = costOf(line, used + cost, Math.max(0, total - used - cost));
      // After a few rounds the larger of two alternating values is kept: never less than what was spent.
      if (actual === cost || (attempt >= 3 && actual < cost)) {
        break;
      }
      cost = actual;
    }
    const remaining = limited ? Math.max(0, total - used - cost) : null;
    const frame: Frame = { ...blank, budget: { ...blank.budget, used: used + cost, remaining } };
    return { frame, line, cost };
  }

  function charge(priced: PricedFrame): void {
    used += priced.cost;
    const steady = steadyCost(priced);
    steadyUsed += steady;
    if (counter !== undefined) {
      announcedExact = true;
      countedTokens += steady;
      countedBytes += Buffer.byteLength(withoutChance(priced.line ?? ''));
    } else if (total !== Number.POSITIVE_INFINITY && priced.line !== undefined) {
      uncounted.push(priced.line);
    }
  }

  function steadyCost({ cost, line }: PricedFrame): number {
    return counter === undefined || line === undefined ? cost : counter.count(`${withoutChance(line)}\n`);
  }

  return {
    total,
    remaining: () => total - used,
    used: () => used,
    steadyRemaining: () => Math.min(total - used, total - steadyUsed),
    density: () => (countedTokens > 200 ? countedTokens / countedBytes : TYPICAL_DENSITY),
    price,
    charge,
    measure: (text) => (counter === undefined ? Buffer.byteLength(text) : counter.count(text)),
    loadExact,
  };
}

/** Whether the bytes alone prove that phase 1 holds behind so many more of them, or that the last ones fit. */
export function isProvenByBytes(
  { total, used, bytes }: { readonly total: number; readonly used: number; readonly bytes: number },
  isLast: boolean,
): boolean {
  const left = total - used - bytes;
  return used + bytes <= MOST_UNCOUNTED_BYTES && (isLast ? left >= 0 : phaseAt(left, total) === 1);
}
