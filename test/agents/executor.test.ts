import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActorGraph, ActorState } from '../../src/contract/actor.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { Trace } from '../../src/contract/trace.js';
import { createKernel } from '../../src/library.js';
import { actor, chain, deltasOf, llm, played, single } from '../support/actor-runs.js';
import { call, calls, end, says, text, usage } from '../support/scripted-model.js';

let kernel: Kernel;
const traces: Trace[] = [];
beforeAll(async () => {
  kernel = await createKernel({ observer: (trace) => traces.push(trace) });
});
afterAll(() => kernel.close());

const THREE = chain({ plan: llm('a'), draft: llm('b'), answer: llm('c') });

describe('text', () => {
  test('61: of a single node, piece by piece', async () => {
    const { executor } = actor({ kernel, models: { main: [says('He ', 'llo ')] } });
    const { deltas, result, parts } = await played(executor.executeStream('hi'));
    expect(deltas).toEqual(['He ', 'llo ']);
    expect(result).toMatchObject({ status: 'completed', text: 'He llo ', finish_reason: 'stop', partial: false });
    expect(parts.map(({ type }) => type)).toEqual([
      'start',
      'start-step',
      'text-delta',
      'text-delta',
      'usage',
      'finish-step',
      'finish',
    ]);
    expect(parts[2]).toMatchObject({ node_id: 'answer', step: 1 });
  });

  test('62: of the last node only; the others are read by the next one', async () => {
    const { executor, client } = actor({
      kernel,
      models: { a: [says('the ', 'plan')], b: [says('the draft')], c: [says('the ', 'answer')] },
      graph: THREE,
    });
    const { parts, result } = await played(executor.executeStream('the question'));
    expect(deltasOf(parts).join('')).toBe('the answer');
    expect(JSON.stringify(parts)).not.toMatch(/the plan|the draft/);
    expect(['a', 'b', 'c'].map((name) => client(name).requests[0]?.messages)).toEqual(
      ['the question', 'the plan', 'the draft'].map((content) => [{ role: 'user', content }]),
    );
    expect(result.usage_by_node.map(({ node_id, model_calls }) => [node_id, model_calls])).toEqual([
      ['plan', 1],
      ['draft', 1],
      ['answer', 1],
    ]);
    expect(parts.filter(({ type }) => type === 'start-step').map(({ node_id }) => node_id)).toEqual([
      'plan',
      'draft',
      'answer',
    ]);
  });

  test('63: no part is empty', async () => {
    const { executor } = actor({ kernel, models: { main: [[usage(1, 1), text('a '), usage(1, 2), end()]] } });
    const { deltas } = await played(executor.executeStream('hi'));
    expect(deltas).toEqual(['a ']);
  });

  test('64: what is no text is not in it', async () => {
    const { executor } = actor({ kernel, models: { main: [[{ type: 'reasoning', text: 'hm' }, ...says('a ')]] } });
    const { parts, deltas } = await played(executor.executeStream('hi'));
    expect(deltas).toEqual(['a ']);
    expect(JSON.stringify(parts)).not.toContain('hm');
  });

  test.each([
    ['c', 'left'],
    ['d', 'right'],
  ])('65: a condition picks %s while it runs; its text alone is shown', async (picked, word) => {
    const leads = (to: string, wanted: string) => ({
      from: 'plan',
      to,
      when: ({ text: said }: ActorState) => said === wanted,
    });
    const graph: ActorGraph = {
      nodes: { plan: llm('plan'), c: llm('c'), d: llm('d') },
      edges: [leads('c', 'left'), leads('d', 'right')],
      entry: 'plan',
      exit_nodes: ['c', 'd'],
    };
    const models = { plan: [says(word)], c: [says('I am ', 'c')], d: [says('I am ', 'd')] };
    const { executor, asked } = actor({ kernel, models, graph });
    const { deltas, result } = await played(executor.executeStream('hi'));
    expect(result.text).toBe(`I am ${picked}`);
    expect(deltas.join('')).toBe(result.text);
    expect(deltas.length).toBeGreaterThan(1);
    expect([asked('c'), asked('d')]).toEqual(picked === 'c' ? [1, 0] : [0, 1]);
  });

  test('66: a tool as the last node gives exactly one part', async () => {
    const tool = { type: 'tool', capability_id: 'demo.customers', args: { rows: 2 } } as const;
    const { executor } = actor({ kernel, models: { a: [says('go')] }, graph: chain({ plan: llm('a'), look: tool }) });
    const { deltas, result, error } = await played(executor.executeStream('hi'));
    expect(error).toBeUndefined();
    expect(deltas).toEqual([result.text]);
    expect(JSON.parse(result.text)).toMatchObject({
      handle_id: expect.stringMatching(/^h_/),
      status: 'completed',
      is_final: true,
    });
    expect(result.text).toContain('[REDACTED:email]');
    expect(result.tool_calls).toBe(1);
  });

  test('67: what is said before a tool is called is a step of its own; the text of the result is the last step', async () => {
    const look = call('c1', 'demo__customers', { rows: 1 });
    const { executor, client } = actor({
      kernel,
      models: { main: [[text('Let me look.\n'), calls(look)], says('One ', 'row.')] },
      graph: single({ tools: ['demo.customers'] }),
    });
    const { parts, result, deltas } = await played(executor.executeStream('hi'));
    expect(deltas.join('')).toBe('Let me look.\nOne row.');
    expect(result).toMatchObject({ text: 'One row.', model_calls: 2, tool_calls: 1 });
    expect(parts.filter(({ type }) => type !== 'usage').map(({ type, step }) => [type, step ?? 0])).toEqual([
      ['start', 0],
      ['start-step', 1],
      ['text-delta', 1],
      ['tool-call', 1],
      ['tool-result', 1],
      ['finish-step', 1],
      ['start-step', 2],
      ['text-delta', 2],
      ['text-delta', 2],
      ['finish-step', 2],
      ['finish', 0],
    ]);
    expect(parts.find(({ type }) => type === 'tool-call')).toMatchObject({
      tool_call_id: 'call_1_1',
      tool_name: 'demo.customers',
      input: { rows: 1 },
      node_id: 'answer',
    });
    const [asked, told] = client().requests;
    expect(asked?.tools).toMatchObject([{ name: 'demo__customers', parameters: { type: 'object' } }]);
    expect(told?.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: 'Let me look.\n', tool_calls: [{ id: 'c1' }] },
      { role: 'tool', tool_call_id: 'c1' },
    ]);
    const frame: unknown = JSON.parse(String(told?.messages.at(-1)?.content));
    expect(frame).toMatchObject({ rows: expect.anything(), is_final: true });
  });

  test('68: a node before the last one fails: an error, no text, and the usage of what was done', async () => {
    const { executor } = actor({
      kernel,
      models: { a: [says('the plan')], b: [[text('half'), usage(5, 1)]], c: [says('never')] },
      graph: THREE,
    });
    const { deltas, error, result } = await played(executor.executeStream('hi'));
    expect(deltas).toEqual([]);
    expect(error).toBe(result.error);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'MODEL_FAILED' }, text: '', partial: true });
    expect(result.usage_by_node).toMatchObject([
      { node_id: 'plan', input_tokens: 3, usage_status: 'reported' },
      { node_id: 'draft', input_tokens: 5, usage_status: 'partial' },
    ]);
  });

  test('69: the last node fails after two pieces: they are seen, then the error', async () => {
    const { executor } = actor({ kernel, models: { main: [[text('Certainly!\n'), text('Listen:\n')]] } });
    const { deltas, error, result, parts } = await played(executor.executeStream('hi'));
    expect(deltas).toEqual(['Certainly!\n', 'Listen:\n']);
    expect(error).toMatchObject({ code: 'MODEL_FAILED' });
    expect(parts.at(-1)).toMatchObject({ type: 'error', error: { code: 'MODEL_FAILED' } });
    expect(result).toMatchObject({ status: 'failed', text: 'Certainly!\nListen:\n', partial: true });
  });

  test('86: a message that is no text, or empty, is refused before any call', async () => {
    const { executor, asked } = actor({ kernel, models: { main: [says('no')] } });
    for (const message of ['', ' \n', undefined, 7, {}]) {
      const { error, parts, result } = await played(executor.executeStream(message as string));
      expect(error).toMatchObject({
        code: 'USAGE',
        message: 'executeStream.message: expected a text that is not empty',
      });
      expect(parts.map(({ type }) => type)).toEqual(['start', 'error']);
      expect(result.status).toBe('failed');
    }
    expect(asked()).toBe(0);
  });

  test('87: the graph is not changed, and nothing of the models is in parts or result', async () => {
    const graph = frozen(single({ tools: ['demo.customers'], system: 'be brief' }));
    const before = JSON.stringify(graph);
    const key = ['sk', 'proj', 'Qw7Er2Ty9Ui4Op1As6Df3'].join('-');
    const { executor } = actor({
      kernel,
      graph,
      models: { main: [[calls(call('c1', 'demo__customers', {}))], says('ok')] },
    });
    const { parts, result } = await played(executor.executeStream('hi'));
    expect(result.status).toBe('completed');
    expect(JSON.stringify(graph)).toBe(before);
    expect(JSON.stringify([parts, result, traces])).not.toContain(key);
    expect(JSON.stringify([parts, result])).not.toContain('be brief');
  });

  test('88: a model that does not stream gives one part, and the same result', async () => {
    const { executor } = actor({ kernel, models: { main: [[end({ text: 'all of it' })]] } });
    const whole = await played(executor.executeStream('hi'));
    expect(whole.deltas).toEqual(['all of it']);
    const streaming = actor({ kernel, models: { main: [says('all ', 'of ', 'it')] } });
    const streamed = await streaming.executor.execute('hi');
    expect(Object.keys(whole.result).sort()).toEqual(Object.keys(streamed).sort());
    expect(whole.result.text).toBe(streamed.text);
  });

  test('89: execute is the drained stream', async () => {
    const { executor } = actor({
      kernel,
      models: {
        main: [
          [text('Look. '), calls(call('c1', 'demo__customers', { rows: 1 }))],
          says('Done.'),
          [text('Look. '), calls(call('c1', 'demo__customers', { rows: 1 }))],
          says('Done.'),
        ],
      },
      graph: single({ tools: ['demo.customers'] }),
    });
    const { result: streamed } = await played(executor.executeStream('hi'));
    const drained = await executor.execute('hi');
    const comparable = ({ duration_ms: _, first_part_ms: __, ...rest }: typeof drained) => rest;
    expect(comparable(drained)).toEqual(comparable(streamed));
  });
});

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) {
      frozen(member);
    }
    Object.freeze(value);
  }
  return value;
}
