import { describe, expect, test } from 'vitest';
import { LOG, MAIL, run, setUp } from '../support/stored-results.js';

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
    ['free', 'rows', 'rows[1:2]', `{"id":8,"mail":"${MAIL}"}\n`],
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

  test.each(['tells in its own words', 'keeps to itself'])(
    'what a driver %s that an item does not fit',
    async (how) => {
      const { kernel, rows } = await setUp({
        taker: { params },
        streamedArguments,
        swallowing: how === 'keeps to itself',
      });
      const { result, stdout } = await run(kernel, 'test.take', { list: { $handle: rows, path: 'rows[*].mail' } });
      expect(result.error).toMatchObject({
        code: 'USAGE',
        message: 'a stored value is not what the argument "list" takes',
      });
      expect(stdout).not.toContain(MAIL);
    },
  );

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
