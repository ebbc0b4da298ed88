import { expect, test } from 'vitest';
import * as z from 'zod';
import { schemaMistakes } from '../../src/config/schema-mistakes.js';

test.each<readonly [z.ZodType, unknown, string]>([
  [z.number(), 'five', 'expected a number, not text'],
  [z.number(), undefined, 'is missing, expected a number'],
  [z.number(), Number.NaN, 'expected a number, not NaN'],
  [z.literal('yes'), 'no', 'expected "yes"'],
  [z.enum(['a', 'b']), 'c', 'expected one of a, b'],
  [z.number().min(-5), -6, 'expected at least -5'],
  [z.number().lt(0.5), 1, 'expected less than 0.5'],
  [z.string().max(2), 'abc', 'expected at most 2 characters'],
  [z.array(z.number()).length(2), [1], 'expected exactly 2 items'],
  [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  [z.string().startsWith('h_'), 'x', 'must start with "h_"'],
  [z.string().regex(/^a$/), 'x', 'must match pattern /^a$/'],
  [z.url(), 'x', 'is not a valid URL'],
  [z.iso.date(), 'x', 'is not a valid ISO date'],
  [z.record(z.string().regex(/^a$/), z.number()), { b: 1 }, 'has a name that is not valid'],
  [z.union([z.string(), z.number()]), true, 'is not valid'],
  [z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]), { type: 'b' }, 'expected one of a'],
])('what zod finds wrong is told in words: %#', (schema, value, message) => {
  const { error } = z.object({ at: schema }).safeParse({ at: value }, { reportInput: true });
  expect(error === undefined ? [] : schemaMistakes(error, z.unknown()).map((mistake) => mistake.message)).toEqual([
    message,
  ]);
});
