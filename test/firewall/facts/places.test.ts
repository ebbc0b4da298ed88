import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { addToSpread, createDateSpread, medianOf } from '../../../src/firewall/facts/date-spread.js';
import type { Judgement } from '../../../src/firewall/facts/judgement.js';
import { createSummariser } from '../../../src/firewall/facts/summariser.js';
import { createSummaryBatch } from '../../../src/firewall/frames/summary-batch.js';

const JUDGEMENT: Judgement = {
  redact: (text) => text.replace('9999', '[REDACTED:number]'),
  placeholder: (type) => `[REDACTED:${type}]`,
  member: () => undefined,
};

const START = Date.UTC(2026, 0, 31, 22);
const MINUTE = 60_000;

function factOf(rows: readonly Row[], field: string): string | undefined {
  const summariser = createSummariser(JUDGEMENT);
  summariser.addRows(rows);
  return summariser.facts().find((fact) => fact.startsWith(`${field}: `));
}

function timesAt(minutes: readonly number[]): readonly Row[] {
  return minutes.map((minute) => ({ at: new Date(START + minute * MINUTE).toISOString() }));
}

const EVEN = Array.from({ length: 40 }, (_unused, at) => at);

describe('times', () => {
  it('in order say so, with their median, their usual step and the longest gaps, over the end of a month too', () => {
    const minutes = EVEN.map((at) => at + (at >= 10 ? 180 : 0) + (at >= 30 ? 60 : 0));
    expect(factOf(timesAt(minutes), 'at')).toBe(
      'at: 2026-01-31T22:00:00Z to 2026-02-01T02:39:00Z, median about 2026-02-01T01:18Z, in order, steps of about 1 min, longest gaps 3 h 1 min before row 10, 1 h 1 min before row 30',
    );
  });

  it('that fall are the latest first', () => {
    expect(factOf(timesAt([...EVEN].reverse()), 'at')).toContain('latest first, steps of 1 min');
  });

  it('in equal steps say how long each is, and those of which most are equal say nothing of steps', () => {
    expect(factOf(timesAt(EVEN.map((at) => at * 1440)), 'at')).toMatch(/, in order, steps of 1 d$/);
    expect(factOf(timesAt(EVEN.map((at) => Math.floor(at / 4))), 'at')).toMatch(/, in order$/);
  });

  it('out of order are counted, and what follows one of them is no gap', () => {
    const minutes = EVEN.map((at) => (at === 20 ? -300 : at));
    const fact = factOf(timesAt(minutes), 'at');
    expect(fact).toContain('in order but for 1 row (20), steps of about 1 min');
    expect(fact).not.toContain('gap');
  });

  it('in no order have no gaps', () => {
    expect(factOf(timesAt(EVEN.map((at) => (at * 17) % 40)), 'at')).toMatch(/, in no order$/);
  });

  it('have a median that is near the true one, in any order', () => {
    const time = fc.integer({ min: 0, max: 4e12 });
    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 200 }), (times) => {
        const medians = [times, [...times].reverse()].map((each) => {
          const spread = createDateSpread();
          for (const one of each) {
            addToSpread(spread, one);
          }
          return medianOf(spread);
        });
        const sorted = [...times].sort((a, b) => a - b);
        const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
        const range = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
        expect(medians[0]).toBe(medians[1]);
        expect(Math.abs((medians[0] ?? 0) - middle)).toBeLessThanOrEqual(1 + range / 128);
      }),
    );
  });
});

describe('numbers', () => {
  const rows = (odd: readonly number[]): readonly Row[] =>
    Array.from({ length: 100 }, (_unused, at) => ({ no: at + 1, size: odd[at - 50] ?? (at % 20) + at / 100 }));

  it.each([
    [[500], 'most in row 50 (no=51)'],
    [[500, 900], 'most in row 51 (no=52), also far above 500 in row 50 (no=51)'],
    [[500, 9999, 20_000], 'most in row 52 (no=53)'],
    [[500, 900, 700, 800], 'most in row 51 (no=52)'],
  ])('far above the others: %j', (odd, words) => {
    const fact = factOf(rows(odd), 'size');
    expect(fact?.slice(fact.indexOf('most in'))).toBe(words);
  });

  it('of few kinds are counted', () => {
    const statuses = Array.from(
      { length: 60 },
      (_unused, at): Row => ({ status: at === 7 ? 503 : at % 3 ? 200 : 404 }),
    );
    expect(factOf(statuses, 'status')).toBe('status: 200 to 503, 200=39 404=20 503=1, least in row 1, most in row 7');
  });

  it('that are hidden are not counted', () => {
    const pins = Array.from({ length: 60 }, (_unused, at): Row => ({ pin: [1, 9999, 20_000][at % 3] ?? 0 }));
    expect(factOf(pins, 'pin')).not.toMatch(/=\d/);
  });
});

test('a word that came once among others tells where, if it is not hidden', () => {
  const states = Array.from(
    { length: 60 },
    (_unused, at): Row => ({
      state: at === 41 ? 'lost' : at === 42 ? 'no 9999' : 'sent',
    }),
  );
  expect(factOf(states, 'state')).toBe('state: sent=58 "no [REDACTED:number]"=1 lost=1, once lost in row 41');
});

test('rows of a later batch have the places that they have in the result', () => {
  const batch = createSummaryBatch({ judgement: JUDGEMENT, staysSmall: false });
  const rows = Array.from({ length: 10 }, (_unused, at): Row => ({ size: (at * 7) % 10 }));
  batch.startAt(100);
  batch.addRows(rows, 10);
  expect(batch.facts(9).join()).toContain('least in row 100, most in row 107');
  batch.next(0);
  batch.addRows(rows, 10);
  expect(batch.facts(9).join()).toContain('least in row 110, most in row 117');
});
