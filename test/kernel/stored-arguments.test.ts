import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOG, MAIL, run, setUp } from '../support/stored-results.js';
import { ANN, BOB } from '../support/test-kernel.js';

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

test('a partial one is given with a warning', async () => {
  const { kernel, taken } = await setUp();
  const { result } = await run(kernel, 'test.broken', {});
  const { stdout } = await run(kernel, 'test.take', { any: { $handle: result.handle_id, path: 'rows[*].id' } });
  expect(taken.args).toEqual({ any: [7, 8, 9] });
  expect(stdout).toContain(`the stored result ${result.handle_id} in an argument is partial`);
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

  test('while it is being written', async () => {
    const { kernel, taken } = await setUp();
    const { capability_token: capabilityToken } = await kernel.grant({ principal: ANN, capabilityId: 'test.rows' });
    const request = { capabilityId: 'test.rows', args: {}, principal: ANN, capabilityToken };
    for await (const frame of kernel.invokeStream(request)) {
      if (frame.is_final) {
        break;
      }
      const { result } = await run(kernel, 'test.take', { any: { $handle: frame.handle_id } });
      expect(result.error).toMatchObject({ code: 'USAGE', message: expect.stringContaining('still being written') });
    }
    expect(taken.args).toBeUndefined();
    expect.assertions(2);
  });

  test('more than 16 in one call', async () => {
    const { kernel, rows } = await setUp();
    const codeOf = async (count: number) =>
      (await run(kernel, 'test.take', { any: Array.from({ length: count }, () => ({ $handle: rows })) })).result.error
        ?.code;
    expect([await codeOf(16), await codeOf(17)]).toEqual([undefined, 'USAGE']);
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
