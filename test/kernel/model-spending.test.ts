import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelClient } from '../../src/contract/model.js';
import { createKernel } from '../../src/library.js';
import { partsOf } from '../support/parts-of.js';
import { end, says, scriptedModel, type Turn, text, usage } from '../support/scripted-model.js';
import { ANN, BOB, drain } from '../support/test-kernel.js';

const request = { model: 'm-1', messages: [{ role: 'user', content: 'hello' }] } as const;

let kernel: Kernel;
beforeAll(async () => {
  kernel = await createKernel({});
});
afterAll(() => kernel.close());

const newId = async (total: number): Promise<string> => (await kernel.sessions.create(ANN, total)).session_id;
const usedBy = async (sessionId: string): Promise<number> => (await kernel.sessions.get(sessionId, ANN)).used;

function ask(sessionId: string, turn: Turn | ModelClient, more: { signal?: AbortSignal } = {}) {
  const client = 'stream' in turn ? turn : scriptedModel(turn);
  const { signal = new AbortController().signal } = more;
  return partsOf(kernel.callModel({ client, request, principal: ANN, sessionId, signal }));
}

const takes = (input: number | undefined, output: number | undefined): Turn => {
  const { usage: taken } = usage(input, output) as { usage: object };
  return [text('so'), end({ text: 'so', usage: taken, usage_status: 'partial' })];
};

describe('a model that is called in a session', () => {
  test('spends what it reports: what it read and what it said', async () => {
    const id = await newId(1000);
    await ask(id, takes(300, 45));
    expect(await usedBy(id)).toBe(345);
    await ask(id, takes(undefined, 5));
    await ask(id, takes(50, undefined));
    await ask(id, takes(undefined, undefined));
    expect(await usedBy(id)).toBe(400);
  });

  test('spends also above the total; then it is not called any more', async () => {
    const id = await newId(100);
    await ask(id, takes(90, 60));
    expect(await kernel.sessions.get(id, ANN)).toMatchObject({ total: 100, used: 150, reserved: 0 });
    const client = scriptedModel(says('no'));
    const { error } = await ask(id, client);
    expect(error).toMatchObject({ code: 'BUDGET_EXHAUSTED', hint: expect.stringContaining('akernel session new') });
    expect(client.requests).toEqual([]);
    expect(await usedBy(id)).toBe(150);
  });

  test.each<[string, Turn]>([
    ['failed', [usage(20, undefined), text('half'), usage(undefined, 7)]],
    ['was cut', [usage(20, 7), end({ finish_reason: 'length', usage: {}, usage_status: 'missing' })]],
    [
      'threw',
      function* () {
        yield usage(20, 7);
        throw new Error('lost');
      },
    ],
  ])('spends what is known of a call that %s', async (_, turn) => {
    const id = await newId(1000);
    await ask(id, turn);
    expect(await usedBy(id)).toBe(27);
  });

  test('spends what is known of a call that was left or cancelled', async () => {
    const id = await newId(1000);
    const client = scriptedModel([usage(20, 7), text('one. '), text('two. '), end()]);
    const { signal } = new AbortController();
    for await (const part of kernel.callModel({ client, request, principal: ANN, sessionId: id, signal })) {
      if (part.type === 'usage') {
        break;
      }
    }
    expect(await usedBy(id)).toBe(27);
    const cancelling = new AbortController();
    await ask(
      id,
      function* () {
        yield usage(10, 1);
        cancelling.abort();
        yield text('late');
      },
      { signal: cancelling.signal },
    );
    expect(await usedBy(id)).toBe(38);
  });

  test('is not called in a session of another principal', async () => {
    const id = await newId(1000);
    const client = scriptedModel(says('no'));
    const { signal } = new AbortController();
    const { error } = await partsOf(kernel.callModel({ client, request, principal: BOB, sessionId: id, signal }));
    expect(error).toMatchObject({ code: 'SESSION_NOT_FOUND' });
    expect(client.requests).toEqual([]);
  });
});

test('the ledger is the sum of the frames and of what models took, of children too, all at once', async () => {
  const root = await newId(100_000);
  const child = (await kernel.sessions.create(ANN, { parent_id: root })).session_id;
  const { capability_token: capabilityToken } = await kernel.grant({ principal: ANN, capabilityId: 'demo.customers' });
  const frames = [root, child, root, child].map(async (sessionId) => {
    const call = { capabilityId: 'demo.customers', args: { rows: 20 }, principal: ANN, capabilityToken, sessionId };
    const { result } = await drain(kernel.invokeStream({ ...call, maxTokens: 2000 }));
    return result.final_frame?.budget.used ?? Number.NaN;
  });
  const models = Array.from({ length: 20 }, async (_, index) => {
    await ask(index % 2 === 0 ? root : child, takes(100 + index, index));
    return 100 + 2 * index;
  });
  const spent = (await Promise.all([...frames, ...models])).reduce((sum, amount) => sum + amount, 0);
  expect(await kernel.sessions.get(child, ANN)).toMatchObject({ used: spent, reserved: 0 });
  expect(await usedBy(root)).toBe(spent);
});
