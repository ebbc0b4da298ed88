import { expect, test } from 'vitest';
import { KernelError } from '../../../src/contract/errors.js';
import { runLinear } from '../../../src/tui/live-linear.js';
import { createFakeTerminal } from '../../support/fake-terminal.js';
import { createSampleRun, settle } from '../../support/sample-run.js';
import { FINAL_FRAME, FIRST_FRAME, frameOf, rowsFrame } from './sample-frames.js';

function startLinear(write?: (text: string) => Promise<void>) {
  const clock = createFakeTerminal();
  const sample = createSampleRun();
  let text = '';
  const append = (more: string) => {
    text += more;
  };
  const ended = runLinear({
    run: sample.run,
    about: { capabilityId: 'demo.customers', principalId: 'ada' },
    write: write ?? append,
    clock,
  });
  return { ...sample, clock, ended, text: () => text };
}

test('a run as lines, in their order', async () => {
  const linear = startLinear();
  await linear.give(FIRST_FRAME);
  await linear.give(rowsFrame(1, 5));
  linear.count({ rows: 1234, bytes: 5678, redactions: { email: 3, phone: 2 } });
  linear.clock.advance(12_000);
  await linear.give(frameOf({ phase: 2 }));
  await linear.give(frameOf({ phase: 2, warnings: ['one \u001b[31mred\u001b[0m thing'] }));
  await linear.give(frameOf({ phase: 4, warnings: ['one \u001b[31mred\u001b[0m thing', 'another'] }));
  await linear.give(FINAL_FRAME);
  await linear.end();
  expect(await linear.ended).toMatchObject({ status: 'completed' });
  expect(
    linear
      .text()
      .split('\n')
      .filter((line) => !line.startsWith('id ')),
  ).toEqual([
    'demo.customers begins as ada',
    'action a_9x2k7m4qpw, handle h_4t8r2v6y1n',
    '1,234 rows, 5.5 KiB, 5 values redacted after 5.0 seconds',
    'phase 2 trimmed: fewer columns, long values are cut',
    'warning: one red thing',
    'phase 4 handle: the rest is kept in the handle only',
    'warning: another',
    'completed',
    '1,234 rows, 5.5 KiB, 5 values redacted in 12 seconds',
    '',
  ]);
  expect(linear.clock.timers()).toBe(0);
});

test('rows and texts were never read out', async () => {
  const linear = startLinear();
  await linear.give(frameOf({ rows: [{ id: 1, name: 'Ada\u001b[31m' }, { id: 2, tags: ['a', 'b'] }, 3] }));
  await linear.give(frameOf({ text: 'one\ntw' }));
  await linear.give(frameOf({ text: 'o\nthr' }));
  await linear.give(frameOf({ text: 'disk is full\n', channel: 'stderr' }));
  await linear.give(frameOf({ text: 'ee' }));
  await linear.end();
  await linear.ended;
  expect(linear.text().split('\n').slice(2)).toEqual([
    'id 1, name Ada',
    'id 2, tags ["a","b"]',
    '3',
    'one',
    'two',
    'stderr: disk is full',
    'three',
    'completed',
    '0 B in 0.0 seconds',
    '',
  ]);
});

test('a failure is told', async () => {
  const linear = startLinear();
  await linear.end('failed', new KernelError('DRIVER_FAILED', 'the source broke'));
  expect(await linear.ended).toMatchObject({ status: 'failed' });
  expect(linear.text()).toContain('error: DRIVER_FAILED: the source broke\nfailed\n');
});

test('a reader that went away ends the run', async () => {
  const linear = startLinear(() => Promise.reject(new Error('EPIPE')));
  const failed = expect(linear.ended).rejects.toThrow('EPIPE');
  await linear.give(FIRST_FRAME);
  await failed;
  await settle();
  expect(linear.cancelled()).toBeDefined();
});
