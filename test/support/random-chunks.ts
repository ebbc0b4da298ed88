import fc from 'fast-check';
import type { Chunk } from '../../src/contract/chunk.js';
import { records, text } from './test-kernel.js';

const word = fc.constantFrom(
  'total',
  'x'.repeat(90),
  'ann@example.com',
  '名前',
  '"\\',
  '{"a":[1',
  '[REDACTED:email]',
  '\n',
  '😀',
  ' ',
  ' and ',
  "'s",
  '2026',
);
const words = fc.array(word, { maxLength: 60 }).map((all) => all.join(''));
const cell = fc.oneof(
  words,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
  fc.boolean(),
);
const nested = fc.oneof(
  cell,
  fc.array(cell, { maxLength: 30 }),
  fc.dictionary(words, fc.array(cell, { maxLength: 5 }), { maxKeys: 4 }),
);
const row = fc.dictionary(fc.oneof(words, fc.constantFrom('id', 'name')), nested, { maxKeys: 25 });
const rows = fc.array(row, { maxLength: 60 }).map(records);
const texts = fc
  .tuple(fc.array(words, { maxLength: 40 }), fc.constantFrom('stdout', 'stderr'), fc.constantFrom('\n', ' ', ''))
  .map(([parts, channel, between]) => text(`${parts.join(between)}.`, channel));

/** Rows and texts of every shape, in any order, small and large. */
export const randomChunks: fc.Arbitrary<readonly Chunk[]> = fc.array(fc.oneof(rows, texts), { maxLength: 4 });

export const randomBudget: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 512, max: 1500 }),
  fc.constantFrom(4000, 20_000, 200_000),
);
