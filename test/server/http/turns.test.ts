import { expect, it } from 'vitest';
import { createTurns } from '../../../src/server/http/turns.js';

it('requests that come together: the last could not be read for so long that it was answered 408', async () => {
  const turn = createTurns();
  const order: string[] = [];
  const asked = [1, 2, 3].map((request) => turn().then(() => order.push(`request ${request}`)));
  for (let round = 1; round <= 3; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`round ${round} of the event loop`);
  }
  await Promise.all(asked);
  expect(order.indexOf('request 2')).toBeGreaterThan(order.indexOf('round 1 of the event loop'));
  expect(order.indexOf('request 3')).toBeGreaterThan(order.indexOf('round 2 of the event loop'));
});
