import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActorPart } from '../../src/contract/actor.js';
import { KernelError } from '../../src/contract/errors.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelPart } from '../../src/contract/model.js';
import type { Trace } from '../../src/contract/trace.js';
import { createKernel } from '../../src/library.js';
import { actor, chain, llm, played, single } from '../support/actor-runs.js';
import { everyCut } from '../support/every-split.js';
import { call, calls, end, says, type Turn, text, usage } from '../support/scripted-model.js';
import { describeStreamRun, type StreamRunSubject } from '../support/stream-run-conformance.js';
import { ANN } from '../support/test-kernel.js';

const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
const PIECE = 'All is well, and nothing is left to say about it today.\n'.repeat(1200);
const PIECES = Math.ceil((110 * 1024 * 1024) / PIECE.length);

let kernel: Kernel;
const traces: Trace[] = [];
beforeAll(async () => {
  kernel = await createKernel({ observer: (trace) => traces.push(trace) });
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
  startShort: async () => start(says('One. ', 'Two. ', 'Three.')).executor.executeStream('hi'),
  startFailing: async () => start([text('Certainly!\n'), usage(1, 1)]).executor.executeStream('hi'),
  async startLong() {
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
    const run = executor.executeStream('hi');
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
  const waiting: Turn = async function* (): AsyncGenerator<ModelPart> {
    yield* [usage(4, 1), text('Certainly!\n')];
    await new Promise(() => undefined);
  };

  test.each([
    ['its own error', () => new Error('custom')],
    ['a timeout of its own', () => new DOMException('late', 'TimeoutError')],
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

  test('76: AbortSignal.timeout is the caller, too', async () => {
    const result = await start(waiting).executor.execute('hi', { signal: AbortSignal.timeout(30) });
    expect(result.status).toBe('cancelled');
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
    expect(result).toMatchObject({ status: 'cancelled', text: 'Certainly!\n', modelCalls: 1, partial: true });
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
    expect(result).toMatchObject({ status: 'cancelled', modelCalls: 0 });
  });

  test('a tool that does not end is aborted, and waited for no longer than its grace', async () => {
    const stuck = await createKernel({
      drivers: [{ driver_id: 'stuck', execute: () => new Promise(() => undefined) }],
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
    const { executor } = actor({ kernel: stuck, graph, limits: { timeout_ms: 50 } });
    expect(await executor.execute('hi')).toMatchObject({ status: 'timeout', toolCalls: 1, text: '' });
    await stuck.close();
  });
});

describe('nothing leaks', () => {
  test('C6.94: a secret is hidden wherever the model cuts its text', async () => {
    const said = `key ${SECRET} end\n`;
    const cuts: (readonly string[])[] = [];
    everyCut(said, (pieces) => cuts.push(pieces.filter((piece) => piece !== '')));
    for (const pieces of cuts) {
      const { deltas, result, parts } = await played(start(says(...pieces)).executor.executeStream('hi'));
      expect(deltas.join('')).toBe('key [REDACTED:github_token] end\n');
      expect(result.text).toBe(deltas.join(''));
      expect(JSON.stringify(parts)).not.toContain(SECRET.slice(4, 10));
    }
  });

  test('C6.94: nor is a piece of it shown when the provider fails in its middle, with the secret in its error', async () => {
    traces.length = 0;
    for (let cut = 1; cut < SECRET.length; cut += 1) {
      const turn: Turn = function* () {
        yield text(`key ${SECRET.slice(0, cut)}`);
        const words = `401 for ${SECRET}`;
        throw cut % 2 === 0
          ? new Error(words)
          : new KernelError('MODEL_FAILED', words, { hint: words, details: { key: SECRET } });
      };
      const { deltas, parts, result, error } = await played(start(turn).executor.executeStream('hi'));
      expect('key ').toContain(deltas.join(''));
      expect(result.error).toBe(error);
      const { cause: _, ...shown } = { ...(error as KernelError), message: (error as KernelError).message };
      expect(JSON.stringify([parts, shown, { ...result, error: undefined }, traces])).not.toContain(
        SECRET.slice(4, 10),
      );
    }
  });

  test('C6.94: a model before the last one hands on what passed the firewall, and so do tools', async () => {
    traces.length = 0;
    const written = calls(call('c1', 'demo__customers', { rows: 1 }), call('c2', 'demo__customers', { note: SECRET }));
    const { executor, client } = actor({
      kernel,
      models: { a: [[text(`I found ${SECRET}.`), written], says(`it is ${SECRET}`)], b: [says('ok')] },
      graph: chain({ plan: llm('a', { tools: ['demo.customers'] }), answer: llm('b') }),
    });
    const { parts, result } = await played(executor.executeStream(`my key is ${SECRET}`));
    expect(result.status).toBe('completed');
    expect(client('b').requests[0]?.messages).toEqual([{ role: 'user', content: 'it is [REDACTED:github_token]' }]);
    const [, second] = client('a').requests;
    expect(second?.messages.at(-2)?.content).toContain('[REDACTED:email]');
    expect(second?.messages.at(-1)?.content).toContain('There is no argument');
    expect(JSON.stringify([client('a').requests, client('b').requests, parts, result, traces])).not.toContain(
      SECRET.slice(4, 10),
    );
  });

  test('one trace of each call of a model, one of each grant and invocation', async () => {
    traces.length = 0;
    const { executor } = start([calls(call('c1', 'demo__customers', { rows: 1 }))], says('Done.'));
    await executor.execute('hi', { sessionId: (await kernel.sessions.create(ANN, 100_000)).session_id });
    expect(traces.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual([
      'model completed',
      'grant completed',
      'invoke completed',
      'model completed',
    ]);
    expect(new Set(traces.filter(({ event }) => event !== 'grant').map(({ session_id }) => session_id)).size).toBe(1);
  });

  test('C6.95: a result over its budget is cut in its frame, and kept', async () => {
    const { executor, client } = start([calls(call('c1', 'demo__customers', { rows: 3000 }))], says('Many.'));
    expect((await executor.execute('hi')).status).toBe('completed');
    const frame: unknown = JSON.parse(client().requests[1]?.messages.at(-1)?.content ?? '');
    expect(frame).toMatchObject({ status: 'completed', handle: { state: 'complete', total_rows: 3000 } });
  });
});
