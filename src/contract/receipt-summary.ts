import { ESTIMATED_BYTES_A_TOKEN } from './budget.js';
import type { Receipt } from './receipt.js';

export const RECEIPT_GROUPS = ['host', 'tool', 'session'] as const;
export type ReceiptGrouping = (typeof RECEIPT_GROUPS)[number];

/** What some receipts come to. Model tokens throughout; `saved` may be negative, and is then what akernel cost. */
export interface ReceiptSummary {
  /** The host, `host tool` or `host session` that they have in common. */
  readonly name: string;
  readonly calls: number;
  /** Calls for more of a result that was cut, and results that came again in one session: what they cost is deducted. */
  readonly rereads: number;
  readonly tokens_in: number;
  /** What the model read of it. */
  readonly tokens_out: number;
  /** What the model would have read without akernel: all of it, or as much as the host itself would have shown. */
  readonly baseline: number;
  /** Of re-reads, and of what the host is given besides results. */
  readonly overhead: number;
  /** baseline - tokens_out of the calls - overhead */
  readonly saved: number;
  /** Of baseline - tokens_out of single calls. */
  readonly median: number;
  readonly p90: number;
  /** Calls that cost more than they would have without akernel. */
  readonly losses: number;
  /** Calls whose model tokens a tokenizer counted; those of all others are estimated from their bytes. */
  readonly measured: number;
  /** Whose tokenizers counted them, by their names. */
  readonly encodings: readonly string[];
  readonly redactions: Readonly<Record<string, number>>;
  /** Commands whose exit status the host was told, and those of which it was told another one. */
  readonly exits: number;
  readonly exits_changed: number;
}

/** One summary for each group, those with the most calls first, and one of all of them. */
export function summariseReceipts(
  receipts: readonly Receipt[],
  by: ReceiptGrouping,
): { readonly groups: readonly ReceiptSummary[]; readonly all: ReceiptSummary } {
  const groups = new Map<string, Receipt[]>();
  for (const receipt of receipts) {
    const name = nameOf(receipt, by);
    const group = groups.get(name) ?? [];
    group.push(receipt);
    groups.set(name, group);
  }
  const summaries = [...groups].map(([name, some]) => summaryOf(name, some));
  return {
    groups: summaries.sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1)),
    all: summaryOf('all', receipts),
  };
}

function nameOf({ host, tool, session }: Receipt, by: ReceiptGrouping): string {
  return by === 'host' ? host : `${host} ${by === 'tool' ? tool : (session ?? '-')}`;
}

function summaryOf(name: string, receipts: readonly Receipt[]): ReceiptSummary {
  const again = repeatsIn(receipts);
  const calls = receipts.filter((receipt) => receipt.kind === 'call');
  const gains = calls.map(savedBy).sort((a, b) => a - b);
  const overhead = sum(receipts.filter((receipt) => receipt.kind !== 'call' || again.has(receipt)).map(readOf));
  const baseline = sum(calls.map(baselineOf));
  const measured = calls.filter(({ counted }) => counted === 'measured');
  const exits = calls.flatMap(({ exit }) => (exit === undefined ? [] : [exit]));
  return {
    name,
    calls: calls.length,
    rereads: receipts.filter(({ kind }) => kind === 'expand').length + again.size,
    tokens_in: sum(calls.map((call) => call.tokens_in)),
    tokens_out: sum(calls.map(readOf)),
    baseline,
    overhead,
    saved: sum(gains) - overhead,
    median: quantile(gains, 0.5),
    p90: quantile(gains, 0.9),
    losses: gains.filter((gain) => gain < 0).length,
    measured: measured.length,
    encodings: [...new Set(measured.map(({ encoding }) => encoding))].sort(),
    redactions: redactionsOf(receipts),
    exits: exits.length,
    exits_changed: exits.filter(({ told, own }) => told !== own).length,
  };
}

/** What one call saved, or cost: what the model would have read without akernel, less what it read. */
export function savedBy(receipt: Receipt): number {
  return baselineOf(receipt) - readOf(receipt);
}

function baselineOf(receipt: Receipt): number {
  return withinLimit(receipt.tokens_in, receipt);
}

/** A host cuts what it was given by akernel too. */
function readOf(receipt: Receipt): number {
  return withinLimit(receipt.tokens_out, receipt);
}

function withinLimit(tokens: number, { host_limit_bytes: limit }: Receipt): number {
  return limit === undefined ? tokens : Math.min(tokens, Math.ceil(limit / ESTIMATED_BYTES_A_TOKEN));
}

/** The same result in the same session was read before, perhaps because it had been cut. */
function repeatsIn(receipts: readonly Receipt[]): ReadonlySet<Receipt> {
  const seen = new Set<string>();
  const again = new Set<Receipt>();
  for (const receipt of receipts) {
    const { kind, digest, host, session, bytes_in: before, bytes_out: after } = receipt;
    if (kind !== 'call' || digest === undefined || session === undefined || before === after) {
      continue;
    }
    const key = `${host} ${session} ${digest}`;
    if (seen.has(key)) {
      again.add(receipt);
    }
    seen.add(key);
  }
  return again;
}

function redactionsOf(receipts: readonly Receipt[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const [type, count] of receipts.flatMap(({ redactions }) => Object.entries(redactions))) {
    counts.set(type, (counts.get(type) ?? 0) + count);
  }
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

/** The value below which this part of the sorted values lies (nearest rank). */
function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
