import { expect, test } from 'vitest';
import { createRing } from '../../../src/tui/state/ring.js';

test('the newest entries stay, oldest first', () => {
  const ring = createRing<number>({ mostEntries: 3, mostCost: 100 });
  for (let entry = 1; entry <= 10; entry += 1) {
    ring.push(entry, 1);
  }
  expect(ring.tail(10)).toEqual([8, 9, 10]);
  expect(ring.tail(2)).toEqual([9, 10]);
  expect(ring.size()).toBe(3);
  expect(ring.pushed()).toBe(10);
});

test('long entries push out several; one alone stays however long it is', () => {
  const ring = createRing<string>({ mostEntries: 10, mostCost: 10 });
  for (const entry of ['aaa', 'bbb', 'ccc', 'dddddd']) {
    ring.push(entry, entry.length);
  }
  expect(ring.tail(10)).toEqual(['ccc', 'dddddd']);
  ring.push('e'.repeat(50), 50);
  expect(ring.tail(10)).toEqual(['e'.repeat(50)]);
});

test('the last entry can be replaced', () => {
  const ring = createRing<string>({ mostEntries: 3, mostCost: 10 });
  ring.push('a', 1);
  ring.push('b', 1);
  ring.replaceLast('bc', 2);
  expect(ring.last()).toBe('bc');
  expect(ring.tail(3)).toEqual(['a', 'bc']);
  expect(ring.pushed()).toBe(2);
});
