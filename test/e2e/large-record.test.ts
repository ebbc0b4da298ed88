import { expect, it } from 'vitest';
import { sandbox } from '../support/cli.js';

const ITEMS = 5_000_000;

/** Its list was held three times, and the names of its items as texts: with so much room the program died. */
it('one record of 10 MB is held as the bytes that came and as one value', async () => {
  const { status, stdout } = await sandbox().run(['pipe', '--budget', '600'], {
    stdin: `{"a":[${'1,'.repeat(ITEMS - 1)}1]}`,
    env: { NODE_OPTIONS: '--max-old-space-size=150' },
  });
  expect(stdout).toContain(`a: list of ${ITEMS} items (number)`);
  expect(status).toBe(0);
});
