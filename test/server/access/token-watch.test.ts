import { expect, it } from 'vitest';
import type { TokenReport } from '../../../src/contract/kernel.js';
import { createTokenWatch, type TokenEnd } from '../../../src/server/access/token-watch.js';

const TIMES = { everyMs: 1, answerMs: 20, graceMs: 10 };
const VALID = { valid: true, caveats: [] } as unknown as TokenReport;

/** A kernel that answers as the test says, and what a watcher was told. */
function watching(inspect: () => Promise<TokenReport>) {
  const watch = createTokenWatch({ inspect }, () => 0, TIMES);
  return new Promise<TokenEnd>((resolve) => {
    watch('a token', resolve);
  });
}

it('a store that fails was taken for a revoked token, and its streams for ended by somebody', async () => {
  expect(await watching(() => Promise.reject(new Error('away')))).toBe('unchecked');
});

it('a store that says nothing is not waited for for ever', async () => {
  expect(await watching(() => new Promise(() => undefined))).toBe('unchecked');
});

it('a store that is there again in time ends nothing', async () => {
  let asked = 0;
  const told = watching(() => {
    asked += 1;
    if (asked === 1) {
      return Promise.reject(new Error('away'));
    }
    return Promise.resolve(asked < 5 ? VALID : { ...VALID, valid: false });
  });
  expect(await told).toBe('revoked');
  expect(asked).toBe(5);
});
