import { describe, expect, test } from 'vitest';
import { createTextRedactor } from '../../src/firewall/find/redactor.js';
import { createColumnMemory } from '../../src/firewall/people/column-memory.js';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';

/** Counts how often the redactor itself is asked. */
function counted(): { readonly redact: ReturnType<typeof createTextRedactor>; readonly calls: () => number } {
  const redact = createTextRedactor();
  let calls = 0;
  return {
    redact: (text) => {
      calls += 1;
      return redact(text);
    },
    calls: () => calls,
  };
}

describe('the memory of a column', () => {
  test('answers for a text that came before without a look at it, whether it has findings or none', () => {
    const { redact, calls } = counted();
    const column = createColumnMemory(redact)();
    for (let round = 0; round < 5000; round += 1) {
      expect(column('ann@example.com')?.text).toBe('[REDACTED:email]');
      expect(column('enterprise')).toBeUndefined();
    }
    expect(calls()).toBe(2);
  });

  test('gives up a column in which every text is another', () => {
    const { redact, calls } = counted();
    const column = createColumnMemory(redact)();
    for (let index = 0; index < 5000; index += 1) {
      expect(column(`ann${index}@example.com`)?.text).toBe('[REDACTED:email]');
    }
    column('ann1@example.com');
    expect(calls()).toBe(5001);
  });

  test('keeps no long text', () => {
    const { redact, calls } = counted();
    const column = createColumnMemory(redact)();
    const text = `${'word '.repeat(20)}ann@example.com`;
    expect(column(text)).toEqual(column(text));
    expect(calls()).toBe(2);
  });

  test('has a limit for all columns of a redactor together', () => {
    const { redact, calls } = counted();
    const columnOf = createColumnMemory(redact);
    const columns = Array.from({ length: 40 }, columnOf);
    for (const column of columns) {
      for (let index = 0; index < 500; index += 1) {
        column(`plain ${index}`);
      }
    }
    const last = columns.at(-1);
    last?.('plain 1');
    expect(calls()).toBe(40 * 500 + 1);
  });
});

describe('rows with many columns and types', () => {
  const kinds = ['ann@example.com', 'Bearer abcdefghijklmnop123456', '4111 1111 1111 1111', 'nothing'] as const;

  test('are counted the same by a redactor that has seen many others', () => {
    const used = createValueRedactor();
    for (let index = 0; index < 3000; index += 1) {
      const list = Array.from({ length: 8 }, (_, place) => kinds[(index >> (place + place)) % 4] ?? '');
      const row = { plan: kinds[index % 4] ?? '', list };
      const { value, counts } = used(row);
      const fresh = createValueRedactor()(row);
      expect(value).toEqual(fresh.value);
      expect([...counts]).toEqual([...fresh.counts]);
    }
  });
});
