import { afterAll, expect, test } from 'vitest';
import type { ExecuteOptions } from '../../src/contract/actor.js';
import type { ApprovalRequest } from '../../src/contract/approval.js';
import type { Principal } from '../../src/contract/principal.js';
import { actor, played, single } from '../support/actor-runs.js';
import { approvalKernel } from '../support/approval-kernel.js';
import { call, calls, says } from '../support/scripted-model.js';
import { ANN } from '../support/test-kernel.js';

const WRITER: Principal = { ...ANN, roles: ['reader', 'writer', 'admin'] };
const WHY = 'the test wants it to be so';
const { kernel, ran, traces } = await approvalKernel();
afterAll(() => kernel.close());

async function asked(tool: string, options: ExecuteOptions, principal = WRITER) {
  ran.length = 0;
  traces.length = 0;
  const wanted = calls(call('c1', `test__${tool}`, { note: 'password=hunter2hunter2' }));
  const { executor, client } = actor({
    kernel,
    principal,
    models: { main: [[wanted], says('Done.')] },
    graph: single({ tools: [`test.${tool}`] }),
  });
  const { result } = await played(executor.executeStream('go', { justification: WHY, ...options }));
  const answer = String(client().requests[1]?.messages.at(-1)?.content);
  return { result, answer, trace: traces.find(({ event }) => event === 'invoke') };
}

test('what only reads is nobody asked about', async () => {
  const { result } = await asked('read', { approve: () => Promise.reject(new Error('asked')) });
  expect(result.status).toBe('completed');
  expect(ran).toEqual(['test.read']);
});

test.each<[string, ExecuteOptions, string]>([
  ['nobody can be asked', {}, 'nobody could be asked'],
  ['a program says no', { approve: () => false }, 'it was refused'],
  ['a person says no', { approve: async () => ({ approved: false, by: 'person' }) }, 'the person said no'],
])('what changes something is not done where %s', async (_, options, why) => {
  for (const tool of ['write', 'destroy']) {
    const { answer, trace, result } = await asked(tool, options);
    expect(ran).toEqual([]);
    expect(JSON.parse(answer)).toMatchObject({
      error: { code: 'POLICY_DENIED', message: expect.stringContaining(why) },
    });
    expect(trace).toMatchObject({
      outcome: 'denied',
      reason: 'not_approved',
      capability_id: `test.${tool}`,
      approved_by: expect.any(String),
    });
    expect(result.status).toBe('completed');
  }
});

test('what was approved is done, its trace says by whom, and the arguments that are shown are redacted', async () => {
  const seen: ApprovalRequest[] = [];
  const { trace, result } = await asked('write', {
    approve: (request) => {
      seen.push(request);
      return { approved: true, by: 'beforehand' };
    },
  });
  expect(ran).toEqual(['test.write']);
  expect(trace).toMatchObject({ outcome: 'completed', approved_by: 'beforehand' });
  expect(result.status).toBe('completed');
  expect(seen).toMatchObject([
    { capability_id: 'test.write', safety_class: 'WRITE', tool_call_id: 'call_1_1', node_id: 'answer' },
  ]);
  expect(JSON.stringify(seen)).not.toContain('hunter2');
});

test('nobody is asked about what the policy refuses anyway', async () => {
  const { answer } = await asked('write', { approve: () => Promise.reject(new Error('asked')) }, ANN);
  expect(ran).toEqual([]);
  expect(JSON.parse(answer)).toMatchObject({
    error: { code: 'POLICY_DENIED', message: expect.not.stringContaining('approved') },
  });
});

test('a run that is cancelled while somebody is asked ends, and nothing is done', async () => {
  const over = new AbortController();
  const { result } = await asked('write', {
    signal: over.signal,
    approve: () => {
      queueMicrotask(() => over.abort());
      return new Promise(() => undefined);
    },
  });
  expect(result.status).toBe('cancelled');
  expect(ran).toEqual([]);
});

test('one that fails to answer has not approved', async () => {
  const { result, trace } = await asked('write', { approve: () => Promise.reject(new Error('secret words')) });
  expect(ran).toEqual([]);
  expect(JSON.stringify([result, trace])).not.toContain('secret words');
  expect(trace).toMatchObject({ capability_id: 'test.write', approved_by: 'program' });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a number', 1],
  ['a word', 'yes'],
  ['a decision that is a word', { approved: 'no', by: 'person' }],
  ['a decision of nobody', { approved: true }],
  ['a decision of somebody unknown', { approved: true, by: 'sk-ant-api03-Zx81kQpLm20aVbN47rTyUe93wHsGdJfK5cXoB6iM' }],
])('what is no answer approves nothing, and the model is told: %s', async (_, said) => {
  const approve = new Proxy(() => false, { apply: () => said });
  const { result, answer, trace } = await asked('write', { approve });
  expect(ran).toEqual([]);
  expect(result.status).toBe('completed');
  expect(JSON.parse(answer)).toMatchObject({ error: { code: 'CONFIG_INVALID' } });
  expect(trace).toMatchObject({ capability_id: 'test.write', approved_by: 'program' });
});
