import { expect, it } from 'vitest';
import { createReadiness } from '../../../src/server/http/readiness.js';

it('a store that says nothing is not ready, and is asked once at a time however many want to know', async () => {
  let checks = 0;
  const isReady = createReadiness(
    () => {
      checks += 1;
      return new Promise(() => undefined);
    },
    { answerMs: 5, keptMs: 0 },
  );
  expect(await Promise.all([isReady(), isReady()])).toEqual([false, false]);
  expect(await isReady()).toBe(false);
  expect(checks).toBe(1);
});

it('what was found is told again for a moment, and then found anew', async () => {
  let checks = 0;
  const check = async () => {
    checks += 1;
    if (checks === 1) {
      throw new Error('no room');
    }
  };
  const isReady = createReadiness(check, { answerMs: 1e6, keptMs: 1e6 });
  expect([await isReady(), await isReady(), checks]).toEqual([false, false, 1]);
  const anew = createReadiness(check, { answerMs: 1e6, keptMs: 0 });
  expect([await anew(), await anew(), checks]).toEqual([true, true, 3]);
});
