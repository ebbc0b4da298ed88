import { expect, test } from 'vitest';
import type { ModelMessage, ToolCall } from '../../src/contract/model.js';
import { createToldMessages } from '../../src/kernel/told-messages.js';

type Changing = { -readonly [Key in keyof ToolCall]: ToolCall[Key] };

function redactor() {
  const seen: unknown[] = [];
  const told = createToldMessages();
  const tell = (message: ModelMessage): ModelMessage =>
    told.once(message, (raw) => {
      seen.push(raw);
      return { ...raw };
    });
  return { seen, tell };
}

test('a message is redacted once, and what it was redacted to is not redacted again', () => {
  const { seen, tell } = redactor();
  const message: ModelMessage = { role: 'user', content: 'hello' };
  const shown = tell(message);
  expect(tell(message)).toBe(shown);
  expect(tell(shown)).toBe(shown);
  // Nor is one of the same words, as it is read from the store.
  expect(tell({ ...message })).toBe(shown);
  expect(seen).toEqual([message]);
});

test('what was redacted is forgotten, the oldest first, when it is too much to keep', () => {
  const { seen, tell } = redactor();
  const long = (number: number): ModelMessage => ({ role: 'user', content: `${number} ${'x'.repeat(1024 * 1024)}` });
  for (const number of [1, 2, 3, 4, 5]) {
    tell(long(number));
  }
  tell(long(5));
  expect(seen).toHaveLength(5);
  tell(long(1));
  expect(seen).toHaveLength(6);
});

test('a message that was changed since is redacted anew: its text, an id, a call, an argument', () => {
  const { seen, tell } = redactor();
  const call: Changing = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
  const calls = [call];
  const message = { role: 'assistant' as const, content: 'a', tool_calls: calls };
  const changes = [
    () => Object.assign(message, { content: 'b' }),
    () => Object.assign(call, { id: 'd' }),
    () => Object.assign(call, { function: { name: 'f', arguments: '{"a":1}' } }),
    () => Object.assign(call.function, { name: 'g' }),
    () => Object.assign(call, { wire_id: 'w' }),
    () => calls.push({ ...call, id: 'e' }),
  ];
  tell(message);
  for (const [index, change] of changes.entries()) {
    change();
    tell(message);
    tell(message);
    expect(seen).toHaveLength(index + 2);
  }
});
