import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelError } from '../../src/contract/errors.js';
import { type Frame, lineOf } from '../../src/contract/frame.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelPart } from '../../src/contract/model.js';
import type { ModelCall, ShownModelPart } from '../../src/contract/model-call.js';
import type { Trace } from '../../src/contract/trace.js';
import { createKernel } from '../../src/library.js';
import { everySplit } from '../support/every-split.js';
import { partsOf } from '../support/parts-of.js';
import { call, calls, end, says, scriptedModel, type Turn, text, usage } from '../support/scripted-model.js';
import { ANN } from '../support/test-kernel.js';

const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
const never = new AbortController().signal;

let kernel: Kernel;
let traces: Trace[] = [];
beforeAll(async () => {
  kernel = await createKernel({ observer: (trace) => traces.push(trace) });
});
afterAll(() => kernel.close());

async function callWith(turn: Turn, more: Partial<ModelCall> = {}) {
  traces = [];
  const client = scriptedModel(turn);
  const request = { model: 'm-1', messages: [{ role: 'user', content: 'hello' }] } as const;
  const { parts, error } = await partsOf(kernel.callModel({ client, request, principal: ANN, signal: never, ...more }));
  return { parts, error, client, shown: textOf(parts), turn: parts.find((part) => part.type === 'turn') };
}

function textOf(parts: readonly ShownModelPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

describe('what a model says', () => {
  test('is the same however its text is cut, and a secret is in none of it', async () => {
    const said = `the key is ${SECRET}, keep it`;
    const cuts: (readonly string[])[] = [];
    everySplit(said, (pieces) => cuts.push(pieces.filter((piece) => piece !== '')));
    for (const pieces of cuts) {
      const { shown, error } = await callWith(says(...pieces));
      expect(error).toBeUndefined();
      expect(shown).toBe('the key is [REDACTED:github_token], keep it');
    }
  });

  test('leaves as it is decided', async () => {
    const { parts } = await callWith(says('One sentence. ', 'And another. ', 'The end.'));
    const [, first] = parts;
    expect(first?.type === 'text' && first.text.startsWith('One')).toBe(true);
  });

  test('is not shown when the call fails in the middle of it: not a piece of the secret', async () => {
    for (let cut = 1; cut < SECRET.length; cut += 1) {
      const { shown, error } = await callWith(function* () {
        yield text(`the key is ${SECRET.slice(0, cut)}`);
        throw new Error(`at ${SECRET}`);
      });
      expect('the key is ').toContain(shown);
      expect(error).toMatchObject({ code: 'MODEL_FAILED', message: 'the model failed' });
      expect(JSON.stringify(traces)).not.toContain(SECRET.slice(4, 10));
    }
  });

  test('comes at once from a client that does not stream', async () => {
    const { shown, parts } = await callWith([end({ text: `all of it, ${SECRET} too` })]);
    expect(shown).toBe('all of it, [REDACTED:github_token] too');
    expect(parts.map(({ type }) => type)).toEqual(['asked', 'text', 'turn']);
  });

  test('thinking is never shown', async () => {
    const { parts } = await callWith([{ type: 'reasoning', text: 'hm' }, ...says('yes')]);
    expect(JSON.stringify(parts)).not.toContain('hm');
  });

  test('calls are redacted to be shown, and as they were written to be run', async () => {
    const written = call('c1', 'mail', { password: 'open sesame', to: SECRET });
    const { turn } = await callWith([calls(written)]);
    expect(turn).toMatchObject({ calls: [written] });
    const shown = turn?.type === 'turn' ? turn.turn : undefined;
    expect(shown?.tool_calls[0]?.function.arguments).toBe(
      '{"password":"[REDACTED:password]","to":"[REDACTED:github_token]"}',
    );
    expect(shown).not.toHaveProperty('text');
  });

  test('names of tools stay as they were told; any other name is redacted', async () => {
    const [known, other] = ['call_98915770', 'call_98915771'];
    const tools = [{ name: known, description: '', parameters: {} }];
    const rejected = [{ id: 'c2', name: other, reason: 'unknown_tool', arguments: '{}' } as const];
    const turn = end({ finish_reason: 'tool_calls', tool_calls: [call('c1', known, {})], rejected });
    const request = { model: 'm-1', messages: [], tools };
    const { turn: shown } = await callWith([turn], { request });
    expect(shown).toMatchObject({
      turn: { tool_calls: [{ function: { name: known } }], rejected: [{ name: 'call_[REDACTED:phone]' }] },
    });
    const without = await callWith([turn]);
    expect(JSON.stringify(without.turn)).toContain('"name":"call_[REDACTED:phone]"');
  });

  test('calls are told while they form: names of tools as they are, others redacted, and lengths', async () => {
    const tools = [{ name: 'call_98915770', description: '', parameters: {} }];
    const request = { model: 'm-1', messages: [], tools };
    const forming = [
      { type: 'tool-call-start', index: 0, name: 'call_98915770' },
      { type: 'tool-call-delta', index: 0, argument_bytes: 12, text: SECRET },
      { type: 'tool-call-start', index: 1, name: `to ${SECRET} now` },
      { type: 'tool-call-start', index: 2, name: SECRET.slice(0, 20) },
      { type: 'tool-call-start', index: SECRET, name: 'x' },
      { type: 'tool-call-start', index: 3, name: { name: SECRET } },
      { type: 'tool-call-delta', index: 0, argument_bytes: SECRET },
    ] as unknown as readonly ModelPart[];
    const last = end({ tool_calls: [call('c1', 'call_98915770', {})], call_indexes: [0] });
    const { parts } = await callWith([...forming, last], { request });
    expect(parts).toMatchObject([
      { type: 'asked' },
      forming[0],
      { type: 'tool-call-delta', index: 0, argument_bytes: 12 },
      { type: 'tool-call-start', index: 1, name: 'to [REDACTED:github_token] ' },
      { type: 'tool-call-start', index: 2, name: '' },
      ...Array.from({ length: 3 }, () => ({ type: 'silent' })),
      { type: 'silent' },
      { type: 'turn', turn: { call_indexes: [0] } },
    ]);
    expect(JSON.stringify(parts)).not.toContain(SECRET.slice(4, 10));
  });

  test.each([[SECRET], [[SECRET]], [[0, 1]], [[-1]]])(
    'numbers of calls that are none are left out: %j',
    async (wrong) => {
      const { turn } = await callWith([end({ tool_calls: [call('c1', 'mail', {})], call_indexes: wrong as number[] })]);
      expect(turn).toMatchObject({ turn: { tool_calls: [{}] } });
      expect(JSON.stringify(turn)).not.toContain('call_indexes');
    },
  );

  test.each(['length', 'content_filter'] as const)('of an answer that was cut (%s) the end is held', async (reason) => {
    const begun = `start ${SECRET.slice(0, 20)}`;
    const rejected = [{ id: 'c1', name: 'mail', reason: 'truncated', arguments: `{"note":"${begun}` }] as const;
    const last = end({ finish_reason: reason, text: begun, rejected });
    for (const turn of [[text(begun), last], [last]]) {
      const { parts, shown } = await callWith(turn);
      expect(shown).toBe('start ');
      expect(parts).toContainEqual({ type: 'withheld', chars: 20 });
      expect(JSON.stringify(parts.map((part) => ({ ...part, calls: undefined })))).not.toContain(SECRET.slice(0, 8));
    }
  });

  test.each(['length', 'content_filter', 'refusal'] as const)(
    'calls of a turn that ended with %s are not to be run',
    async (reason) => {
      const { turn } = await callWith([end({ finish_reason: reason, tool_calls: [call('c1', 'mail', {})] })]);
      expect(turn).toMatchObject({
        calls: [],
        turn: { tool_calls: [], rejected: [{ id: 'c1', name: 'mail', reason: 'truncated' }] },
      });
    },
  );

  test('a failure keeps its code, and its words and details are redacted', async () => {
    const { error } = await callWith(() => {
      throw new KernelError('LIMIT_REACHED', `too much of ${SECRET}`, {
        hint: SECRET,
        details: { status: 429, key: SECRET },
      });
    });
    expect(error).toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'too much of [REDACTED:github_token]',
      details: { status: 429 },
    });
    expect(JSON.stringify({ ...(error as KernelError), cause: undefined })).not.toContain(SECRET.slice(4));
  });

  test('a turn without an end is a failure', async () => {
    const { error } = await callWith([text('half of')]);
    expect(error).toMatchObject({ code: 'MODEL_FAILED', message: 'the model ended without an end of its turn' });
  });
});

describe('what a model is told', () => {
  test('is redacted, frames excepted', async () => {
    const { capability_token: capabilityToken } = await kernel.grant({
      principal: ANN,
      capabilityId: 'demo.customers',
    });
    const call1 = { capabilityId: 'demo.customers', args: { rows: 2 }, principal: ANN, capabilityToken };
    const frame = await kernel.invoke({ ...call1, mode: 'table' });
    const forged: Frame = { ...frame, rows: [{ note: SECRET, number: 1 }] };
    const twice = `{"number":12345678901234567890,"note":"${SECRET}","note":"x"}`;
    const { client, parts } = await callWith(says('ok'), {
      request: {
        model: 'm-1',
        messages: [
          { role: 'system', content: `key ${SECRET}` },
          { role: 'user', content: `key ${SECRET}` },
          { role: 'assistant', content: `key ${SECRET}`, tool_calls: [call('c1', 'mail', { token: SECRET })] },
          { role: 'tool', frame, tool_call_id: 'c1' },
          { role: 'tool', frame: JSON.parse(JSON.stringify(forged)), tool_call_id: 'c2' },
          { role: 'tool', content: lineOf(frame).replace('"rows"', `"note":"${SECRET}","rows"`), tool_call_id: 'c3' },
          { role: 'tool', content: `it says ${SECRET}`, tool_call_id: 'c4' },
          { role: 'tool', content: twice, tool_call_id: 'c5' },
        ],
      },
    });
    const [request] = client.requests;
    expect(JSON.stringify(request)).not.toContain(SECRET.slice(4, 12));
    expect(parts[0]).toEqual({ type: 'asked', messages: request?.messages });
    const said = request?.messages.map(({ content }) => content) ?? [];
    expect(said[3]).toBe(lineOf(frame));
    expect(said[4]).toContain('"note":"[REDACTED:github_token]","number":1');
    expect(said[6]).toBe('it says [REDACTED:github_token]');
    expect(said[7]).toBe('{"number":12345678901234567890,"note":"[REDACTED:github_token]","note":"x"}');
    expect(request?.messages[0]?.content).toBe('key [REDACTED:github_token]');
  });
});

describe('usage', () => {
  test.each<[string, readonly ModelPart[], unknown]>([
    ['of the turn', [end()], { usage: { input_tokens: 3, output_tokens: 2 }, usage_status: 'reported' }],
    [
      'the later value replaces the earlier one',
      [usage(10, 10), usage(undefined, 20), end({ usage: { output_tokens: 30 } })],
      { usage: { input_tokens: 10, output_tokens: 30 }, usage_status: 'reported' },
    ],
    [
      'a zero does not undo what is known',
      [usage(9, 1), end({ usage: { input_tokens: 0, output_tokens: 4 } })],
      { usage: { input_tokens: 9, output_tokens: 4 }, usage_status: 'reported' },
    ],
    [
      'of which one is unknown',
      [end({ usage: { output_tokens: 4 } })],
      { usage: { output_tokens: 4 }, usage_status: 'partial' },
    ],
    ['that nobody told', [end({ usage: {} })], { usage: {}, usage_status: 'missing' }],
    [
      'that is no amount',
      [usage(Number.NaN, -1), end({ usage: { input_tokens: 0.5, output_tokens: 1 } })],
      { usage: { output_tokens: 1 }, usage_status: 'partial' },
    ],
  ])('%s', async (_, parts, expected) => {
    const { turn } = await callWith(parts);
    expect(turn).toMatchObject({ turn: expected });
    expect(turn?.type === 'turn' ? turn.turn.usage : undefined).toEqual((expected as { usage: unknown }).usage);
    expect(traces[0]?.model).toMatchObject(expected as object);
  });
});

describe('the one trace', () => {
  const only = (): Trace => {
    const [trace, ...more] = traces;
    expect(more).toEqual([]);
    return trace as Trace;
  };

  test('of a call that completed', async () => {
    const { session_id: sessionId } = await kernel.sessions.create(ANN, 1000);
    await callWith(says(`the key is ${SECRET}`), { sessionId });
    expect(only()).toMatchObject({
      event: 'model',
      principal_id: 'ann',
      session_id: sessionId,
      outcome: 'completed',
      model: {
        name: 'm-1',
        usage: { input_tokens: 3, output_tokens: 2 },
        usage_status: 'reported',
        redactions: { github_token: 1 },
      },
    });
    expect(JSON.stringify(traces)).not.toContain('the key');
    const [stored] = await kernel.audit.list({ event: 'model', limit: 1 });
    expect(stored).toEqual(only());
  });

  test('of a call that failed', async () => {
    await callWith([usage(7, undefined), text('x')]);
    expect(only()).toMatchObject({
      outcome: 'failed',
      error: { code: 'MODEL_FAILED' },
      model: { usage: { input_tokens: 7 }, usage_status: 'partial' },
    });
  });

  test('of a call that its reader left', async () => {
    traces = [];
    const client = scriptedModel(says('one', 'two'));
    const request = { model: 'm-1', messages: [] };
    for await (const part of kernel.callModel({ client, request, principal: ANN, signal: never })) {
      if (part.type === 'text') {
        break;
      }
    }
    expect(only().outcome).toBe('cancelled');
    expect(client.closed()).toBe(1);
  });

  test('of a call that its reader left before the model was asked', async () => {
    traces = [];
    const client = scriptedModel(says('one'));
    const request = { model: 'm-1', messages: [] };
    for await (const part of kernel.callModel({ client, request, principal: ANN, signal: never })) {
      expect(part).toEqual({ type: 'asked', messages: [] });
      break;
    }
    expect(only().outcome).toBe('cancelled');
    expect(client.requests).toEqual([]);
  });

  test.each([
    ['cancelled', 'CANCELLED', new Error('custom')],
    ['cancelled', 'CANCELLED', new DOMException('late', 'TimeoutError')],
    ['timeout', 'TIMEOUT', new KernelError('TIMEOUT', 'too long')],
  ] as const)('of one that was aborted: %s, %s', async (outcome, code, reason) => {
    const controller = new AbortController();
    const { error, client } = await callWith(
      async function* (_, signal) {
        yield text('one ');
        controller.abort(reason);
        // It ignores its signal.
        await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
        yield text(String(signal.aborted));
      },
      { signal: controller.signal, graceMs: 1 },
    );
    expect(error).toMatchObject({ code });
    expect(only().outcome).toBe(outcome);
    expect(client.signals[0]?.aborted).toBe(true);
  });

  test('of one whose iterator is closed, though it never answers', async () => {
    const controller = new AbortController();
    let returned = 0;
    const client = {
      stream: () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => {
            queueMicrotask(() => controller.abort());
            return new Promise<never>(() => undefined);
          },
          return: () => {
            returned += 1;
            return new Promise<never>(() => undefined);
          },
        }),
      }),
    };
    const { error } = await callWith([], { client, signal: controller.signal, graceMs: 1 });
    expect(error).toMatchObject({ code: 'CANCELLED' });
    expect(returned).toBe(1);
    expect(only().outcome).toBe('cancelled');
  });

  test('of a call that was aborted before it began; the model is not asked', async () => {
    const { error, client } = await callWith(says('no'), { signal: AbortSignal.abort() });
    expect(error).toMatchObject({ code: 'CANCELLED' });
    expect(client.requests).toEqual([]);
    expect(only().outcome).toBe('cancelled');
  });
});
