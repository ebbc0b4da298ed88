import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActorPart } from '../../src/contract/actor.js';
import type { DriverCall } from '../../src/contract/driver.js';
import { KernelError } from '../../src/contract/errors.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelPart } from '../../src/contract/model.js';
import { createKernel } from '../../src/library.js';
import { actor, chain, llm, played, single } from '../support/actor-runs.js';
import { createFakeClock } from '../support/fake-clock.js';
import { end, says, type Turn, text, usage } from '../support/scripted-model.js';
import { describeStreamRun, type StreamRunSubject } from '../support/stream-run-conformance.js';

const PIECE = 'All is well, and nothing is left to say about it today.\n'.repeat(1200);
const PIECES = Math.ceil((110 * 1024 * 1024) / PIECE.length);

let kernel: Kernel;
beforeAll(async () => {
  kernel = await createKernel();
});
afterAll(() => kernel.close());

function start(...turns: readonly Turn[]) {
  return actor({ kernel, models: { main: turns }, graph: single({ tools: ['demo.customers'] }) });
}

const runs = (name: string, isBefore: boolean): StreamRunSubject<ActorPart> => ({
  name,
  seqOf: ({ seq }) => seq,
  isFirst: ({ type }) => type === 'start',
  isLast: ({ type }) => type === 'finish' || type === 'abort' || type === 'error',
  textOf: (part) => (part.type === 'text-delta' ? part.delta : ''),
  startShort: async () => start(says('One. ', 'Two. ', 'Three.')).executor.executeStream('hi'),
  startFailing: async () => start([text('Certainly!\n'), usage(1, 1)]).executor.executeStream('hi'),
  async startLong(signal) {
    let produced = 0;
    const long: Turn = function* () {
      for (let count = 0; count < PIECES; count += 1) {
        produced += PIECE.length;
        yield text(PIECE);
      }
      yield end();
    };
    const graph = isBefore ? chain({ plan: llm('main'), answer: llm('main') }) : single();
    const { executor, client, asked } = actor({ kernel, models: { main: [long] }, graph });
    const run = executor.executeStream('hi', signal === undefined ? {} : { signal });
    return { run, isWorking: () => asked() > client().closed(), producedBytes: () => (isBefore ? 0 : produced) };
  },
});

describeStreamRun(runs('executor', false));

describe('a node before the last one that never waits', () => {
  test('can be cancelled, and keeps little of its text', async () => {
    const { run, isWorking } = await runs('', true).startLong();
    const parts = run[Symbol.asyncIterator]();
    await parts.next();
    const before = process.memoryUsage.rss();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await run.cancel()).status).toBe('cancelled');
    expect(isWorking()).toBe(false);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  test('what the next node reads of it is bounded, and a warning says so', async () => {
    const piece = `${'word '.repeat(20_000)}\n`;
    const { executor, client } = actor({
      kernel,
      models: { a: [says(...Array.from({ length: 20 }, () => piece))], b: [says('ok')] },
      graph: chain({ plan: llm('a'), answer: llm('b') }),
    });
    const { warnings } = await executor.execute('hi');
    expect(client('b').requests[0]?.messages[0]?.content).toHaveLength(1024 * 1024);
    expect(warnings).toEqual([`node plan: only the first 1048576 of ${piece.length * 20} characters were passed on`]);
  });
});

describe('how a run ends', () => {
  const waiting: Turn = async function* (_, signal): AsyncGenerator<ModelPart> {
    yield* [usage(4, 1), text('Certainly!\n')];
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };

  test.each([
    ['its own error', () => new Error('custom')],
    ['a word', () => 'enough'],
  ])('76: the caller aborts with %s: cancelled', async (_, reason) => {
    const controller = new AbortController();
    const run = start(waiting).executor.executeStream('hi', { signal: controller.signal });
    const parts: ActorPart[] = [];
    for await (const part of run) {
      parts.push(part);
      if (part.type === 'text-delta') {
        controller.abort(reason());
      }
    }
    expect(parts.at(-1)?.type).toBe('abort');
    expect(await run.result).toMatchObject({ status: 'cancelled', text: 'Certainly!\n' });
  });

  test.each(['AbortError', 'TimeoutError'])('76: an error that calls itself %s is a failure', async (name) => {
    const turn: Turn = () => {
      throw new DOMException('said the provider', name);
    };
    const result = await start(turn).executor.execute('hi');
    expect(result).toMatchObject({ status: 'failed', error: { code: 'MODEL_FAILED' } });
  });

  test.each(['CANCELLED', 'TIMEOUT', 'LIMIT_REACHED'] as const)(
    '76: so is one of a client with the code %s',
    async (code) => {
      const turn: Turn = () => {
        throw new KernelError(code, 'The client gave up.');
      };
      const result = await start(turn).executor.execute('hi');
      expect(result).toMatchObject({ status: 'failed', error: { code } });
    },
  );

  test('76: whatever a client throws when the time is up, the time was up', async () => {
    const turn: Turn = async function* (_, signal) {
      yield text('Certainly!\n');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new KernelError('MODEL_FAILED', 'The provider hung up.');
    };
    const { executor } = actor({ kernel, models: { main: [turn] }, limits: { timeout_ms: 40 } });
    expect(await executor.execute('hi')).toMatchObject({ status: 'timeout', error: { code: 'TIMEOUT' } });
  });

  test('77: each run has its own result; the last to settle is the last result', async () => {
    const { executor } = start(says('first'), says('second'));
    expect(executor.lastResult).toBeUndefined();
    const [first, second] = [executor.executeStream('a'), executor.executeStream('b')];
    expect(executor.lastResult).toBeUndefined();
    const results = await Promise.all([first.result, second.result]);
    expect(results.map(({ text: said }) => said)).toEqual(['first', 'second']);
    expect(results[0]).not.toBe(results[1]);
    expect(executor.lastResult).toBe(results[1]);
  });

  test('78: who leaves early finds result and last result all the same', async () => {
    const { executor, client } = start(waiting);
    const run = executor.executeStream('hi');
    for await (const part of run) {
      if (part.type === 'text-delta') {
        break;
      }
    }
    const result = await run.result;
    expect(result).toMatchObject({ status: 'cancelled', text: 'Certainly!\n', model_calls: 1, partial: true });
    expect(result.usage).toMatchObject({ input_tokens: 4, usage_status: 'partial' });
    expect(executor.lastResult).toBe(result);
    expect(client().signals[0]?.aborted).toBe(true);
  });

  test('90: a signal that was aborted before: nothing is called', async () => {
    const { executor, asked } = start(says('no'));
    const { parts, error, result } = await played(
      executor.executeStream('hi', { signal: AbortSignal.abort('no need') }),
    );
    expect(asked()).toBe(0);
    expect(error).toBeUndefined();
    expect(parts.map(({ type }) => type)).toEqual(['start', 'abort']);
    expect(parts[1]).toMatchObject({ reason: 'no need' });
    expect(result).toMatchObject({ status: 'cancelled', model_calls: 0 });
  });

  test.each<[string, unknown, string]>([
    ['an own error', new Error('the tab was closed'), 'the tab was closed'],
    ['a secret in it', new Error('gone: zelda@vexmoor.org'), 'gone: [REDACTED:email]'],
    ['control characters', 'a\u001b[31mb\u0007\u202e\nc', 'a [31mb c'],
    ['a long one', 'far '.repeat(5000), `${'far '.repeat(50)}`],
    ['one that is no text', { why: 'zelda@vexmoor.org' }, 'aborted'],
    ['none', undefined, 'aborted'],
    ['an error without words', new Error(''), 'aborted'],
  ])('the reason of the caller is told: %s', async (_, given, reason) => {
    const { executor } = start(says('no'));
    const { parts, result } = await played(executor.executeStream('hi', { signal: AbortSignal.abort(given) }));
    expect(parts.at(-1)).toMatchObject({ type: 'abort', reason });
    expect(result).toMatchObject({ status: 'cancelled' });
    const controller = new AbortController();
    const run = start(waiting).executor.executeStream('hi', { signal: controller.signal });
    run.observe(({ type }) => type === 'text-delta' && controller.abort(given));
    expect((await played(run)).parts.at(-1)).toMatchObject({ type: 'abort', reason });
  });

  test('76: the time of the caller is told as a timeout, and its error thrown', async () => {
    const { executor } = start(waiting);
    const { parts, error, result } = await played(executor.executeStream('hi', { signal: AbortSignal.timeout(50) }));
    expect(parts.at(-1)).toMatchObject({ type: 'error', error: { code: 'TIMEOUT' } });
    expect(result).toMatchObject({ status: 'timeout', error: { code: 'TIMEOUT', details: { kind: 'signal' } } });
    expect(error).toBe(result.error);
  });

  test('a tool that does not end is aborted, and waited for no longer than its grace', async () => {
    const clock = createFakeClock();
    let signal: AbortSignal | undefined;
    const execute = (call: DriverCall): Promise<unknown> => {
      signal = call.signal;
      clock.pass(1000);
      return new Promise(() => undefined);
    };
    const stuck = await createKernel({
      drivers: [{ driver_id: 'stuck', execute }],
      capabilities: [
        {
          capability_id: 'test.stuck',
          name: 'stuck',
          description: 'Never ends.',
          safety_class: 'READ',
          sensitivity: 'NONE',
          tags: [],
          params: { type: 'object' },
          driver: { driver_id: 'stuck', operation: 'run' },
        },
      ],
    });
    const graph = chain({ look: { type: 'tool', capability_id: 'test.stuck' } });
    const { executor } = actor({ kernel: stuck, graph, clock, limits: { timeout_ms: 1000 } });
    expect(await executor.execute('hi')).toMatchObject({ status: 'timeout', tool_calls: 1, text: '' });
    expect(signal?.aborted).toBe(true);
    await stuck.close();
  });
});
