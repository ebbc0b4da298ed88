import { expect, test } from 'vitest';
import { run, setUp } from '../support/stored-results.js';

test('more values than the arguments of a call can hold', async () => {
  const { kernel } = await setUp();
  const { result } = await run(kernel, 'demo.customers', { rows: 100_001 });
  const part = (path: string) => ({ $handle: result.handle_id, path });
  const codeOf = async (any: unknown) => (await run(kernel, 'test.take', { any })).result.error?.code;
  expect(await codeOf(part('rows[*].id'))).toBe('LIMIT_REACHED');
  expect(await codeOf([part('rows[:60000].id'), part('rows[60000:].id')])).toBe('LIMIT_REACHED');
  expect(await codeOf(part('rows[:60000]'))).toBe('LIMIT_REACHED');
  expect(await codeOf(part('rows[60000:].id'))).toBeUndefined();
});
