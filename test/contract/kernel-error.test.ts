import { expect, test } from 'vitest';
import { KernelError } from '../../src/contract/errors.js';

test('an error as JSON has what a person needs, and not its cause', () => {
  const cause = new Error('password=hunter2hunter2');
  const error = new KernelError('TIMEOUT', 'it took too long', { hint: 'wait longer', details: { limit: 3 }, cause });
  const members = { code: 'TIMEOUT', message: 'it took too long', hint: 'wait longer', details: { limit: 3 } };
  expect(JSON.parse(JSON.stringify({ error }))).toEqual({ error: members });
  expect(JSON.parse(JSON.stringify(new KernelError('USAGE', 'no')))).toEqual({ code: 'USAGE', message: 'no' });
});
