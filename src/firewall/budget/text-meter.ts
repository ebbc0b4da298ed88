import type { BudgetState, TokenCounter } from '../../contract/budget.js';
import type { Rendered, Rendering } from '../../contract/frame.js';
import {
  type FrameDraft,
  isProvenByBytes,
  type Meter,
  type MeterOptions,
  MOST_BYTES_A_TOKEN,
  type PricedFrame,
  TYPICAL_DENSITY,
} from './meter.js';
import { createTextCount, type TextCount } from './text-count.js';

type Counts = Readonly<Record<Rendered['stream'], TextCount>>;

/** Charges the budget for what is printed in place of the frames' lines. */
export function createTextMeter(options: MeterOptions & { readonly rendering: Rendering }): Meter {
  const { maxTokens: total, encoding, loadCounter, compose, rendering } = options;
  let counter: TokenCounter | undefined;
  let counts: Counts | undefined;
  let used = 0;
  let bytesLeft = 0;
  // Printed while bytes were the bound; counted exactly as soon as the tokenizer is there.
  let uncounted: Rendered[] = [];

  async function loadExact(): Promise<void> {
    if (counter !== undefined || total === Number.POSITIVE_INFINITY) {
      return;
    }
    counter = await loadCounter(encoding);
    counts = { stdout: createTextCount(counter.count), stderr: createTextCount(counter.count) };
    for (const { stream, text } of uncounted) {
      counts[stream].add(text);
    }
    uncounted = [];
    used = counts.stdout.total() + counts.stderr.total();
  }

  function costOf({ stream, text }: Rendered, bytes: number): number {
    if (counts === undefined || text === '') {
      return bytes;
    }
    return Math.max(0, counts[stream].with(text) - counts[stream].total());
  }

  function priced(draft: FrameDraft, rendered: Rendered, cost: number): PricedFrame {
    const isLimited = total !== Number.POSITIVE_INFINITY;
    const remaining = isLimited ? Math.max(0, total - used - cost) : null;
    const budget: BudgetState = {
      unit: 'tokens',
      encoding,
      exact: counter !== undefined,
      total: isLimited ? total : null,
      used: used + cost,
      remaining,
    };
    return { frame: compose(draft, budget), rendered, cost };
  }

  async function price(draft: FrameDraft): Promise<PricedFrame> {
    const rendered = rendering(compose(draft, { used, remaining: null }));
    const bytes = Buffer.byteLength(rendered.text);
    if (options.alwaysExact) {
      await loadExact();
    }
    if (bytes > (total - used) * MOST_BYTES_A_TOKEN) {
      return priced(draft, rendered, Number.POSITIVE_INFINITY);
    }
    const isBound = isProvenByBytes({ total, used, bytes }, draft.is_final);
    if (counter === undefined && total !== Number.POSITIVE_INFINITY && !isBound) {
      await loadExact();
    }
    return priced(draft, rendered, costOf(rendered, bytes));
  }

  function charge({ cost, rendered }: PricedFrame): void {
    used += cost;
    if (rendered === undefined) {
      return;
    }
    bytesLeft += Buffer.byteLength(rendered.text);
    rendered.printed();
    if (counts !== undefined) {
      counts[rendered.stream].add(rendered.text);
    } else if (total !== Number.POSITIVE_INFINITY) {
      uncounted.push(rendered);
    }
  }

  return {
    total,
    remaining: () => total - used,
    // No line that is printed before the last one has an id.
    steadyRemaining: () => total - used,
    used: () => used,
    density: () => (counts !== undefined && used > 200 ? used / bytesLeft : TYPICAL_DENSITY),
    price,
    charge,
    measure: (text) => (counter === undefined ? Buffer.byteLength(text) : counter.count(text)),
    loadExact,
  };
}
