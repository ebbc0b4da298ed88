import { describe, expect, test } from 'vitest';
import { createKernel, createModelClient, createSupervisor } from '../../src/library.js';
import { fakeRunner } from '../support/fake-runner.js';

describe('the end of a block closes', () => {
  test('a kernel, with its drivers', async () => {
    let closed = 0;
    {
      await using kernel = await createKernel({
        drivers: [
          {
            driver_id: 'test',
            async *executeStream() {
              yield* [];
            },
            async close() {
              closed += 1;
            },
          },
        ],
      });
      expect(kernel.capabilities.list().length).toBeGreaterThan(0);
    }
    expect(closed).toBe(1);
  });

  test('a supervisor, with its runners', async () => {
    const supervisor = createSupervisor();
    const runner = await supervisor.spawn(fakeRunner('sleep'));
    {
      await using closing = supervisor;
      expect(closing.runners()).toEqual([runner]);
    }
    expect(await runner.result).toMatchObject({ status: 'cancelled' });
    await expect(supervisor.spawn(fakeRunner('chunks=1'))).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('a client of a model, also one that is closed', async () => {
    await using client = createModelClient({ provider: 'ollama', base_url: 'http://127.0.0.1:9' });
    await client.close();
  });
});
