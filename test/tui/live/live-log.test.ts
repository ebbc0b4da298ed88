import { describe, expect, test } from 'vitest';
import { KernelError } from '../../../src/contract/errors.js';
import { createLiveLog } from '../../../src/tui/state/live-log.js';
import { FINAL_FRAME } from './sample-frames.js';

const textsOf = (log: ReturnType<typeof createLiveLog>) => log.tail(100).map(({ kind, text }) => `${kind}: ${text}`);

test('progress is told when its words are new, and each tenth without words', () => {
  const log = createLiveLog();
  log.addProgress(undefined, 0);
  log.addProgress({ done: 1, total: 30 }, 0);
  log.addProgress({ done: 3, total: 30 }, 1);
  log.addProgress({ done: 4, total: 30 }, 2);
  log.addProgress({ done: 4, total: 30, message: 'reading a' }, 3);
  log.addProgress({ done: 5, total: 30, message: 'reading a' }, 4);
  log.addProgress({ done: 6000, total: 6000, message: 'reading b' }, 5);
  log.addProgress({ done: 7, message: 'no end is known' }, 6);
  log.addProgress({ done: 8 }, 7);
  expect(textsOf(log)).toEqual([
    'progress: 10 % (3 of 30)',
    'progress: 13 % (4 of 30): reading a',
    'progress: 100 % (6,000 of 6,000): reading b',
    'progress: no end is known',
  ]);
});

describe('the end', () => {
  const { handle } = FINAL_FRAME;
  if (handle === undefined) {
    throw new Error('the sample has a handle');
  }

  test('tells why a stream failed, what to do, and that its result is kept in part', () => {
    const log = createLiveLog();
    const error = new KernelError('DRIVER_FAILED', 'the database closed the connection', { hint: 'try again' });
    const final = { ...FINAL_FRAME, handle: { ...handle, state: 'partial', reason: 'failed' } } as const;
    log.addEnd({ status: 'failed', error, action_id: 'a_1', final_frame: final }, 0);
    expect(textsOf(log)).toEqual([
      'error: DRIVER_FAILED: the database closed the connection (try again)',
      'end: failed, kept in part: failed',
    ]);
  });

  test('tells the exit status of a command', () => {
    const log = createLiveLog();
    log.addEnd({ status: 'completed', action_id: 'a_1', exit: { exit_code: 7, signal: null } }, 0);
    expect(textsOf(log)).toEqual(['end: exit status 7']);
  });
});
