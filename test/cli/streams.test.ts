import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createNoticeStream, createOutputStream } from '../../src/cli/output/streams.js';

function slowEnd(): { readonly end: Writable; readonly release: () => void; readonly taken: () => number } {
  const waiting: (() => void)[] = [];
  let taken = 0;
  const end = new Writable({
    highWaterMark: 10,
    write(piece, _encoding, done) {
      taken += piece.length;
      waiting.push(done);
    },
  });
  return { end, release: () => waiting.shift()?.(), taken: () => taken };
}

function failingEnd(code: string): Writable {
  return new Writable({
    write(_piece, _encoding, done) {
      done(Object.assign(new Error('write failed'), { code }));
    },
  });
}

describe('createOutputStream', () => {
  test('a write waits for a slow reader', async () => {
    const { end, release } = slowEnd();
    const output = createOutputStream(() => end, false);
    let isDone = false;
    const writing = output.write('x'.repeat(100)).then(() => {
      isDone = true;
    });
    await new Promise(setImmediate);
    expect(isDone).toBe(false);
    release();
    await writing;
    expect(isDone).toBe(true);
  });

  test('no listeners are left behind by many writes', async () => {
    const end = new Writable({ highWaterMark: 1, write: (_piece, _encoding, done) => setImmediate(done) });
    const output = createOutputStream(() => end, false);
    for (let index = 0; index < 50; index += 1) {
      await output.write('xx');
    }
    await output.flush();
    expect(end.listenerCount('drain')).toBe(0);
    expect(end.listenerCount('error')).toBe(1);
  });

  test('EIO means that a terminal is gone, and elsewhere that something is lost', async () => {
    for (const isTty of [true, false]) {
      const output = createOutputStream(() => failingEnd('EIO'), isTty);
      await output.write('x').catch(() => undefined);
      await output.flush().catch(() => undefined);
      expect(output.isClosed()).toBe(isTty);
    }
  });

  test.each(['EPIPE', 'ECONNRESET'])('%s means that the reader is gone', async (code) => {
    const output = createOutputStream(() => failingEnd(code), false);
    await expect(output.write('a').then(output.flush)).rejects.toThrow('write failed');
    await expect(output.write('b')).rejects.toThrow();
    expect(output.isClosed()).toBe(true);
  });

  test('a full disk is a failure of the store, not a reader that left', async () => {
    const output = createOutputStream(() => failingEnd('ENOSPC'), false);
    await expect(output.write('a').then(output.flush)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(output.isClosed()).toBe(false);
  });

  test('flushing what was never written opens nothing', async () => {
    const output = createOutputStream(() => {
      throw new Error('opened');
    }, false);
    await output.flush();
    expect(output.columns()).toBeUndefined();
  });
});

test('losing notices stops nothing', async () => {
  const notices = createNoticeStream(() => failingEnd('EPIPE'), false);
  notices.write('a');
  await new Promise(setImmediate);
  notices.write('b');
});

test('who tells much waits for the reader of the notices', async () => {
  const read: (() => void)[] = [];
  const slow = new Writable({ highWaterMark: 4, write: (_piece, _encoding, done) => read.push(done) });
  const notices = createNoticeStream(() => slow, false);
  notices.write('more than it can hold');
  let isReady = false;
  const ready = notices.ready().then(() => {
    isReady = true;
  });
  await new Promise(setImmediate);
  expect(isReady).toBe(false);
  read.shift()?.();
  await ready;
  await notices.ready();
});
