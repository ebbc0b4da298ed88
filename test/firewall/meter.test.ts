import { expect, it } from 'vitest';
import { createMeter } from '../../src/firewall/budget/meter.js';
import { loadTokenCounter } from '../../src/firewall/budget/token-counter.js';

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

it('tells the same room whatever ids and times cost, so that they do not decide what is shown', async () => {
  const roomWith = async (id: string) => {
    const meter = createMeter({
      maxTokens: 2000,
      encoding: 'o200k_base',
      alwaysExact: true,
      compose: (draft, budget) => ({ ...draft, budget }),
      loadCounter: loadTokenCounter,
    });
    for (let seq = 0; seq < 5; seq += 1) {
      meter.charge(await meter.price({ seq, handle_id: id, phase: 1, is_final: false, text: 'a row' }, 'full'));
    }
    return { steady: meter.steadyRemaining(), density: meter.density(), exact: meter.remaining() };
  };
  const cheap = await roomWith('h_0000000000');
  const usual = await roomWith('h_abcdefghjk');
  expect(usual.exact).not.toBe(cheap.exact);
  expect([usual.steady, usual.density]).toEqual([cheap.steady, cheap.density]);
});
