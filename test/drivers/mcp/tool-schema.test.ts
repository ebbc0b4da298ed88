import { expect, test } from 'vitest';
import { toolSchema } from '../../../src/drivers/mcp/tool-schema.js';

test('an argument with a default is not required, at any depth: servers made with zod list it all the same', () => {
  const inner = { type: 'object', properties: { a: {}, b: { default: 1 } }, required: ['a', 'b'] };
  expect(toolSchema({ type: 'object', properties: { inner, c: { default: null } }, required: ['inner', 'c'] })).toEqual(
    {
      type: 'object',
      properties: { inner: { ...inner, required: ['a'] }, c: { default: null } },
      required: ['inner'],
    },
  );
});

test('an argument that is called "required" or "default" is an argument', () => {
  const schema = { type: 'object', properties: { required: { type: 'boolean' }, default: {} }, required: ['default'] };
  expect(toolSchema(schema)).toEqual(schema);
});

test('words for a reader are cleaned, other text is left as it is', () => {
  const schema = { description: 'a\u001b[2Jb', enum: ['a\u001b[2Jb'], properties: { title: { title: '\u0007x' } } };
  expect(toolSchema(schema)).toEqual({
    description: 'ab',
    enum: ['a\u001b[2Jb'],
    properties: { title: { title: 'x' } },
  });
});
