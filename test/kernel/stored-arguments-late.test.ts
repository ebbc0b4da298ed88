import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Driver } from '../../src/contract/driver.js';
import { createKernel } from '../../src/library.js';
import { recordsFromValues } from '../../src/streams/records.js';
import { run, SOURCE, TAKER } from '../support/stored-results.js';
import { ANN, drain } from '../support/test-kernel.js';

const LATE = 3000;
const ROWS = Array.from({ length: 4000 }, (_, id) =>
  id === LATE ? { id, login: { password: 'swordfish' } } : { id, city: `city ${id}` },
);

/** Gives many rows, and hands on what it is given as it comes, perhaps slowly. */
function drivers(pauseMs: number): readonly Driver[] {
  return [
    {
      driver_id: 'give',
      async *executeStream() {
        for (let from = 0; from < ROWS.length; from += 100) {
          yield recordsFromValues(ROWS.slice(from, from + 100));
        }
      },
    },
    {
      driver_id: 'take',
      streamedArguments: () => ['body', 'whole'],
      async *executeStream({ args, stored = {}, signal }) {
        for await (const bytes of Object.values(stored)[0]?.bytes() ?? []) {
          yield { type: 'text', channel: 'stdout', text: Buffer.from(bytes).toString() };
          await sleep(pauseMs, undefined, { signal });
        }
        yield { type: 'text', channel: 'stdout', text: `${JSON.stringify(args)} at the end\n` };
      },
    },
  ];
}

async function setUp(pauseMs = 0) {
  const kernel = await createKernel({ capabilities: [SOURCE, TAKER], drivers: drivers(pauseMs) });
  const { result } = await run(kernel, 'test.rows', {});
  return { kernel, handleId: result.handle_id ?? '' };
}

describe('a late row with a value that is hidden only for where it stands', () => {
  test.each(['body', 'whole'])('withholds what comes after it, also from the handle: %s', async (name) => {
    const { kernel, handleId } = await setUp();
    const { result, stdout } = await run(kernel, 'test.take', { [name]: { $handle: handleId, path: 'rows[0:]' } });
    expect(result.status).toBe('completed');
    expect(stdout).toContain('city 0');
    expect(stdout).toContain('the rest is withheld');
    const kept = await kernel.expand({ handleId: result.handle_id ?? '', principal: ANN, limit: 10_000 });
    expect(result.final_frame?.handle).toMatchObject({ state: 'partial', reason: 'withheld' });
    for (const all of [stdout, JSON.stringify(kept)]) {
      expect(all).not.toMatch(/swordfish|city 3999|at the end/);
    }
  });

  test('withholds the whole result when it is an argument like any other', async () => {
    const { kernel, handleId } = await setUp();
    const { stdout } = await run(kernel, 'test.take', { any: { $handle: handleId } });
    expect(stdout).toContain('the result is withheld');
    expect(stdout).not.toMatch(/swordfish|city|at the end/);
  });

  test('does nothing to a reference that leaves it out', async () => {
    const { kernel, handleId } = await setUp();
    const { stdout } = await run(kernel, 'test.take', { body: { $handle: handleId, path: 'rows[*].id' } });
    expect(stdout).not.toContain('withheld');
  });
});

describe('while stored values are read', () => {
  const take = async (pauseMs: number, act: (made: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>) => {
    const made = await setUp(pauseMs);
    const { capability_token: capabilityToken } = await made.kernel.grant({
      principal: ANN,
      capabilityId: 'test.take',
    });
    const args = { body: { $handle: made.handleId, path: 'rows[0:4000]' } };
    const taken = drain(made.kernel.invokeStream({ capabilityId: 'test.take', args, principal: ANN, capabilityToken }));
    await sleep(100);
    await act(made);
    return (await taken).result;
  };

  test('their handle is asked for again: one that was removed gives no more', async () => {
    const result = await take(100, ({ kernel, handleId }) => kernel.handles.remove(handleId, ANN));
    expect(result.error).toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  });

  test('a revoked grant of theirs ends the call, even a silent one', async () => {
    const result = await take(60_000, ({ kernel, handleId }) => revokeGrantOf(kernel, handleId));
    expect(result.error).toMatchObject({ code: 'TOKEN_REVOKED' });
  });

  async function revokeGrantOf(kernel: Awaited<ReturnType<typeof createKernel>>, handleId: string): Promise<void> {
    const [trace] = await kernel.audit.list({ capability_id: 'test.rows', event: 'invoke' });
    expect(trace?.handle_id).toBe(handleId);
    await kernel.revoke({ grantId: trace?.grant_id ?? '' }, ANN);
  }
});
