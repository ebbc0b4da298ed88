import { afterAll, expect, test } from 'vitest';
import type { ApprovalRequest, ApproveCall } from '../../src/contract/approval.js';
import type { ToolAdapterOptions } from '../../src/contract/tool-adapters.js';
import { toAiSdkTools, toOpenAiTools } from '../../src/library.js';
import { approvalKernel } from '../support/approval-kernel.js';
import { ANN } from '../support/test-kernel.js';

const { kernel, ran, traces } = await approvalKernel();
afterAll(() => kernel.close());

const OPTIONS: ToolAdapterOptions = {
  principal: { ...ANN, roles: ['reader', 'writer', 'admin'] },
  justification: 'the test wants it to be so',
};
const BOTH = ['test.write', 'test.destroy'];

/** One call through each adapter, with a password among its arguments. */
async function answers(name: string, more: Partial<ToolAdapterOptions>, signal?: AbortSignal): Promise<string[]> {
  ran.length = 0;
  traces.length = 0;
  const options = { ...OPTIONS, capabilities: [...BOTH, 'test.read'], ...more };
  const input = { note: 'password=hunter2hunter2' };
  const named = { name: `test__${name}`, arguments: JSON.stringify(input) };
  const { call } = await toOpenAiTools(kernel, options);
  const { content } = await call({ id: 'c1', type: 'function', function: named }, signal && { signal });
  const tools = await toAiSdkTools(kernel, options);
  const output = await tools[named.name]?.execute(input, { toolCallId: 'c1', abortSignal: signal });
  return [content, JSON.stringify(output)];
}

test('what only reads is nobody asked about', async () => {
  await answers('read', { approve: () => Promise.reject(new Error('asked')) });
  expect(ran).toEqual(['test.read', 'test.read']);
});

test.each<[string, ApproveCall | undefined, string]>([
  ['nobody can be asked', undefined, 'nobody could be asked'],
  ['a program says no', () => false, 'it was refused'],
  ['a person says no', async () => ({ approved: false, by: 'person' }), 'the person said no'],
  ['the one who is asked fails', () => Promise.reject(new Error('hunter2hunter2')), 'failed'],
])('what changes something is not done where %s', async (_, approve, why) => {
  for (const name of ['write', 'destroy']) {
    for (const answer of await answers(name, approve === undefined ? {} : { approve })) {
      expect(answer).toContain(why);
      expect(answer).not.toContain('hunter2');
    }
    expect(ran).toEqual([]);
    const outcomes = traces.filter(({ event }) => event === 'invoke').map(({ outcome }) => outcome);
    expect(outcomes).toHaveLength(2);
    expect(outcomes).not.toContain('completed');
  }
});

test('a yes lets one call pass; who said so is in its trace, and the one who was asked saw no secret', async () => {
  const asked: ApprovalRequest[] = [];
  await answers('write', {
    approve: (request) => {
      asked.push(request);
      return { approved: true, by: 'person' };
    },
  });
  expect(ran).toEqual(['test.write', 'test.write']);
  expect(traces.filter(({ event }) => event === 'invoke')).toMatchObject([
    { outcome: 'completed', approved_by: 'person' },
    { outcome: 'completed', approved_by: 'person' },
  ]);
  expect(asked).toMatchObject([
    { tool_call_id: 'c1', capability_id: 'test.write', safety_class: 'WRITE' },
    { tool_call_id: 'c1', capability_id: 'test.write', safety_class: 'WRITE' },
  ]);
  expect(JSON.stringify(asked)).not.toContain('hunter2');
});

test('an abort while somebody is asked is no yes', async () => {
  const abort = new AbortController();
  const given = answers('write', { approve: () => new Promise(() => abort.abort()) }, abort.signal);
  for (const answer of await given) {
    expect(answer).toContain('CANCELLED');
  }
  expect(ran).toEqual([]);
});

test('what nobody could approve is offered only by its name', async () => {
  const names = async (more: Partial<ToolAdapterOptions>) =>
    Object.keys(await toAiSdkTools(kernel, { ...OPTIONS, ...more }));
  expect(await names({})).toContain('test__read');
  expect(await names({})).not.toContain('test__write');
  expect(await names({ approve: () => true })).toContain('test__write');
  expect(await names({ capabilities: ['test.write'] })).toEqual(['test__write']);
});
