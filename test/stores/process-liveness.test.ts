import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { mayLive } from '../../src/stores/liveness.js';
import { createProcessLiveness } from '../../src/stores/process-liveness.js';

const liveness = createProcessLiveness();
const parts = liveness.self.split('/');
const owner = (changes: Readonly<Record<number, string>>): string =>
  parts.map((part, index) => changes[index] ?? part).join('/');

describe('liveness', () => {
  test.each([
    ['this process', owner({}), 'alive'],
    ['the same process id, started at another time', owner({ 3: '1' }), 'dead'],
    ['a process id that is not in use', owner({ 2: '4194999' }), 'dead'],
    ['another boot', owner({ 0: 'other' }), 'dead'],
    ['another container', owner({ 1: 'pid:[1]' }), 'unknown'],
    ['nonsense', 'nonsense', 'dead'],
  ])('%s', async (_name, text, verdict) => {
    expect(await liveness.judge(text)).toBe(verdict);
  });

  test('a running process is alive until it has ended', async () => {
    const child = spawn('sleep', ['30']);
    const pid = String(child.pid);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
    const text = owner({ 2: pid, 3: stat?.[19] ?? '' });
    expect(await liveness.judge(text)).toBe('alive');
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await liveness.judge(text)).toBe('dead');
  });

  test('what cannot be seen is believed for an hour', async () => {
    const unseen = owner({ 1: 'pid:[1]' });
    expect(await mayLive(liveness, unseen, 3_599_999)).toBe(true);
    expect(await mayLive(liveness, unseen, 3_600_000)).toBe(false);
  });

  test('what cannot be seen holds nothing for a day when the clock is set back by a day', async () => {
    const unseen = owner({ 1: 'pid:[1]' });
    expect(await mayLive(liveness, unseen, -60_000)).toBe(true);
    expect(await mayLive(liveness, unseen, -86_400_000)).toBe(false);
  });
});
