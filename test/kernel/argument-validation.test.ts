import { describe, expect, test } from 'vitest';
import { coerceArguments, createArgumentValidator } from '../../src/kernel/argument-validation.js';
import { createRegistry } from '../../src/kernel/registry.js';
import { sampleCapability } from '../support/sample-capability.js';

const validator = createArgumentValidator();
const check = (params: Record<string, unknown>, args: unknown) =>
  validator.validate(sampleCapability({ params }), args);

const params = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1, maxLength: 5 },
    rows: { type: 'integer', minimum: 1, maximum: 100 },
    delay_ms: { type: 'number' },
    mode: { enum: ['fast', 'slow'] },
    dry: { type: 'boolean' },
    ids: { type: 'array', items: { type: 'integer' }, minItems: 1, uniqueItems: true },
    filter: {
      type: 'object',
      properties: { status: { type: 'string' } },
      required: ['status'],
      additionalProperties: false,
    },
    when: { anyOf: [{ type: 'string', pattern: '^\\d{4}-\\d\\d$' }, { type: 'null' }] },
    secret: { type: 'string', pattern: '^[a-z]+$' },
  },
  required: ['path'],
  additionalProperties: false,
};

describe('sentences', () => {
  test.each<[unknown, readonly string[]]>([
    [{ path: 'a' }, []],
    [
      { path: 'a', rows: 1, delay_ms: 0.5, mode: 'slow', dry: false, ids: [1], filter: { status: 'x' }, when: null },
      [],
    ],
    [{}, ['the argument "path" is missing: it must be a text']],
    [{ path: 7 }, ['the argument "path" must be a text']],
    [{ path: '' }, ['the argument "path" must be a text of at least 1 characters']],
    [{ path: '123456' }, ['the argument "path" must be a text of at most 5 characters']],
    [{ path: '😀😀😀😀😀' }, []],
    [{ path: 'a', rows: '5' }, ['the argument "rows" must be a whole number from 1 to 100']],
    [{ path: 'a', rows: 1.5 }, ['the argument "rows" must be a whole number from 1 to 100']],
    [{ path: 'a', rows: Number.NaN }, ['the argument "rows" must be a whole number from 1 to 100']],
    [{ path: 'a', rows: 0 }, ['the argument "rows" must be 1 or more']],
    [{ path: 'a', rows: 101 }, ['the argument "rows" must be 100 or less']],
    [{ path: 'a', delay_ms: Number.POSITIVE_INFINITY }, ['the argument "delay_ms" must be a number']],
    [{ path: 'a', mode: 'quick' }, ['the argument "mode" must be one of "fast", "slow"']],
    [{ path: 'a', dry: 'true' }, ['the argument "dry" must be true or false']],
    [{ path: 'a', ids: [] }, ['the argument "ids" must be a list of at least 1 items']],
    [{ path: 'a', ids: [1, 'x'] }, ['the argument "ids[1]" must be a whole number']],
    [{ path: 'a', ids: [1, 1] }, ['the argument "ids" must be a list without repeats']],
    [{ path: 'a', filter: {} }, ['the argument "filter.status" is missing: it must be a text']],
    [
      { path: 'a', filter: { statsu: 'x', status: 'y' } },
      ['there is no argument "filter.statsu"; did you mean status?'],
    ],
    [{ path: 'a', when: '2026' }, ['the argument "when" must be a text that fits the pattern ^\\d{4}-\\d\\d$']],
    [{ path: 'a', when: 7 }, ['the argument "when" must be a text or null']],
    [{ path: 'a', row: 5 }, ['there is no argument "row"; did you mean rows?']],
    [{ path: 'a', zebra: 5 }, ['there is no argument "zebra"']],
    [
      { rows: 'x', zebra: 1 },
      [
        'there is no argument "zebra"',
        'the argument "path" is missing: it must be a text',
        'the argument "rows" must be a whole number from 1 to 100',
      ],
    ],
    [null, ['the arguments must be an object']],
    [[], ['the arguments must be an object']],
    ['path=a', ['the arguments must be an object']],
  ])('%j', (args, expected) => {
    expect(check(params, args)).toEqual(expected);
  });

  test('neither values nor strange names are repeated', () => {
    const value = 'hunter2'.repeat(3).toUpperCase();
    const sentences = check(params, { path: value, secret: value, [`x ${value}`]: 1, ids: [value], when: value });
    expect(sentences).toHaveLength(5);
    expect(sentences.join()).not.toContain('HUNTER2');
  });

  test('an inherited argument is none, and __proto__ is an argument', () => {
    expect(check(params, Object.create({ path: 'a' }))).toEqual(['the argument "path" is missing: it must be a text']);
    expect(check(params, JSON.parse('{"path":"a","__proto__":1}'))).toEqual(['there is no argument "__proto__"']);
  });

  test('a schema may allow anything', () => {
    expect(check({}, { a: [1, { b: null }] })).toEqual([]);
    expect(check({}, { a: undefined, b: () => 1 })).toEqual([]);
    expect(check({ properties: { b: {} } }, { b: () => 1 })).toEqual(['the argument "b" must be a value']);
  });

  test('at most twenty sentences', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`extra_${i}`, 1]));
    expect(check(params, { path: 'a', ...many })).toHaveLength(20);
  });
});

describe('JSON Schema 2020-12', () => {
  const tree = {
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, v: { type: 'integer' } } } },
    $ref: '#/$defs/node',
  };

  test.each<[string, Record<string, unknown>, Record<string, unknown>, boolean]>([
    ['$ref round to itself', tree, { next: { next: { v: 1 } } }, true],
    ['$ref round to itself, wrong below', tree, { next: { next: { v: 'x' } } }, false],
    [
      '$anchor',
      { $defs: { a: { $anchor: 'x', type: 'integer' } }, properties: { v: { $ref: '#x' } } },
      { v: 'x' },
      false,
    ],
    [
      'a part named by its id',
      { properties: { v: { $id: 'T0', properties: { v: { $ref: 'T0' } }, type: 'object' } } },
      { v: { v: 1 } },
      false,
    ],
    ['const', { properties: { v: { const: { a: [1] } } } }, { v: { a: [1] } }, true],
    ['const of another type', { properties: { v: { const: 0 } } }, { v: false }, false],
    ['1.0 is an integer', { properties: { v: { type: 'integer' } } }, { v: 1.0 }, true],
    ['type list', { properties: { v: { type: ['string', 'null'] } } }, { v: null }, true],
    ['multipleOf', { properties: { v: { multipleOf: 0.01 } } }, { v: 19.99 }, true],
    ['not a multiple', { properties: { v: { multipleOf: 0.01 } } }, { v: 19.995 }, false],
    ['exclusiveMinimum', { properties: { v: { exclusiveMinimum: 1 } } }, { v: 1 }, false],
    ['draft 4 exclusiveMinimum', { properties: { v: { minimum: 1, exclusiveMinimum: true } } }, { v: 1 }, false],
    ['oneOf, two fit', { properties: { v: { oneOf: [{ type: 'integer' }, { minimum: 2 }] } } }, { v: 3 }, false],
    ['oneOf, one fits', { properties: { v: { oneOf: [{ type: 'integer' }, { minimum: 2 }] } } }, { v: 1 }, true],
    ['not', { properties: { v: { not: { type: 'string' } } } }, { v: 'x' }, false],
    ['if then', JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]}}'), { a: 1 }, false],
    ['if else', { if: { required: ['a'] }, else: { required: ['b'] } }, { b: 1 }, true],
    ['prefixItems', { properties: { v: { prefixItems: [{ type: 'string' }], items: false } } }, { v: ['a', 1] }, false],
    [
      'draft 7 tuple',
      { properties: { v: { items: [{ type: 'string' }], additionalItems: false } } },
      { v: ['a', 1] },
      false,
    ],
    ['contains', { properties: { v: { contains: { const: 1 }, maxContains: 1 } } }, { v: [1, 2, 1] }, false],
    [
      'patternProperties',
      { patternProperties: { '^x_': { type: 'integer' } }, additionalProperties: false },
      { x_a: 1 },
      true,
    ],
    ['propertyNames', { propertyNames: { maxLength: 2 } }, { abc: 1 }, false],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }, { a: 1 }, false],
    ['draft 7 dependencies', { dependencies: { a: { required: ['b'] } } }, { a: 1 }, false],
    [
      'unevaluatedProperties over allOf',
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1 },
      true,
    ],
    [
      'unevaluatedProperties, one more',
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1, b: 1 },
      false,
    ],
    [
      'a failing branch evaluates nothing',
      { anyOf: [{ properties: { a: { type: 'string' } } }, true], unevaluatedProperties: false },
      { a: 1 },
      false,
    ],
    [
      'unevaluatedItems',
      { properties: { v: { prefixItems: [true], unevaluatedItems: { type: 'null' } } } },
      { v: [1, null] },
      true,
    ],
    ['boolean schemas', { properties: { v: false } }, { v: 1 }, false],
    ['format is not checked', { properties: { v: { format: 'email' } } }, { v: 'x' }, true],
  ])('%s', (_name, schema, args, expected) => {
    expect(check(schema, args).length === 0).toBe(expected);
  });

  test.each<[string, Record<string, unknown>]>([
    ['an unknown type', { properties: { v: { type: 'strin' } } }],
    ['a remote reference', { properties: { v: { $ref: 'https://example.com/schema.json' } } }],
    ['a reference to nothing', { properties: { v: { $ref: '#/$defs/none' } } }],
    ['a reference to an inherited name', { properties: { v: { $ref: '#/constructor' } } }],
    [
      'a local reference within a part that has its own id',
      {
        $defs: { a: { type: 'string' } },
        properties: { v: { $id: 'part', allOf: [{ $ref: '#/$defs/a' }] } },
      },
    ],
    ['a dynamic reference', { properties: { v: { $dynamicRef: '#x' } } }],
    ['required: true', { properties: { v: { required: true } } }],
    ['properties as a list', { properties: [] }],
    ['minimum as text', { properties: { v: { minimum: '1' } } }],
    ['enum as text', { properties: { v: { enum: 'a' } } }],
    ['a number as schema', { properties: { v: 7 } }],
    ['a broken pattern', { properties: { v: { pattern: '(' } } }],
    ['look-ahead', { properties: { v: { pattern: '^(?=a)' } } }],
    ['a back reference', { properties: { v: { pattern: '(a)\\1' } } }],
    ['a pattern that is too large', { properties: { v: { pattern: '((a{100}){100}){100}' } } }],
  ])('%s is CONFIG_INVALID, not passed over', (_name, schema) => {
    expect(() => check(schema, { v: 'a' })).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });

  test('frozen capabilities can be checked', async () => {
    const capability = await createRegistry([sampleCapability({ params })]).get('demo.customers');
    expect(validator.validate(capability, { path: 1 })).toEqual(['the argument "path" must be a text']);
  });
});

describe('hostile schemas and values', () => {
  const tooMuch = ['the arguments are nested too deeply or too large to be checked'];
  const self = { $defs: { a: { $ref: '#/$defs/a' } }, properties: { v: { $ref: '#/$defs/a' } } };
  const list = { $defs: { a: { items: { $ref: '#/$defs/a' } } }, properties: { v: { $ref: '#/$defs/a' } } };
  const double = {
    $defs: { a: { items: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] }, type: 'array' } },
    properties: { v: { $ref: '#/$defs/a' } },
  };
  const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`) as unknown;

  test.each<[string, Record<string, unknown>, unknown]>([
    ['a reference to itself', self, 1],
    ['depth 10,000', list, nested(10_000)],
    ['a tree that doubles at each level', double, nested(60)],
  ])('%s ends', (_name, schema, v) => {
    expect(check(schema, { v })).toEqual(tooMuch);
  });

  test('100,000 unknown keys, 100,000 items', () => {
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, 1]));
    expect(check({ ...params, required: [] }, keys)).toHaveLength(20);
    const items = Array.from({ length: 100_000 }, () => 'x');
    expect(check({ properties: { v: { items: { type: 'integer' } } } }, { v: items })).toHaveLength(20);
  });

  test('depth 10,000 where the schema says nothing', () => {
    expect(check({}, { v: nested(10_000) })).toEqual([]);
    expect(check({ properties: { v: { uniqueItems: true } } }, { v: [nested(10_000)] })).toHaveLength(1);
    expect(check({ properties: { v: { enum: [1] } } }, { v: nested(10_000) })).toHaveLength(1);
  });
});

describe('key=value pairs', () => {
  const typed = {
    $defs: { amount: { type: 'integer' } },
    properties: {
      text: { type: 'string' },
      rows: { type: 'integer' },
      ratio: { type: 'number' },
      dry: { type: 'boolean' },
      ids: { type: 'array' },
      filter: { type: 'object' },
      either: { type: ['integer', 'null'] },
      mixed: { type: ['integer', 'string'] },
      any: {},
      level: { enum: [1, 2, null] },
      mode: { enum: ['fast', 'slow'] },
      amount: { $ref: '#/$defs/amount' },
      optional: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    },
  };

  test.each<[string, string, unknown]>([
    ['text', '5', '5'],
    ['text', '', ''],
    ['rows', '5', 5],
    ['rows', '-5', -5],
    ['ratio', '1e-3', 0.001],
    ['dry', 'true', true],
    ['dry', 'false', false],
    ['ids', '[1,"a"]', [1, 'a']],
    ['filter', '{"a":1}', { a: 1 }],
    ['either', 'null', null],
    ['either', '7', 7],
    ['mixed', '7', '7'],
    ['any', '7', '7'],
    ['unknown', '7', '7'],
    ['level', '2', 2],
    ['level', 'null', null],
    ['mode', 'fast', 'fast'],
    ['amount', '12', 12],
    ['optional', 'null', null],
    ['toString', 'x', 'x'],
  ])('%s=%s', (name, text, expected) => {
    expect(coerceArguments(typed, { [name]: text })).toEqual({ [name]: expected });
  });

  test.each<[string, string, string]>([
    ['rows', 'abc', 'the argument "rows" must be a whole number that can be kept digit for digit'],
    ['rows', '', 'the argument "rows" must be a whole number that can be kept digit for digit'],
    ['rows', '1.5', 'the argument "rows" must be a whole number that can be kept digit for digit'],
    ['rows', ' 5', 'the argument "rows" must be a whole number that can be kept digit for digit'],
    ['rows', '0x10', 'the argument "rows" must be a whole number that can be kept digit for digit'],
    ['rows', '9007199254740993', 'the argument "rows" must be a whole number that can be kept digit for digit'],
    ['ratio', '1e999', 'the argument "ratio" must be a number'],
    ['ratio', 'NaN', 'the argument "ratio" must be a number'],
    ['dry', 'yes', 'the argument "dry" must be true or false'],
    ['ids', '1,2', 'the argument "ids" must be a JSON list such as ["a","b"]'],
    ['ids', '{}', 'the argument "ids" must be a JSON list such as ["a","b"]'],
    ['filter', '[1]', 'the argument "filter" must be a JSON object such as {"a":1}'],
    ['either', 'x', 'the argument "either" must be a whole number that can be kept digit for digit or null'],
  ])('%s=%s is refused', (name, text, message) => {
    expect(() => coerceArguments(typed, { [name]: text })).toThrow(expect.objectContaining({ code: 'USAGE', message }));
  });

  test('__proto__ is an argument like any other', () => {
    const args = coerceArguments(typed, JSON.parse('{"__proto__":"x"}') as Record<string, string>);
    expect(Object.keys(args)).toEqual(['__proto__']);
  });
});
