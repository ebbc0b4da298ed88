import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelError } from '../../src/contract/errors.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { Trace } from '../../src/contract/trace.js';
import { createKernel } from '../../src/library.js';
import { actor, chain, llm, played, single } from '../support/actor-runs.js';
import { everyCut } from '../support/every-split.js';
import { call, calls, says, type Turn, text } from '../support/scripted-model.js';
import { ANN } from '../support/test-kernel.js';

const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');

let kernel: Kernel;
const traces: Trace[] = [];
beforeAll(async () => {
  kernel = await createKernel({ observer: (trace) => traces.push(trace) });
});
afterAll(() => kernel.close());

function start(...turns: readonly Turn[]) {
  return actor({ kernel, models: { main: turns }, graph: single({ tools: ['demo.customers'] }) });
}

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
    expect(second?.messages.at(-1)?.content).toContain('there is no argument');
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
    const frame: unknown = JSON.parse(String(client().requests[1]?.messages.at(-1)?.content));
    expect(frame).toMatchObject({ status: 'completed', handle: { state: 'complete', total_rows: 3000 } });
  });
});
