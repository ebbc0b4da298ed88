import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelPart } from '../../src/contract/model.js';
import { createKernel } from '../../src/library.js';
import { systemClock } from '../../src/runtime/system.js';
import { actor, chain, llm, played, single } from '../support/actor-runs.js';
import { call, calls, end, says, type Turn, text, usage } from '../support/scripted-model.js';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await createKernel();
});
afterAll(() => kernel.close());

const THREE = chain({ plan: llm('a'), draft: llm('b'), answer: llm('c') });
const THREE_MODELS = { a: [says('one')], b: [says('two')], c: [says('three')] };

/** Says something, then nothing more until it is aborted; or ever. */
function stuck(ignoresSignal = false): Turn {
  return async function* (_, signal): AsyncGenerator<ModelPart> {
    yield usage(4, 1);
    yield text('Certainly!\n');
    await new Promise<void>((_resolve, reject) => {
      setTimeout(() => undefined, 30_000).unref();
      if (!ignoresSignal) {
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      }
    });
  };
}

describe('time', () => {
  test('82: the time is up between two pieces: the model is aborted, the text is kept', async () => {
    const { executor, client } = actor({ kernel, models: { main: [stuck()] }, limits: { timeout_ms: 60 } });
    const { error, result, deltas, parts } = await played(executor.executeStream('hi'));
    expect(deltas).toEqual(['Certainly!\n']);
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { kind: 'timeout', reason: 'budget_exhausted' } });
    expect(parts.at(-1)).toMatchObject({ type: 'error', error: { code: 'TIMEOUT' } });
    expect(result).toMatchObject({ status: 'timeout', text: 'Certainly!\n', partial: true });
    expect(result.usage).toMatchObject({ input_tokens: 4, output_tokens: 1, usage_status: 'partial' });
    expect(client().signals[0]?.aborted).toBe(true);
    expect(client().closed()).toBe(1);
  });

  test('83: also in a node before the last one: no text', async () => {
    const models = { ...THREE_MODELS, b: [stuck()] };
    const { executor, client } = actor({ kernel, models, graph: THREE, limits: { timeout_ms: 60 } });
    const { error, result, deltas } = await played(executor.executeStream('hi'));
    expect(deltas).toEqual([]);
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { kind: 'timeout' } });
    expect(result).toMatchObject({ status: 'timeout', text: '', modelCalls: 2 });
    expect(client('b').signals[0]?.aborted).toBe(true);
  });

  test('a model that is silent for too long is aborted; one that talks on is not', async () => {
    const silent = actor({ kernel, models: { main: [stuck()] }, limits: { idle_timeout_ms: 80 } });
    expect(await silent.executor.execute('hi')).toMatchObject({
      status: 'timeout',
      error: { code: 'TIMEOUT', details: { kind: 'idle_timeout' } },
      text: 'Certainly!\n',
    });
    const talking: Turn = async function* () {
      for (let count = 0; count < 8; count += 1) {
        // Held text, thoughts and usage are no silence either.
        yield* [text('x'.repeat(count + 1)), { type: 'reasoning', text: 'hm' } as const, usage(1, count)];
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      yield end();
    };
    const patient = actor({ kernel, models: { main: [talking] }, limits: { idle_timeout_ms: 250 } });
    expect(await patient.executor.execute('hi')).toMatchObject({ status: 'completed' });
  });

  test('the time of a consumer who does not read counts, and he does not keep the run from ending', async () => {
    const endless: Turn = function* () {
      for (;;) {
        yield text('All is well, and nothing is left to say.\n'.repeat(100));
      }
    };
    const { executor, client } = actor({ kernel, models: { main: [endless] }, limits: { timeout_ms: 80 } });
    const run = executor.executeStream('hi');
    await run[Symbol.asyncIterator]().next();
    expect(await run.result).toMatchObject({ status: 'timeout', error: { details: { kind: 'timeout' } } });
    expect(client().closed()).toBe(1);
  });

  test('a model that ignores its signal does not keep the run from ending', async () => {
    const { executor, client } = actor({ kernel, models: { main: [stuck(true)] }, limits: { timeout_ms: 50 } });
    const result = await executor.execute('hi');
    expect(result).toMatchObject({ status: 'timeout', text: 'Certainly!\n' });
    expect(client().signals[0]?.aborted).toBe(true);
    expect(client().closed()).toBe(0);
  });

  /** Its hours are short, so that nobody waits for a grace to pass. */
  const clock = {
    ...systemClock,
    sleep: (ms: number, signal: AbortSignal) => systemClock.sleep(Math.min(ms, 60), signal),
  };
  const never = (): Promise<never> => new Promise(() => undefined);
  test.each<[string, (real: Kernel) => Kernel]>([
    ['the call of a tool', (real) => ({ ...real, invoke: never })],
    ['a grant', (real) => ({ ...real, grant: never })],
    ['the description of a tool', (real) => ({ ...real, capabilities: { ...real.capabilities, get: never } })],
  ])('nor does %s that never ends', async (_, broken) => {
    const look = calls(call('c1', 'demo__customers', { rows: 1 }));
    const graph = single({ tools: ['demo.customers'] });
    const stopped = {
      kernel: broken(kernel),
      models: { main: [[look]] },
      graph,
      limits: { idle_timeout_ms: 50 },
      clock,
    };
    expect(await actor(stopped).executor.execute('hi')).toMatchObject({
      status: 'timeout',
      error: { details: { kind: 'idle_timeout' } },
    });
  });
});
