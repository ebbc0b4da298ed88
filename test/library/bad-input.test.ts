import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from '../../src/contract/kernel.js';
import type { Trace } from '../../src/contract/trace.js';
import * as akernel from '../../src/index.js';
import { fakeRunner } from '../support/fake-runner.js';

const ann = { principal_id: 'ann', roles: ['reader'], attributes: { tenant: 'local' } };
const client = { stream: async function* () {} };
const graph = { nodes: { a: { type: 'llm', model: 'm' } }, entry: 'a', exit_nodes: ['a'] };

/** What is given is what no compiler let pass, as a program without types gives it. */
type Untyped = (...given: unknown[]) => unknown;

let kernel: Kernel;
const traces: Trace[] = [];
beforeAll(async () => {
  kernel = await akernel.createKernel({ observer: (trace) => traces.push(trace) });
});
afterAll(() => kernel.close());

/** The function of that name: of the library, of a kernel, or of what they make. */
function publicFunction(path: string): Untyped {
  const [first = '', ...rest] = path.split('.');
  const owners: Readonly<Record<string, () => unknown>> = {
    executor: () =>
      akernel.createExecutor({ kernel, models: { m: { client, model: 'm' } }, graph, principal: ann } as never),
    supervisor: () => akernel.createSupervisor(),
    client: () => akernel.createModelClient({ provider: 'openai' }),
    reading: () => kernel.openReading({ handleId: 'h_0000000000', principal: ann }),
  };
  const owner = owners[first];
  const from: unknown = owner === undefined ? (Object.hasOwn(akernel, first) ? akernel : kernel) : owner();
  const names = owner === undefined ? [first, ...rest] : rest;
  return names.reduce<unknown>((at, name) => Reflect.get(Object(at), name), from) as Untyped;
}

/** Whatever form the answer has: thrown, a rejection, the failure of a run, or of a loop. */
async function refusalOf(path: string, given: readonly unknown[]): Promise<unknown> {
  try {
    const answer = publicFunction(path)(...given);
    if (typeof answer === 'object' && answer !== null && 'result' in answer) {
      return ((await answer.result) as { error?: unknown }).error;
    }
    if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer) {
      for await (const _ of answer as AsyncIterable<unknown>) {
        // until it is refused
      }
      return undefined;
    }
    const settled = await answer;
    return typeof settled === 'object' && settled !== null && 'error' in settled ? settled.error : undefined;
  } catch (error) {
    return error;
  }
}

const call = { capabilityId: 'demo.customers', args: {}, principal: ann, capabilityToken: 't' };
const handle = { handleId: 'h_0000000000', principal: ann };
const granted = { capabilityId: 'demo.customers', principal: ann };
const own = { ...call, capabilityId: undefined, capabilityToken: undefined };
const llm = (more: object) => ({ ...graph, nodes: { a: { type: 'llm', model: 'm', ...more } } });
const executor = { kernel: {}, models: { m: { client, model: 'm' } }, graph, principal: ann };
const request = { model: 'm', messages: [] };

const WRONG: readonly (readonly [path: string, given: readonly unknown[], told: string])[] = [
  ['createKernel', [7], 'createKernel: expected an object'],
  ['createKernel', [{ capabilitys: [] }], 'createKernel.capabilitys: unknown member, did you mean capabilities'],
  ['createKernel', [{ config: { budgt: {} } }], 'createKernel.config.budgt: unknown member, did you mean budget'],
  ['createKernel', [{ config: { budget: { max_tokens: 'x' } } }], 'createKernel.config.budget.max_tokens: expected'],
  ['createKernel', [{ config: { store: {} } }], 'createKernel.config.store: unknown member'],
  ['createKernel', [{ config: { policy: { rules: [{ effect: 'maybe' }] } } }], 'config.policy.rules[0].effect: '],
  [
    'createKernel',
    [{ config: { principal: { roles: 'admin' } } }],
    'createKernel.config.principal.roles: expected a list',
  ],
  ['createKernel', [{ capabilities: [{ capability_id: 'x' }] }], 'createKernel.capabilities[0].capability_id: '],
  ['createKernel', [{ directory: 5 }], 'createKernel.directory: expected text'],
  ['createKernel', [{ observer: true }], 'createKernel.observer: expected a function'],
  ['createKernel', [{ drivers: [{ driver_id: 'x', execute: 1 }] }], 'createKernel.drivers[0].execute: expected a func'],
  ['createKernel', [{ drivers: [{ driver_id: 'x' }] }], 'createKernel.drivers[0]: expected an object with execute or'],
  ['capabilities.get', [], 'capabilities.get.capabilityId: is missing, expected text'],
  ['capabilities.search', [7], 'capabilities.search.query: expected text'],
  ['capabilities.search', ['x', -1], 'capabilities.search.limit: '],
  ['grant', [], 'grant: is missing, expected an object'],
  ['grant', [{ capabilityId: 'demo.customers' }], 'grant.principal: is missing, expected an object'],
  ['grant', [{ ...call, args: undefined }], 'grant.capabilityToken: unknown member'],
  [
    'grant',
    [{ capabilityId: 'x.y', principal: { ...ann, rols: [] } }],
    'grant.principal.rols: unknown member, did you',
  ],
  ['decide', [{ capabilityId: 5, principal: ann }], 'decide.capabilityId: expected text'],
  ['narrow', ['t', { max_rows: 1 }], 'narrow.caveats: expected a list'],
  ['narrow', ['t', [{ max_row: 1 }]], 'narrow.caveats[0].max_row: unknown member, did you mean max_rows'],
  ['narrow', ['t', [{ max_rows: 1, max_calls: 1 }]], 'narrow.caveats[0]: expected an object with one member'],
  ['narrow', ['t', [{ args: { pinned: { a: 5n } } }]], 'narrow.caveats[0].args.pinned.a: expected what JSON can hold'],
  ['inspect', [null], 'inspect.capabilityToken: expected text'],
  ['revoke', [{ grant: 'g' }, ann], 'revoke.target: expected an object with grantId or principalId'],
  ['revoke', [{ grantId: 'g' }], 'revoke.by: is missing, expected an object'],
  ['invoke', [null], 'invoke: expected an object'],
  ['invoke', [{ ...call, principal: undefined }], 'invoke.principal: is missing, expected an object'],
  ...[0, -1, '5', Number.NaN, Number.POSITIVE_INFINITY].map(
    (timeoutMs) => ['invoke', [{ ...call, timeoutMs }], 'invoke.timeoutMs: '] as const,
  ),
  ['invoke', [{ ...call, maxTokens: 511 }], 'invoke.maxTokens: expected a whole number of at least 512'],
  ['invoke', [{ ...call, args: [] }], 'invoke.args: expected an object'],
  ['invoke', [{ ...call, mode: 'tabel' }], 'invoke.mode: expected one of'],
  ['invokeStream', [{ ...call, signal: {} }], 'invokeStream.signal: expected an AbortSignal'],
  ['invokeStream', [{ ...call, kep: false }], 'invokeStream.kep: unknown member, did you mean keep'],
  ['invokeStream', [], 'invokeStream: is missing, expected an object'],
  ['start', [{ ...call, stream: 'yes' }], 'start.stream: expected true or false'],
  ['runOwnAct', [{ ...own, stream: true }], 'runOwnAct.capability: is missing'],
  ['redact', [7], 'redact.text: expected text'],
  ['withTraceContext', [{ traceparent: 7 }, () => 1], 'withTraceContext.context.traceparent: expected text'],
  ['plan', [{ ...call, stream: 'yes' }], 'plan.stream: expected true or false'],
  ['callModel', [{ client, request, principal: ann }], 'callModel.signal: expected an AbortSignal'],
  [
    'callModel',
    [{ client: {}, request, principal: ann, signal: AbortSignal.timeout(1) }],
    'callModel.client: expected',
  ],
  ['embed', [{ client, request: { model: 'm', input: [7] }, principal: ann }], 'embed.request.input[0]: expected text'],
  ['agents.register', [7, {}], 'agents.register.name: expected text'],
  ['agents.register', ['x', { provider: 'ollama', modl: 'm' }], 'agents.register.config.modl: unknown member'],
  ['agents.replace', ['x', null], 'agents.replace.config: expected an object'],
  ['agents.remove', [5], 'agents.remove.name: expected text'],
  ['agents.capabilities', [], 'agents.capabilities.name: is missing'],
  ['agents.describe', [{}], 'agents.describe.name: expected text'],
  ['agents.get', [null], 'agents.get.name: expected text'],
  ['agents.find', [['fly']], 'agents.find.needs[0]: expected one of'],
  ['openSession', [{ agent: 'x' }], 'openSession.principal: is missing, expected an object'],
  ['openSession', [{ principal: ann, agnet: 'x' }], 'openSession.agnet: unknown member, did you mean agent'],
  ['expand', [{ ...handle, fliter: 'a = 1' }], 'expand.fliter: unknown member, did you mean filter'],
  ['expand', [{ ...handle, sort: 'id' }], 'expand.sort: unknown member'],
  ['expand', [{ ...handle, filter: 7 }], 'expand.filter: expected a text or a list of conditions'],
  ['expand', [{ handleId: 'h_0000000000' }], 'expand.principal: is missing, expected an object'],
  ['expand', [{ ...handle, offset: -1 }], 'expand.offset: '],
  ['expand', [{ ...handle, fields: 'id' }], 'expand.fields: expected a list'],
  ['expandAll', [{ ...handle, limit: 1.5 }], 'expandAll.limit: '],
  ['expandValue', [{ ...handle, row: '1', field: 'a' }], 'expandValue.row: expected a number'],
  ['openReading', [{ principal: ann }], 'openReading.handleId: is missing, expected text'],
  ['reading.expand', [{ rows: 3 }], 'openReading.expand.rows: expected a list'],
  ['reading.find', [null], 'openReading.find: expected an object'],
  ['reading.find', [{ txt: 'a' }], 'openReading.find.txt: unknown member, did you mean text'],
  ['reading.find', [{ text: 5 }], 'openReading.find.text: expected text'],
  ['reading.find', [{ text: 'a', from: 5n }], 'openReading.find.from: expected a number'],
  ['find', [{ ...handle, from: -1 }], 'find.from: '],
  ['find', [undefined], 'find: is missing, expected an object'],
  ['handles.get', ['h_0000000000'], 'handles.get.principal: is missing, expected an object'],
  ['handles.list', [ann, 'all'], 'handles.list.limit: expected a number'],
  ['handles.remove', [undefined, ann], 'handles.remove.handleId: is missing, expected text'],
  ['explain', ['a_0000000000'], 'explain.principal: is missing, expected an object'],
  ['audit.list', [{ limt: 5 }], 'audit.list.limt: unknown member, did you mean limit'],
  ['audit.export', [{ event: 'invok' }], 'audit.export.event: expected one of'],
  ['audit.accept', [{ principal: ann }], 'audit.accept.justification: is missing, expected text'],
  ['audit.prune', [{ principal: ann, caps: { max_traces: -1 } }], 'audit.prune.caps.max_traces: '],
  ['audit.prune', [{ principal: ann, caps: { max_traces: 0 } }], 'audit.prune.caps.max_traces: '],
  ['createKernel', [{ config: { audit: { max_traces: 0 } } }], 'createKernel.config.audit.max_traces: '],
  ['recordRefusal', [{ event: 'invoke', principal: ann }], 'recordRefusal.error: expected an object'],
  ['sessions.create', [ann, 0], 'sessions.create.total: '],
  ['sessions.get', [7, ann], 'sessions.get.sessionId: expected text'],
  ['sessions.list', [], 'sessions.list.principal: is missing, expected an object'],
  ['sessions.create', [ann, { agnt: 'a' }], 'sessions.create.agnt: unknown member, did you mean agent'],
  ['sessions.create', [ann, 'all'], 'sessions.create.total: expected a number'],
  ['sessions.open', ['s'], 'sessions.open.principal: is missing, expected an object'],
  ['sessions.open', ['s', ann, { signal: 5 }], 'sessions.open.options.signal: expected an AbortSignal'],
  ['sessions.history', [7, ann], 'sessions.history.sessionId: expected text'],
  ['sessions.memory', ['s'], 'sessions.memory.principal: is missing, expected an object'],
  ['sessions.remove', ['s'], 'sessions.remove.principal: is missing, expected an object'],
  ['createExecutor', [], 'createExecutor: is missing, expected an object'],
  ['createExecutor', [executor], 'createExecutor.kernel: expected a kernel'],
  ['createExecutor', [{ ...executor, model: 'm' }], 'createExecutor.model: unknown member, did you mean models'],
  [
    'createExecutor',
    [{ ...executor, prices: { m: { input_micro: Number.NaN } } }],
    'createExecutor.prices.m.input_micro: ',
  ],
  ['executor.executeStream', ['hi', { sesionId: 's' }], 'executeStream.sesionId: unknown member, did you mean sess'],
  ['executor.executeStream', ['hi', null], 'executeStream: expected an object'],
  ['executor.execute', ['hi', { signal: 5 }], 'executeStream.signal: expected an AbortSignal'],
  ['executor.executeStream', [' '], 'executeStream.message: expected a text that is not empty'],
  ['createSupervisor', [{ cwdd: '.' }], 'createSupervisor.cwdd: unknown member, did you mean cwd'],
  ['supervisor.spawn', [], 'spawn.spec: is missing, expected an object'],
  ['supervisor.spawn', [{ comand: 'x' }], 'spawn.spec.comand: unknown member, did you mean command'],
  ['supervisor.spawn', [{ command: 'true' }, { retain: { chunks: -1, bytes: 1 } }], 'spawn.options.retain.chunks: '],
  ['supervisor.spawn', [{ command: 'true' }, { timeoutMs: 0 }], 'spawn.options.timeoutMs: '],
  ['supervisor.spawn', [{ command: 'true', tools: { t: 5 } }], 'spawn.spec.tools.t: expected a function'],
  ['supervisor.spawn', [{ command: 'true', payload: { a: 5n } }], 'spawn.spec.payload.a: expected what JSON can hold'],
  ['createModelClient', [{ provider: 'opnai' }], 'createModelClient.provider: expected one of'],
  ['createModelClient', [{ provider: 'openai', retrys: {} }], 'createModelClient.retrys: unknown member, did you mean'],
  ['createModelClient', [{ provider: 'openai' }, { env: {} }], 'createModelClient.host.cwd: is missing, expected text'],
  ['client.stream', [request], 'stream.options: is missing, expected an object'],
  ['client.stream', [{ model: 'm' }, { signal: new AbortController().signal }], 'stream.request.messages: is missing'],
  ['lineOf', [], 'lineOf: is missing, expected an object'],
  ['lineOf', [{ seq: 0, phase: 5, is_final: true, budget: {} }], 'lineOf.phase: '],
  ['lineOf', [{ seq: 0, phase: 1, is_final: true, budget: { total: 5n } }], 'lineOf.budget.total: expected what JSON'],
];

const broken = {
  get broken(): never {
    throw new Error('bob@example.com');
  },
};
const itself: Record<string, unknown> = {};
itself['again'] = { itself };
const unreadable = (given: object): object =>
  new Proxy(given, {
    get: (_, name) => {
      throw new Error(String(name));
    },
  });

function unreadablePrototype(): object {
  return new Proxy({}, { getPrototypeOf: () => broken.broken });
}

/** Getters that throw, at the top, inside and where nobody looks before the call is under way. */
const UNREADABLE: readonly (readonly [path: string, given: readonly unknown[], told: string])[] = [
  ['createKernel', [{ config: { budget: Object.defineProperty({}, 'max_tokens', getter()) } }], 'budget.max_tokens: '],
  ['createExecutor', [unreadable(executor)], 'createExecutor.kernel: cannot be read'],
  ['createSupervisor', [Object.defineProperty({}, 'cwd', getter())], 'createSupervisor.cwd: cannot be read'],
  [
    'createModelClient',
    [Object.defineProperty({}, 'provider', getter())],
    'createModelClient.provider: cannot be read',
  ],
  ['expand', [Object.defineProperty({ principal: ann }, 'handleId', getter())], 'expand.handleId: cannot be read'],
  ['expandAll', [unreadable(handle)], 'expandAll.handleId: cannot be read'],
  ['find', [{ handleId: 'h', principal: unreadable(ann) }], 'find.principal.principal_id: cannot be read'],
  ['invoke', [new Proxy(call, { ownKeys: () => Object.keys(null as never) })], 'invoke: cannot be read'],
  ['invoke', [{ ...call, args: { a: [1, { b: broken }] } }], 'invoke.args.a[1].b.broken: cannot be read'],
  ['invokeStream', [{ ...call, args: broken }], 'invokeStream.args.broken: cannot be read'],
  ['grant', [{ ...granted, constraints: { args: { pinned: broken } } }], 'grant.constraints.args.pinned.broken: '],
  [
    'grant',
    [{ ...granted, constraints: { args: { pinned: itself } } }],
    'grant.constraints.args.pinned.again.itself: ',
  ],
  ['executor.executeStream', ['hi', unreadable({ sessionId: 's' })], 'executeStream.sessionId: cannot be read'],
];

function getter(): PropertyDescriptor {
  return { enumerable: true, get: () => broken.broken };
}

describe('what cannot be meant is USAGE, with its path', () => {
  test.each(WRONG.map(([path, given, told]) => ({ path, given, told })))('$told', async ({ path, given, told }) => {
    const error = await refusalOf(path, given);
    expect(error).toMatchObject({ code: 'USAGE', message: expect.stringContaining(told) });
  });

  test.each(UNREADABLE.map(([path, given, told]) => ({ path, given, told })))(
    '$told',
    async ({ path, given, told }) => {
      const error = await refusalOf(path, given);
      expect(error).toMatchObject({ code: 'USAGE', message: expect.stringContaining(told) });
      expect(String(error)).not.toContain('bob@example.com');
    },
  );

  test('also what a run is told', async () => {
    const run = kernel.invokeStream(call);
    expect(() => run.observe(7 as never)).toThrow('observe.fn: expected a function');
    const { error } = await run.cancel({ a: 1 } as never);
    expect(error).toMatchObject({ code: 'CANCELLED' });
  });

  test('also what a runner is told', async () => {
    const supervisor = akernel.createSupervisor();
    const runner = await supervisor.spawn(fakeRunner('sleep'));
    expect(supervisor.runners()).toEqual([runner]);
    expect(() => runner.observe(7 as never)).toThrow('observe.fn: expected a function');
    for (const [given, told] of [
      [{ timeoutMs: '5' }, 'wait.timeoutMs: expected a number'],
      [{ timeout: 5 }, 'wait.timeout: unknown member, did you mean timeoutMs'],
      [{ onChunk: 5 }, 'wait.onChunk: expected a function'],
      [null, 'wait: expected an object'],
    ] as const) {
      await expect(runner.wait(given as never)).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining(told),
      });
    }
    await supervisor.close();
    expect(await runner.result).toMatchObject({ exit_kind: 'cancelled' });
  });

  test('also an error of akernel that is made', () => {
    expect(() => new akernel.KernelError('NOPE' as never, 'x')).toThrow('KernelError.code: expected one of ERRORS');
    expect(akernel.isKernelError(unreadablePrototype())).toBe(false);
  });

  test.each([
    ['a limit', llm({ max_tokens: 0 }), 'createExecutor.graph.nodes.a.max_tokens: '],
    ['an edge', { ...graph, edges: [{ form: 'a', to: 'a' }] }, 'createExecutor.graph.edges[0].form: unknown member'],
  ])('in a graph: %s', async (_, wrong, told) => {
    const error = await refusalOf('createExecutor', [{ ...executor, kernel, graph: wrong }]);
    expect(error).toMatchObject({ code: 'USAGE', message: expect.stringContaining(told) });
  });

  test('every function of a kernel is among them', () => {
    const functions = Object.entries(kernel).flatMap(([name, value]) =>
      typeof value === 'function' ? [name] : Object.keys(Object(value)).map((below) => `${name}.${below}`),
    );
    const without = [
      'capabilities.list',
      'capabilities.load',
      'handles.collect',
      'audit.verify',
      'agents.list',
      'close',
    ];
    const checked = new Set(WRONG.map(([path]) => path));
    expect(functions.filter((name) => !checked.has(name) && !without.includes(name))).toEqual([]);
  });
});

test('a call that is refused leaves one trace, where it is known whose it was', async () => {
  const before = traces.length;
  await refusalOf('expand', [{ ...handle, sort: 'id' }]);
  await refusalOf('invokeStream', [{ ...call, timeoutMs: 0 }]);
  await refusalOf('expand', [{ handleId: 'h_0000000000', sort: 'id' }]);
  expect(traces.slice(before)).toMatchObject([
    { event: 'expand', principal_id: 'ann', handle_id: 'h_0000000000', outcome: 'failed', error: { code: 'USAGE' } },
    { event: 'invoke', principal_id: 'ann', capability_id: 'demo.customers', error: { code: 'USAGE' } },
  ]);
});

test('a principal of whom nothing else is said has no roles and no attributes', async () => {
  const principal = { principal_id: 'ann' } as never;
  const { allowed } = await kernel.decide({ principal, capabilityId: 'demo.log' });
  const { capability_token: capabilityToken } = await kernel.grant({ principal, capabilityId: 'fs.list_files' });
  const frame = await kernel.invoke({ principal, capabilityId: 'fs.list_files', args: {}, capabilityToken });
  expect([typeof allowed, frame.status]).toEqual(['boolean', 'completed']);
});

test('a part of a section of the settings leaves the rest of it as it is', async () => {
  const config = { budget: { max_tokens: 900 } } as never;
  const small = await akernel.createKernel({ config });
  const request = { principal: ann, capabilityId: 'fs.list_files', args: {}, capabilityToken: '', stream: false };
  expect(await small.plan(request)).toMatchObject({ budget_total: 900 });
  await small.close();
});

test('a field outside the grant is named', async () => {
  const constraints = { allowed_fields: ['path'] };
  const grant = await kernel.grant({ principal: ann, capabilityId: 'fs.list_files', constraints });
  const { capability_token: capabilityToken } = grant;
  const run = kernel.invokeStream({ principal: ann, capabilityId: 'fs.list_files', args: {}, capabilityToken });
  const { handle_id: handleId = '' } = await run.result;
  await expect(kernel.expand({ handleId, principal: ann, fields: ['size_bytes'] })).rejects.toMatchObject({
    code: 'USAGE',
    message: 'the field "size_bytes" is outside the grant',
  });
});
