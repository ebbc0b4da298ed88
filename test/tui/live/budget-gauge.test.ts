import { describe, expect, it } from 'vitest';
import type { BudgetState } from '../../../src/contract/budget.js';
import { budgetGauge, shortBudgetGauge } from '../../../src/tui/components/budget-gauge.js';
import type { SpanLine } from '../../../src/tui/components/span-lines.js';
import { createTheme } from '../../../src/tui/theme.js';

const theme = createTheme({ color: false, ascii: false });
const textOf = (line: SpanLine | undefined): string => (line ?? []).map(({ text }) => text).join('');
const budgetOf = (used: number, exact: boolean, total = 4000): BudgetState => ({
  total,
  used,
  remaining: total - used,
  exact,
});
/** A run whose bytes are the bound at first, until its model tokens are counted. */
const COURSE = [
  undefined,
  budgetOf(131, false),
  budgetOf(1500, false),
  budgetOf(560, true),
  budgetOf(2400, true),
  budgetOf(3999, true),
];
const filled = (bar: string): number => bar.split('█').length - 1;

describe.each([60, 80, 120, 200])('the gauge in %i columns', (width) => {
  const bars = COURSE.map((budget) => textOf(budgetGauge({ budget, phase: 1, width, theme })[0]));

  it('runs in one direction, also when a bound becomes exact', () => {
    const amounts = bars.map(filled);
    expect(amounts).toEqual([...amounts].sort((left, right) => left - right));
    expect(amounts.at(-1)).toBeGreaterThan(10);
  });

  it('keeps its scale', () => {
    const ends = bars.map((bar) => bar.search(/ {2}\S+ (spent|most|of)/));
    expect(new Set(ends).size).toBe(1);
    const borders = bars.map((bar) => [...bar].flatMap((glyph, at) => (glyph === '┆' ? [at] : [])).join());
    expect(new Set(borders).size).toBe(1);
  });
});

describe('the words beside it', () => {
  it.each<[BudgetState | undefined, string]>([
    [undefined, 'not spent yet'],
    [budgetOf(131, false), 'at most 131 of 4,000 used'],
    [budgetOf(560, true), '560 of 4,000 used (14 %)'],
    [budgetOf(1, true), '1 of 4,000 used (1 %)'],
    [budgetOf(3999, true), '3,999 of 4,000 used (99 %)'],
    [budgetOf(4000, true), '4,000 of 4,000 used (100 %)'],
    [{ total: null, used: 900, remaining: null, exact: false }, '900 used, no ceiling'],
  ])('of %j', (budget, words) => {
    const [bar, names] = budgetGauge({ budget, phase: 2, width: 80, theme }).map(textOf);
    expect(bar?.split(/[█░┆] {2}/).at(-1)).toBe(words);
    expect(names).toMatch(/^phase {2}1 full +\[2 trimmed\] +3 summary +4 handle$/);
  });

  it.each<[BudgetState | undefined, string]>([
    [undefined, ''],
    [budgetOf(131, false), ' under 40 %'],
    [budgetOf(2100, false), ' under 53 %'],
    [budgetOf(2400, true), ' 60 % used'],
  ])('on one line, of %j', (budget, words) => {
    const line = textOf(shortBudgetGauge({ budget, phase: 2, width: 40, theme }));
    expect(line).toMatch(/^phase 2 trimmed [█░┆]{13}/);
    expect(line.slice(29)).toBe(words);
  });
});
