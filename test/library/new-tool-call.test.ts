import { expect, test } from 'vitest';
import { newToolCall } from '../../src/library.js';

test('a tool call in the form of the providers', () => {
  expect(newToolCall('c1', 'get_weather', { city: 'Oslo', days: [1, null] })).toEqual({
    id: 'c1',
    type: 'function',
    function: { name: 'get_weather', arguments: '{"city":"Oslo","days":[1,null]}' },
  });
  expect(newToolCall('c1', 'list_files').function.arguments).toBe('{}');
});

test('a member that is called like a prototype is data', () => {
  const args: Record<string, unknown> = JSON.parse('{"__proto__":{"a":1},"b":2}');
  expect(newToolCall('c1', 'x', args).function.arguments).toBe('{"__proto__":{"a":1},"b":2}');
});

const inside: Record<string, unknown> = {};
inside['again'] = inside;
const deep: unknown = JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`);

test.each([
  ['a number that is none', { a: [Number.NaN] }, 'newToolCall.args.a[0]: expected what JSON can hold'],
  ['a large integer', { a: 1n }, 'newToolCall.args.a: expected what JSON can hold'],
  ['a function', { a: () => 1 }, 'newToolCall.args.a: expected what JSON can hold'],
  ['a date', { at: new Date(0) }, 'newToolCall.args.at: expected what JSON can hold'],
  ['what writes itself', { toJSON: () => 'x' }, 'newToolCall.args.toJSON: expected what JSON can hold'],
  ['itself', inside, 'newToolCall.args.again: expected what JSON can hold'],
  ['too many levels', { deep }, 'expected what JSON can hold'],
  ['a list', [1], 'newToolCall.args: expected an object'],
  ['a text', '{}', 'newToolCall.args: expected an object'],
])('arguments cannot hold %s', (_, args, message) => {
  expect(() => newToolCall('c1', 'x', args as Record<string, unknown>)).toThrow(
    expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
  );
});

test.each([
  ['', 'x', 'newToolCall.id'],
  ['c1', '', 'newToolCall.name'],
])('an id and a name are wanted', (id, name, place) => {
  expect(() => newToolCall(id, name, {})).toThrow(
    expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(place) }),
  );
});
