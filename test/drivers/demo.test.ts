import { describe, expect, test } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import { createDemoDriver } from '../../src/drivers/demo/index.js';
import { collect, failureOf, linesOf, makeCall, rowsOf, textOf } from '../support/driver-call.js';

const demo = createDemoDriver();

function call(operation: string, args: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal) {
  const binding = { driver_id: 'demo', operation };
  return demo.executeStream(makeCall({ binding, args, ...(signal === undefined ? {} : { signal }) }));
}

function passesLuhn(card: string): boolean {
  const digits = [...card.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return digits.length === 16 && sum % 10 === 0;
}

describe('demo.customers', () => {
  test('makes as many rows as asked for, 1000 by default', async () => {
    expect(rowsOf(await collect(call('customers')))).toHaveLength(1000);
    expect(rowsOf(await collect(call('customers', { rows: 0 })))).toHaveLength(0);
    expect(rowsOf(await collect(call('customers', { rows: 1 })))).toHaveLength(1);
  });

  test('rows and lines say the same', async () => {
    const chunks = await collect(call('customers', { rows: 2000 }));
    const lines = linesOf(chunks).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(rowsOf(chunks));
  });

  test('a row depends on its number only', async () => {
    const few = rowsOf(await collect(call('customers', { rows: 20 })));
    const many = rowsOf(await collect(call('customers', { rows: 3000 })));
    const slow = rowsOf(await collect(call('customers', { rows: 20, delay_ms: 1 })));
    expect(many.slice(0, 20)).toEqual(few);
    expect(slow).toEqual(few);
  });

  test('is full of personal data in its right form', async () => {
    const text = linesOf(await collect(call('customers', { rows: 3000 })));
    const cards = [...text.matchAll(/"card":"([^"]*)"/g)].map((found) => found[1] ?? '');
    expect(cards.every(passesLuhn)).toBe(true);
    const ibans = [...text.matchAll(/"iban":"DE(\d\d)(\d{18})"/g)];
    expect(ibans).toHaveLength(3000);
    expect(ibans.every(([, check, account]) => BigInt(`${account}1314${check}`) % 97n === 1n)).toBe(true);
    expect(text.match(/"ssn":"[1-5]\d\d-[1-9]\d-[1-9]\d{3}"/g)).toHaveLength(3000);
    expect(text.match(/"email":"[a-z.]+\d+@example\.com"/g)).toHaveLength(3000);
    expect(text.match(/"phone":"\+1-\d{3}-555-01\d\d"/g)).toHaveLength(3000);
    expect(text.match(/"ssn":"666-/g)).toBeNull();
  });

  test('the first piece is small; with a delay each piece is one row', async () => {
    const sizes = (chunks: readonly Chunk[]) => chunks.map((chunk) => rowsOf([chunk]).length);
    expect(sizes(await collect(call('customers', { rows: 1000 })))[0]).toBeLessThan(20);
    expect(sizes(await collect(call('customers', { rows: 3, delay_ms: 1 })))).toEqual([1, 1, 1]);
  });

  test('a delay ends at once on abort', async () => {
    const controller = new AbortController();
    const error = await failureOf(async () => {
      for await (const _ of call('customers', { delay_ms: 60_000 }, controller.signal)) {
        controller.abort();
      }
    });
    expect(error).toMatchObject({ code: 'CANCELLED' });
  });

  test('lets timers run although it never waits', async () => {
    let isOver = false;
    setTimeout(() => {
      isOver = true;
    }, 1);
    for await (const _ of call('customers', { rows: 100_000_000 })) {
      if (isOver) {
        break;
      }
    }
    expect(isOver).toBe(true);
  });

  test.each([[{ rows: -1 }], [{ rows: 1.5 }], [{ rows: '7' }], [{ rows: 100_000_001 }], [{ delay_ms: -1 }]])(
    '%j is refused',
    async (args) => {
      expect(await failureOf(() => collect(call('customers', args)))).toMatchObject({ code: 'USAGE' });
    },
  );
});

describe('demo.log', () => {
  test('has exactly the lines asked for, 200 by default, and is the same on every run', async () => {
    const text = textOf(await collect(call('log')), 'text');
    expect(text.split('\n')).toHaveLength(201);
    expect(text.endsWith('\n')).toBe(true);
    expect(textOf(await collect(call('log', { lines: 200, delay_ms: 1 })), 'text')).toBe(text);
    expect(textOf(await collect(call('log', { lines: 5000 })), 'text').startsWith(text)).toBe(true);
  });

  test.each([
    [/Authorization: Bearer [\w-]+\.[\w-]+\.[\w-]+ /],
    [/postgres:\/\/app:\w{14}@/],
    [/AKIA[A-Z2-7]{16} /],
    [/api_key=sk_live_\w{24} /],
    [/password="\w{12}"/],
    [/user\d+@example\.com/],
    [/-----BEGIN PRIVATE KEY-----\n(?:[\w+/]{64}\n){6}-----END PRIVATE KEY-----\n/],
  ])('holds %s', async (secret) => {
    expect(textOf(await collect(call('log')), 'text')).toMatch(secret);
  });
});

test('an unknown operation is a mistake in the registration', async () => {
  expect(await failureOf(async () => collect(call('orders')))).toMatchObject({ code: 'CONFIG_INVALID' });
});
