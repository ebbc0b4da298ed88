import { expect, test } from 'vitest';
import { createKernel, createSupervisor } from '../../src/library.js';
import { shownReason } from '../../src/streams/abort-reason.js';
import { fakeRunner } from '../support/fake-runner.js';
import { partsOf } from '../support/parts-of.js';

test('a runner that its caller ends says why, redacted', async () => {
  await using supervisor = createSupervisor();
  const controller = new AbortController();
  const run = await supervisor.spawn(fakeRunner('sleep'), { signal: controller.signal });
  run.observe(() => controller.abort(new Error('write to\nzelda@vexmoor.org')));
  const { parts } = await partsOf(run);
  expect(parts.at(-1)).toMatchObject({ type: 'abort', reason: 'write to [REDACTED:email]' });
});

test('a text of the program is redacted as the kernel redacts', async () => {
  await using kernel = await createKernel();
  expect(kernel.redact('zelda@vexmoor.org')).toBe('[REDACTED:email]');
});

test.each([
  ['a secret at the end of what is read of it', `${'.'.repeat(3990)} hunter2secret`],
  ['a word that does not end', 'hunter2secret'.repeat(400)],
])('no half of %s is shown', (_, reason) => {
  const read: string[] = [];
  shownReason(reason, (text) => {
    read.push(text);
    return text;
  });
  expect(read.join()).not.toContain('hunt');
});
