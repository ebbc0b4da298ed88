import { expect, it } from 'vitest';
import { createMeter } from '../../src/firewall/budget/meter.js';

const ROW = 'x'.repeat(1000);

it('counts exactly once a megabyte waits for the tokenizer, however large the budget is', async () => {
  let loads = 0;
  const counted: string[] = [];
  const meter = createMeter({
    maxTokens: 1_000_000_000,
    encoding: 'o200k_base',
    alwaysExact: false,
    compose: (draft, budget) => ({ ...draft, budget }),
    loadCounter: async (encoding) => {
      loads += 1;
      return {
        encoding,
        count: (text) => {
          counted.push(text);
          return Math.ceil(text.length / 4);
        },
      };
    },
  });
  const states = [];
  for (let seq = 0; seq < 2000; seq += 1) {
    const priced = await meter.price({ seq, phase: 1, is_final: false, text: ROW }, seq === 0 ? 'full' : 'changes');
    meter.charge(priced);
    states.push(loads);
  }
  expect(states[900]).toBe(0);
  expect(states[1100]).toBe(1);
  expect(loads).toBe(1);
  // What had waited was counted then, line by line, and the bound gave way to the exact number.
  expect(counted.filter((text) => text.includes('"seq":0,'))).toHaveLength(1);
  expect(meter.used()).toBeLessThan((2000 * 1100) / 4 + 10_000);
});
