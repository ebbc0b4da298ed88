import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Kernel } from '../../src/contract/kernel.js';
import { createKernel } from '../../src/library.js';
import { ANN } from '../support/test-kernel.js';

const directory = mkdtempSync(join(tmpdir(), 'akernel-recent-'));
const kernels: Kernel[] = [];
const newKernel = async (): Promise<Kernel> => {
  const kernel = await createKernel({ directory });
  kernels.push(kernel);
  return kernel;
};
let one: Kernel;
let other: Kernel;

beforeAll(async () => {
  one = await newKernel();
  other = await newKernel();
});
afterAll(async () => {
  await Promise.all(kernels.map((kernel) => kernel.close()));
  rmSync(directory, { recursive: true, force: true });
});

/** Ids and places, which tell that nothing is lost, twice or in another order. */
const told = async (kernel: Kernel, id: string, mostChars: number) => {
  const conversation = await kernel.sessions.open(id, ANN);
  const { entries, dropped } = await conversation.recent(mostChars);
  await conversation.close();
  return { entries: entries.map(({ seq, turn, message }) => ({ seq, turn, message })), dropped };
};

const VISIT = fc.record({
  by: fc.constantFrom('one', 'other'),
  says: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 4 }),
  readsFirst: fc.boolean(),
  mostChars: fc.constantFrom(0, 300, 1000, 100_000),
});

test('what is told of a session is the same, whether this process had it before, another one did, or none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(VISIT, { minLength: 1, maxLength: 6 }), async (visits) => {
      const { session_id: id } = await one.sessions.create(ANN, 1000);
      for (const { by, says, readsFirst, mostChars } of visits) {
        const conversation = await (by === 'one' ? one : other).sessions.open(id, ANN);
        if (readsFirst) {
          await conversation.recent(mostChars);
        }
        for (const length of says) {
          await conversation.keep([{ role: 'user', content: 'u'.repeat(length) }]);
          await conversation.keep([{ role: 'assistant', content: 'a'.repeat(length) }]);
        }
        await conversation.close();
      }
      const fresh = await createKernel({ directory });
      try {
        for (const mostChars of [0, 300, 1000, 100_000]) {
          const anew = await told(fresh, id, mostChars);
          expect(await told(one, id, mostChars)).toEqual(anew);
          expect(await told(other, id, mostChars)).toEqual(anew);
        }
      } finally {
        await fresh.close();
      }
    }),
    { numRuns: 15 },
  );
});
