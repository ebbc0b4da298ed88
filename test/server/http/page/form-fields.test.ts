import { describe, expect, it, test } from 'vitest';
import { type Field, fieldsOf, readField } from '../../../../src/server/http/page/form-fields.js';

describe('the fields of a capability', () => {
  it('are one for each argument, the required ones first', () => {
    const fields = fieldsOf({
      properties: {
        note: { type: 'string', default: 'x', description: 'a note' },
        count: { type: 'integer' },
        on: { type: 'boolean' },
        kind: { enum: ['a', 7] },
        list: { type: 'array' },
        any: { anyOf: [] },
      },
      required: ['list'],
      additionalProperties: false,
    });
    expect(fields.map(({ name, kind, wanted }) => `${name} ${kind} ${wanted}`)).toEqual([
      'list json JSON list',
      'note text text',
      'count number whole number',
      'on choice true or false',
      'kind choice choice',
      'any json JSON',
    ]);
    expect(fieldsOf({}).map(({ name }) => name)).toEqual(['(other arguments)']);
  });

  const field = (schema: unknown): Field => {
    const [first] = fieldsOf({ properties: { it: schema }, required: [] });
    if (first === undefined) {
      throw new Error('no field');
    }
    return first;
  };
  test.each([
    [{ type: 'string' }, '12', { value: '12' }],
    [{ type: 'integer' }, '12', { value: 12 }],
    [{ type: 'integer' }, '1.5', { mistake: 'must be a whole number' }],
    [{ type: 'number' }, '1.5', { value: 1.5 }],
    [{ type: 'number' }, ' ', { mistake: 'must be a number' }],
    [{ type: 'boolean' }, '1', { value: false }],
    [{ enum: ['a', 7] }, '1', { value: 7 }],
    [{ type: 'array' }, '[1]', { value: [1] }],
    [{ type: 'array' }, '{}', { mistake: 'must be a JSON list' }],
    [{}, '"x"', { value: 'x' }],
    [{}, 'x', { mistake: 'must be JSON: a text stands in "quotes"' }],
    [{ type: 'string' }, '', { value: undefined }],
  ])('%j takes %j as %j', (schema, text, read) => {
    expect(readField(field(schema), text)).toEqual(read);
  });
});
