import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { displayWidth } from './display-width.js';

/** A fact in two columns: what it is about, and what is said of it. */
export interface FactText {
  /** Empty where the sentence is about nothing by name. */
  readonly name: string;
  readonly text: string;
}

const NAMED = /^([^:"\s][^:"]{0,63}): (.*)$/s;
/** Written as in the head of the view. */
const AMOUNT = /^\d{1,15}$/;
/** Longer names are cut. */
const WIDEST_NAME = 24;

/** `city: Lyon=230 Berlin=217` is about `city`; `3 more facts left out` is about nothing by name. */
export function factText(fact: string): FactText {
  const safe = terminalSafeLine(fact);
  const [, name = '', text = safe] = NAMED.exec(safe) ?? [];
  return { name, text: name === 'rows' && AMOUNT.test(text) ? formatCount(Number(text)) : text };
}

/** Columns that the names of these facts take. */
export function nameWidthOf(facts: readonly FactText[]): number {
  return Math.min(WIDEST_NAME, Math.max(0, ...facts.map(({ name }) => displayWidth(name))));
}

const BATCH = /^rows (\d+)-(\d+): (\d+)$/;

/** The first fact of a batch as its heading: `rows 71-155, 85 rows`; undefined where it is no such fact. */
export function batchText(fact: string): string | undefined {
  const [, from, to, count] = BATCH.exec(fact) ?? [];
  if (from === undefined || to === undefined || count === undefined) {
    return undefined;
  }
  const rows = count === '1' ? '1 row' : `${formatCount(Number(count))} rows`;
  return from === to
    ? `row ${formatCount(Number(from))}`
    : `rows ${formatCount(Number(from))}-${formatCount(Number(to))}, ${rows}`;
}
