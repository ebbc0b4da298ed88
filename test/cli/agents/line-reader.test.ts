import { expect, test } from 'vitest';
import { createLineReader } from '../../../src/cli/agents/line-reader.js';

test('a line that was typed before a question is no answer, and is there for whoever asks next', async () => {
  let at = 0;
  const typed = async function* () {
    yield Buffer.from('y\nand one more message\n');
    at = 400;
    yield Buffer.from('n\n');
  };
  const reader = createLineReader(typed());
  const { signal } = new AbortController();
  expect(await reader.answer(signal, () => at)).toBe('n');
  expect(await reader.next()).toBe('y');
  expect(await reader.next()).toBe('and one more message');
  expect(await reader.next()).toBeUndefined();
});

test('a question that nobody answers any more takes no line', async () => {
  const typed = async function* () {
    await new Promise((resolve) => setTimeout(resolve, 5));
    yield Buffer.from('a message\n');
  };
  const reader = createLineReader(typed());
  const over = new AbortController();
  const answer = reader.answer(over.signal, () => 0);
  over.abort();
  expect(await answer).toBeUndefined();
  expect(await reader.next()).toBe('a message');
});
