import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActorFunction, ActorGraph } from '../../src/contract/actor.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelPart } from '../../src/contract/model.js';
import { createKernel } from '../../src/library.js';
import { actor, chain, llm, played, single } from '../support/actor-runs.js';
import { createFakeClock, type FakeClock } from '../support/fake-clock.js';
import { call, calls, end, says, type Turn, text, usage } from '../support/scripted-model.js';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await createKernel();
});
afterAll(() => kernel.close());

const THREE = chain({ plan: llm('a'), draft: llm('b'), answer: llm('c') });
const THREE_MODELS = { a: [says('one')], b: [says('two')], c: [says('three')] };

/** Says something; then time passes, and nothing more comes until it is aborted, or ever. */
function stuck(clock: FakeClock, ignoresSignal = false): Turn {
  return async function* (_, signal): AsyncGenerator<ModelPart> {
    yield usage(4, 1);
    yield text('Certainly!\n');
    setImmediate(clock.pass, 1000);
    await new Promise<void>((_resolve, reject) => {
      setTimeout(() => undefined, 30_000).unref();
      if (!ignoresSignal) {
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      }
    });
  };
}

const asked = { type: 'llm', model: 'main' } as const;
const TWO = { nodes: { a: asked, b: asked }, entry: 'a', exit_nodes: ['b'] } as const;
type Waits = () => Promise<never>;

/** Each has one function that its program never answers. */
const WAITING: readonly (readonly [string, (waits: Waits) => ActorGraph])[] = [
  ['a prompt', (prompt) => single({ prompt })],
  ['arguments', (args) => chain({ a: { type: 'tool', capability_id: 'demo.customers', args } })],
  ['a condition', (when) => ({ ...TWO, edges: [{ from: 'a', to: 'b', when }] })],
  ['a route', (route) => chain({ a: { type: 'router', route }, b: asked })],
  ['the message of a graph', (prompt) => chain({ a: { type: 'graph', graph: single(), prompt } })],
];

describe.each(WAITING)('%s that is waited for', (_, graphOf) => {
  test.each([
    ['timeout_ms', 'timeout', 'timeout'],
    ['idle_timeout_ms', 'timeout', 'idle_timeout'],
  ])('is within %s', async (limit, status, kind) => {
    const clock = createFakeClock();
    const never: Waits = () => {
      setImmediate(clock.pass, 1000);
      return new Promise(() => undefined);
    };
    const given = { kernel, clock, graph: graphOf(never), models: { main: [says('one')] } };
    const { executor } = actor({ ...given, limits: { [limit]: 1000 } });
    expect(await executor.execute('hi')).toMatchObject({ status, error: { details: { kind } } });
  });

  test('ends at once when the run is cancelled, and is told', async () => {
    const clock = createFakeClock();
    let told: AbortSignal | undefined;
    const cancelling: ActorFunction<never> = (_state, signal) => {
      told = signal;
      setImmediate(() => void run.cancel());
      return new Promise(() => undefined);
    };
    const graph = graphOf(cancelling as Waits);
    const run = actor({ kernel, clock, graph, models: { main: [says('one')] } }).executor.executeStream('hi');
    expect((await run.result).status).toBe('cancelled');
    expect(told?.aborted).toBe(true);
  });
});

test('the functions of a graph may be asynchronous', async () => {
  const later = async <T>(value: T): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    return value;
  };
  const { executor, client } = actor({
    kernel,
    models: { main: [says('well')] },
    graph: {
      nodes: {
        find: { type: 'tool', capability_id: 'demo.customers', args: () => later({ rows: 1 }) },
        choose: { type: 'router', route: () => later('answer') },
        answer: { ...asked, prompt: ({ message }) => later(`again: ${message}`) },
      },
      edges: [
        { from: 'find', to: 'find', when: () => later(false) },
        { from: 'find', to: 'choose', when: () => later(true) },
        { from: 'choose', to: 'answer' },
      ],
      entry: 'find',
      exit_nodes: ['answer'],
    },
  });
  expect(await executor.execute('hi')).toMatchObject({ status: 'completed', text: 'well', tool_calls: 1, depth: 3 });
  expect(client().requests[0]?.messages).toEqual([{ role: 'user', content: 'again: hi' }]);
});

describe('time', () => {
  test('82: the time is up between two pieces: the model is aborted, the text is kept', async () => {
    const clock = createFakeClock();
    const limits = { timeout_ms: 1000 };
    const { executor, client } = actor({ kernel, clock, models: { main: [stuck(clock)] }, limits });
    const { error, result, deltas, parts } = await played(executor.executeStream('hi'));
    expect(deltas).toEqual(['Certainly!\n']);
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { kind: 'timeout', reason: 'budget_exhausted' } });
    expect(parts.at(-1)).toMatchObject({ type: 'error', error: { code: 'TIMEOUT' } });
    expect(result).toMatchObject({ status: 'timeout', text: 'Certainly!\n', partial: true, duration_ms: 1000 });
    expect(result.usage).toMatchObject({ input_tokens: 4, output_tokens: 1, usage_status: 'partial' });
    expect(client().signals[0]?.aborted).toBe(true);
    expect(client().closed()).toBe(1);
  });

  test.each([
    ['fails', false],
    ['takes too long', true],
  ])('a turn that %s: what was held back of its text is counted', async (_, isLate) => {
    const clock = createFakeClock();
    const said = ['Certainly!\n', 'Write to ', 'ann.smith@exam'];
    async function* turn(_request: unknown, signal: AbortSignal): AsyncGenerator<ModelPart> {
      yield* said.map(text);
      if (!isLate) {
        throw new Error('broken');
      }
      setImmediate(clock.pass, 1000);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    }
    const { executor } = actor({ kernel, clock, models: { main: [turn] }, limits: { timeout_ms: 1000 } });
    const { result, deltas } = await played(executor.executeStream('hi'));
    expect(result).toMatchObject({ status: isLate ? 'timeout' : 'failed', text: deltas.join(''), text_cut: false });
    expect(result.omitted_chars).toBeGreaterThan(0);
    expect(result.text.length + result.omitted_chars).toBe(said.join('').length);
    expect(result.warnings).toEqual([
      `node answer: the last ${result.omitted_chars} characters were held back, as the turn did not end`,
    ]);
  });

  test('83: also in a node before the last one: no text', async () => {
    const clock = createFakeClock();
    const models = { ...THREE_MODELS, b: [stuck(clock)] };
    const { executor, client } = actor({ kernel, clock, models, graph: THREE, limits: { timeout_ms: 900 } });
    const { error, result, deltas } = await played(executor.executeStream('hi'));
    expect(deltas).toEqual([]);
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { kind: 'timeout' } });
    expect(result).toMatchObject({ status: 'timeout', text: '', model_calls: 2 });
    expect(client('b').signals[0]?.aborted).toBe(true);
  });

  test('a model that is silent for too long is aborted', async () => {
    const clock = createFakeClock();
    const silent = actor({ kernel, clock, models: { main: [stuck(clock)] }, limits: { idle_timeout_ms: 999 } });
    expect(await silent.executor.execute('hi')).toMatchObject({
      status: 'timeout',
      error: { code: 'TIMEOUT', details: { kind: 'idle_timeout' } },
      text: 'Certainly!\n',
    });
  });

  test('one that talks on is not: held text, thoughts and usage are no silence either', async () => {
    const clock = createFakeClock();
    const parts: readonly ModelPart[] = [text('x'), { type: 'reasoning', text: 'hm' }, usage(1, 1), text('x')];
    const talking: Turn = async function* () {
      for (const part of [...parts, ...parts]) {
        clock.pass(900);
        await clock.breathe();
        yield part;
      }
      yield end();
    };
    const { executor } = actor({ kernel, clock, models: { main: [talking] }, limits: { idle_timeout_ms: 1000 } });
    expect(await executor.execute('hi')).toMatchObject({ status: 'completed', duration_ms: 7200 });
  });

  test('the time of a consumer who does not read counts, and he does not keep the run from ending', async () => {
    const clock = createFakeClock();
    const endless: Turn = function* () {
      for (;;) {
        yield text('All is well, and nothing is left to say.\n'.repeat(100));
      }
    };
    const { executor, client } = actor({ kernel, clock, models: { main: [endless] }, limits: { timeout_ms: 1000 } });
    const run = executor.executeStream('hi');
    await run[Symbol.asyncIterator]().next();
    await clock.breathe();
    clock.pass(1000);
    expect(await run.result).toMatchObject({ status: 'timeout', error: { details: { kind: 'timeout' } } });
    expect(client().closed()).toBe(1);
  });

  test('a model that ignores its signal does not keep the run from ending', async () => {
    const clock = createFakeClock();
    const limits = { timeout_ms: 1000 };
    const { executor, client } = actor({ kernel, clock, models: { main: [stuck(clock, true)] }, limits });
    const result = await executor.execute('hi');
    expect(result).toMatchObject({ status: 'timeout', text: 'Certainly!\n' });
    expect(client().signals[0]?.aborted).toBe(true);
    expect(client().closed()).toBe(0);
  });

  test.each<[string, (real: Kernel, never: () => Promise<never>) => Kernel]>([
    ['the call of a tool', (real, never) => ({ ...real, invoke: never })],
    ['a grant', (real, never) => ({ ...real, grant: never })],
    ['the description of a tool', (real, never) => ({ ...real, capabilities: { ...real.capabilities, get: never } })],
  ])('nor does %s that never ends', async (_, broken) => {
    const clock = createFakeClock();
    const never = (): Promise<never> => {
      setImmediate(() => {
        clock.pass(1000);
        // The grace of what was told to end.
        setImmediate(clock.pass, 2000);
      });
      return new Promise(() => undefined);
    };
    const { executor } = actor({
      kernel: broken(kernel, never),
      models: { main: [[calls(call('c1', 'demo__customers', { rows: 1 }))]] },
      graph: single({ tools: ['demo.customers'] }),
      limits: { idle_timeout_ms: 1000 },
      clock,
    });
    expect(await executor.execute('hi')).toMatchObject({
      status: 'timeout',
      error: { details: { kind: 'idle_timeout' } },
    });
  });
});
