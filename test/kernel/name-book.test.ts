import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createNameBook, type MapEntry } from '../../src/kernel/in-clear/name-book.js';

const isPlaceholder = false;

test.each([
  ['short', 30],
  ['long', 300],
])('%s values kept all of the text that they came from in memory', (_, length) => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const book = createNameBook('h_1');
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 1000; index += 1) {
    // Of one byte a character, as text is read.
    const text = Buffer.alloc(100_000, `${index} of some text `).toString('latin1');
    expect(book.name({ type: 'some_secret_value', value: text.slice(500, 500 + length), isPlaceholder })).toBeDefined();
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000);
});

test('one value has one name, of whatever length and letters, and another type another one', () => {
  const book = createNameBook('h_1');
  const values = ['a', 'ключ', 'k'.repeat(40), 'k'.repeat(41), 'k'.repeat(4000)];
  const nameOf = (type: string, value: string) => book.name({ type, value, isPlaceholder })?.placeholder;
  const names = values.map((value) => nameOf('email', value));
  expect(new Set(names).size).toBe(values.length);
  expect(values.map((value) => nameOf('email', value))).toEqual(names);
  expect(new Set([...names, ...values.map((value) => nameOf('phone', value))]).size).toBe(2 * values.length);
});

test('a placeholder of the text is passed over, or is a value where its number is in use', () => {
  const book = createNameBook('h_1');
  const first = book.name({ type: 'email', value: 'a', isPlaceholder })?.placeholder ?? '';
  const number = Number.parseInt(first.slice(-5, -1), 16);
  const next = `[REDACTED:email:${((number + 1) % 0x10000).toString(16).padStart(4, '0')}]`;
  expect(book.name({ type: 'email', value: next, isPlaceholder: true })).toEqual({ placeholder: next });
  const third = book.name({ type: 'email', value: 'b', isPlaceholder })?.placeholder;
  expect(third).not.toBe(next);
  // What stands in the text already means something else there.
  const again = book.name({ type: 'email', value: first, isPlaceholder: true });
  expect(again?.placeholder).not.toBe(first);
  expect(again?.entry?.value).toBe(first);
});

test('what was given up has no name any more, nor has what comes', () => {
  const book = createNameBook('h_1');
  const lost: readonly MapEntry[] = ['a', 'k'.repeat(90)].flatMap(
    (value) => book.name({ type: 'email', value, isPlaceholder })?.entry ?? [],
  );
  book.giveUp(lost);
  expect(book.values()).toBe(0);
  expect(book.name({ type: 'email', value: 'a', isPlaceholder })).toBeUndefined();
});
