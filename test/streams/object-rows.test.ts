import { expect, test } from 'vitest';
import { objectRows } from '../../src/streams/object-rows.js';
import { recordsFromValues } from '../../src/streams/records.js';

test('every row is an object, digit for digit', () => {
  const chunk = recordsFromValues([{ id: 1 }, 42, [1, 'a\n'], null, 12345678901234567890n, { value: 2 }]);
  const { rows, lines } = objectRows(chunk);
  expect(rows).toEqual([
    { id: 1 },
    { value: 42 },
    { value: [1, 'a\n'] },
    { value: null },
    { value: '12345678901234567890' },
    { value: 2 },
  ]);
  expect(Buffer.from(lines).toString()).toBe(
    '{"id":1}\n{"value":42}\n{"value":[1,"a\\n"]}\n{"value":null}\n{"value":12345678901234567890}\n{"value":2}\n',
  );
});

test('rows that are objects are left alone', () => {
  const chunk = recordsFromValues([{ id: 1 }, {}]);
  expect(objectRows(chunk)).toBe(chunk);
});
