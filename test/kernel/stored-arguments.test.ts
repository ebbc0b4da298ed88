import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Capability } from '../../src/contract/capability.js';
import type { Chunk } from '../../src/contract/chunk.js';
import type { DriverCall } from '../../src/contract/driver.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { createKernel } from '../../src/library.js';
import { recordsFromValues } from '../../src/streams/records.js';
import { ANN, BOB, drain, TEST_CAPABILITY } from '../support/test-kernel.js';

const MAIL = ['ada', 'example.org'].join('@');
const ROWS = [
  { id: 7, mail: MAIL, big: 12345678901234567890n, deep: { list: [1, 2] } },
  { id: 8, mail: MAIL },
  { id: 9, mail: MAIL, deep: { list: [3] } },
];
const LOG = 'first line\nsecond line\n';

/** What the last call of the driver `take` was given. */
interface Taken {
  args: unknown;
  bytes: string | undefined;
}

const SOURCE: Capability = {
  ...TEST_CAPABILITY,
  capability_id: 'test.rows',
  driver: { driver_id: 'give', operation: 'rows' },
};
const TEXT: Capability = {
  ...TEST_CAPABILITY,
  capability_id: 'test.text',
  driver: { driver_id: 'give', operation: 'text' },
};
const NARROW: Capability = { ...SOURCE, capability_id: 'test.narrow', allowed_fields: ['id'] };
const TAKER: Capability = {
  ...TEST_CAPABILITY,
  capability_id: 'test.take',
  accepts_handles: true,
  params: {
    type: 'object',
    properties: {
      ids: { type: 'array', items: { type: 'integer' } },
      any: {},
      body: { type: 'array', items: { type: 'object', required: ['id'] } },
      whole: {},
    },
    additionalProperties: false,
  },
  driver: { driver_id: 'take', operation: 'run' },
};

interface SetUp {
  readonly taker?: Partial<Capability>;
  readonly failing?: boolean;
  readonly streamedArguments?: readonly string[];
}

async function setUp(more: SetUp = {}) {
  const taken: Taken = { args: undefined, bytes: undefined };
  const kernel = await createKernel({
    capabilities: [SOURCE, TEXT, NARROW, { ...TAKER, ...more.taker }],
    drivers: [
      {
        driver_id: 'give',
        async *executeStream(call) {
          yield call.binding.operation === 'rows'
            ? recordsFromValues(ROWS)
            : { type: 'text', channel: 'stdout', text: LOG };
        },
      },
      {
        driver_id: 'take',
        streamedArguments: () => more.streamedArguments ?? ['body', 'whole'],
        async *executeStream(call): AsyncGenerator<Chunk> {
          taken.args = call.args;
          taken.bytes = await bytesOf(call);
          if (more.failing === true) {
            throw new Error(`no such customer ${JSON.stringify(call.args)}`);
          }
          yield recordsFromValues([{ done: true, echo: call.args }]);
        },
      },
    ],
  });
  const [rows, text, narrow] = [
    await keep(kernel, 'test.rows'),
    await keep(kernel, 'test.text'),
    await keep(kernel, 'test.narrow'),
  ];
  return { kernel, taken, rows, text, narrow };
}

async function bytesOf({ stored = {} }: DriverCall): Promise<string | undefined> {
  const [input] = Object.values(stored);
  const pieces: Uint8Array[] = [];
  for await (const piece of input?.bytes() ?? []) {
    pieces.push(piece);
  }
  return input === undefined ? undefined : Buffer.concat(pieces).toString();
}

async function keep(kernel: Kernel, capabilityId: string): Promise<string> {
  return (await run(kernel, capabilityId, {})).result.handle_id ?? '';
}

async function run(kernel: Kernel, capabilityId: string, args: Readonly<Record<string, unknown>>, principal = ANN) {
  const { capability_token: capabilityToken } = await kernel.grant({ principal, capabilityId });
  return drain(kernel.invokeStream({ capabilityId, args, principal, capabilityToken }));
}

describe('an argument from a stored result', () => {
  test.each<readonly [string, string | undefined, unknown]>([
    ['a field of all rows', 'rows[*].id', [7, 8, 9]],
    ['the same without a star', 'rows.id', [7, 8, 9]],
    ['some rows', 'rows[1:3].id', [8, 9]],
    ['rows from one on', 'rows[2:].id', [9]],
    ['no rows', 'rows[5:9].id', []],
    ['a range the wrong way round', 'rows[2:1].id', []],
    ['one value', 'rows[1].id', 8],
    ['a field below another, where it is', 'rows[*].deep.list', [[1, 2], [3]]],
    ['digits that a double cannot hold', 'rows[0].big', '12345678901234567890'],
    ['one row', 'rows[1]', { id: 8, mail: MAIL }],
  ])('%s', async (_, path, value) => {
    const { kernel, taken, rows } = await setUp();
    const { result } = await run(kernel, 'test.take', { any: { $handle: rows, path } });
    expect(result.status).toBe('completed');
    expect(taken.args).toEqual({ any: value });
  });

  test('whole rows, a whole text, and one within an object', async () => {
    const { kernel, taken, rows, text } = await setUp();
    await run(kernel, 'test.take', { any: { $handle: rows } });
    expect(taken.args).toMatchObject({ any: [{ id: 7, mail: MAIL }, { id: 8 }, { id: 9 }] });
    await run(kernel, 'test.take', { any: { $handle: text } });
    expect(taken.args).toEqual({ any: LOG });
    await run(kernel, 'test.take', { any: { list: [1, { $handle: rows, path: 'rows[0].id' }] } });
    expect(taken.args).toEqual({ any: { list: [1, 7] } });
  });

  test('a driver that takes streams is given them: rows as they were kept, and a text as itself', async () => {
    const { kernel, taken, rows, text } = await setUp();
    await run(kernel, 'test.take', { whole: { $handle: rows } });
    expect(taken.args).toEqual({});
    expect(taken.bytes?.split('\n')[0]).toBe(
      `{"id":7,"mail":"${MAIL}","big":12345678901234567890,"deep":{"list":[1,2]}}`,
    );
    await run(kernel, 'test.take', { whole: { $handle: text } });
    expect(taken.bytes).toBe(LOG);
    await run(kernel, 'test.take', { body: { $handle: rows, path: 'rows[1:]' } });
    expect(taken.bytes).toBe(`{"id":8,"mail":"${MAIL}"}\n{"id":9,"mail":"${MAIL}","deep":{"list":[3]}}\n`);
  });

  test('the trace names the handle, and no value is in it or in a frame', async () => {
    const { kernel, rows } = await setUp({ taker: { sensitivity: 'NONE' } });
    const { result, stdout } = await run(kernel, 'test.take', { any: { $handle: rows, path: 'rows[*].mail' } });
    const trace = await kernel.explain(result.action_id, ANN);
    expect(trace.args).toEqual({ any: { $handle: rows, path: 'rows[*].mail' } });
    expect(stdout + JSON.stringify(trace)).not.toContain(MAIL);
  });

  test('what was hidden in the stored result is hidden in the result it was put into, also later', async () => {
    const kernel = await createKernel({
      capabilities: [
        {
          ...SOURCE,
          redaction: { sensitive_fields: ['id'], own_detectors: [{ name: 'x', type: 'x', pattern: 'EMP-[0-9]{3}' }] },
        },
        TAKER,
      ],
      drivers: [
        { driver_id: 'give', execute: async () => [{ staff: 'EMP-123' }] },
        { driver_id: 'take', execute: async ({ args }) => [{ said: args }] },
      ],
    });
    const { result } = await run(kernel, 'test.rows', {});
    const taken = await run(kernel, 'test.take', { any: { $handle: result.handle_id, path: 'rows[*].staff' } });
    expect(taken.stdout).not.toContain('EMP-123');
    expect(taken.stdout).toContain('[REDACTED:x]');
    const later = await kernel.expand({ handleId: taken.result.handle_id ?? '', principal: ANN });
    expect(JSON.stringify(later.rows)).toContain('[REDACTED:x]');
  });

  test('a failure of the driver is told without its words', async () => {
    const { kernel, rows } = await setUp({ failing: true });
    const { result, stdout } = await run(kernel, 'test.take', { ids: { $handle: rows, path: 'rows[*].id' } });
    expect(result.error).toMatchObject({ code: 'DRIVER_FAILED', message: expect.stringContaining('withheld') });
    expect(stdout).not.toContain('customer');
  });

  test('a dry run says whether the values fit', async () => {
    const { kernel, rows } = await setUp();
    const ask = (path: string) =>
      kernel.plan({
        capabilityId: 'test.take',
        args: { ids: { $handle: rows, path } },
        principal: ANN,
        capabilityToken: '',
        stream: false,
      });
    expect(await ask('rows[*].id')).toMatchObject({ args_valid: true });
    expect(await ask('rows[*].mail')).toMatchObject({ args_valid: false });
    expect(await ask('rows[*')).toMatchObject({ args_valid: false, args_errors: [expect.stringContaining('path')] });
  });
});

describe('is refused', () => {
  test.each<readonly [string, (of: { rows: string; narrow: string; text: string }) => unknown, string]>([
    ['without a handle', () => ({ $handle: 7 }), 'USAGE'],
    ['with other members', ({ rows }) => ({ $handle: rows, paht: 'rows' }), 'USAGE'],
    ['with a path that makes no sense', ({ rows }) => ({ $handle: rows, path: 'rows[-1]' }), 'USAGE'],
    ['for a row that is not there', ({ rows }) => ({ $handle: rows, path: 'rows[9].id' }), 'USAGE'],
    ['for the text of rows', ({ rows }) => ({ $handle: rows, path: 'text' }), 'USAGE'],
    ['for a field outside the grant', ({ narrow }) => ({ $handle: narrow, path: 'rows[*].mail' }), 'USAGE'],
    ['for a handle that is not there', () => ({ $handle: 'h_0000000000' }), 'HANDLE_NOT_FOUND'],
  ])('%s', async (_, argument, code) => {
    const { kernel, taken, ...handles } = await setUp();
    const { result } = await run(kernel, 'test.take', { any: argument(handles) });
    expect(result.error?.code).toBe(code);
    expect(taken.args).toBeUndefined();
  });

  test('values that params does not allow, named without the values', async () => {
    const { kernel, taken, rows } = await setUp();
    const { result } = await run(kernel, 'test.take', { ids: { $handle: rows, path: 'rows[*].mail' } });
    expect(result.error).toMatchObject({ code: 'USAGE', message: expect.stringContaining('ids') });
    expect(taken.args).toBeUndefined();
    const streamed = await run(kernel, 'test.take', { body: { $handle: rows, path: 'rows[*].id' } });
    expect(streamed.result.error?.code).toBe('USAGE');
    expect(JSON.stringify(result.error) + streamed.stdout).not.toContain(MAIL);
  });

  test('by a capability that takes none, at any depth', async () => {
    const { kernel, rows } = await setUp({ taker: { accepts_handles: false } });
    for (const any of [{ $handle: rows }, { deep: [{ $handle: rows }] }]) {
      const { result } = await run(kernel, 'test.take', { any });
      expect(result.error).toMatchObject({ code: 'POLICY_DENIED', details: { reason: 'handles_not_accepted' } });
      expect((await kernel.explain(result.action_id, ANN)).error?.code).toBe('POLICY_DENIED');
    }
  });

  test('to another principal, and after its end', async () => {
    const { kernel, rows } = await setUp();
    const { result } = await run(kernel, 'test.take', { any: { $handle: rows } }, BOB);
    expect(result.error?.code).toBe('HANDLE_NOT_FOUND');
    await kernel.handles.remove(rows, ANN);
    expect((await run(kernel, 'test.take', { any: { $handle: rows } })).result.error?.code).toBe('HANDLE_NOT_FOUND');
  });

  test('fields outside the grant do not exist in whole rows either', async () => {
    const { kernel, taken, narrow } = await setUp();
    await run(kernel, 'test.take', { any: { $handle: narrow } });
    expect(taken.args).toEqual({ any: [{ id: 7 }, { id: 8 }, { id: 9 }] });
    await run(kernel, 'test.take', { whole: { $handle: narrow } });
    expect(taken.bytes).toBe('{"id":7}\n{"id":8}\n{"id":9}\n');
  });
});

describe('an argument that is streamed is checked like any other', () => {
  const list = { type: 'array', items: { $ref: '#/$defs/whole' } };
  const params = {
    type: 'object',
    properties: {
      number: { type: 'integer' },
      list,
      few: { ...list, maxItems: 2 },
      shaped: { $ref: '#/$defs/shaped' },
      words: { type: 'string', pattern: '^first' },
      others: { type: 'string', pattern: '^second' },
      free: { description: 'Anything.' },
    },
    additionalProperties: false,
    $defs: { whole: { type: 'integer' }, shaped: { type: 'array', items: { type: 'string' } } },
  };
  const streamedArguments = [...Object.keys(params.properties), 'unknown'];

  test.each<readonly [string, string, string | undefined, string | undefined]>([
    ['number', 'rows', undefined, undefined],
    ['list', 'rows', 'rows[0]', undefined],
    ['list', 'rows', 'rows[0].id', undefined],
    ['list', 'rows', 'rows[*].mail', undefined],
    ['list', 'text', 'text', undefined],
    ['list', 'rows', 'rows[*].id', '7\n8\n9\n'],
    ['few', 'rows', 'rows[*].id', undefined],
    ['few', 'rows', 'rows[1:].id', '8\n9\n'],
    ['shaped', 'rows', 'rows[*].id', undefined],
    ['shaped', 'rows', 'rows[0:1].mail', `"${MAIL}"\n`],
    ['words', 'text', 'text', LOG],
    ['others', 'text', 'text', undefined],
    ['free', 'rows', 'rows[0].id', '7\n'],
    ['unknown', 'rows', 'rows[*].id', undefined],
  ])('%s given the %s %s', async (name, kind, path, expected) => {
    const { kernel, taken, ...handles } = await setUp({ taker: { params }, streamedArguments });
    const argument = {
      $handle: kind === 'text' ? handles.text : handles.rows,
      ...(path === undefined ? {} : { path }),
    };
    const { result } = await run(kernel, 'test.take', { [name]: argument });
    expect([result.error?.code, taken.bytes]).toEqual(
      expected === undefined ? ['USAGE', undefined] : [undefined, expected],
    );
  });

  test('also where params asks for one of several', async () => {
    const either = { ...params, anyOf: [{ required: ['list'] }, { required: ['words'] }] };
    const { kernel, taken, rows } = await setUp({ taker: { params: either }, streamedArguments });
    expect(
      (await run(kernel, 'test.take', { list: { $handle: rows, path: 'rows[*].id' } })).result.error,
    ).toBeUndefined();
    expect([taken.args, taken.bytes]).toEqual([{}, '7\n8\n9\n']);
    expect((await run(kernel, 'test.take', { free: { $handle: rows } })).result.error?.code).toBe('USAGE');
  });
});

test('whatever stands in a path, the answer is a KernelError or values', async () => {
  const { kernel, rows } = await setUp();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.stringMatching(/^rows(\[[0-9:*]{0,4}\])?(\.[a-z.]{0,9})?$/)),
      async (path) => {
        const plan = await kernel.plan({
          capabilityId: 'test.take',
          args: { any: { $handle: rows, path } },
          principal: ANN,
          capabilityToken: '',
          stream: false,
        });
        expect(plan.args_errors.every((text) => !text.includes('internal'))).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

test('more values than the arguments of a call can hold', async () => {
  const { kernel } = await setUp();
  const { result } = await run(kernel, 'demo.customers', { rows: 100_001 });
  const part = (path: string) => ({ $handle: result.handle_id, path });
  const codeOf = async (any: unknown) => (await run(kernel, 'test.take', { any })).result.error?.code;
  expect(await codeOf(part('rows[*].id'))).toBe('LIMIT_REACHED');
  expect(await codeOf([part('rows[:60000].id'), part('rows[60000:].id')])).toBe('LIMIT_REACHED');
  expect(await codeOf(part('rows[60000:].id'))).toBeUndefined();
});
