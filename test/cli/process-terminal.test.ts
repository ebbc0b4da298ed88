import { EventEmitter } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { openProcessTerminal } from '../../src/cli/process-terminal.js';

function opened() {
  const told: string[] = [];
  const typed = ['q'];
  const interrupted = new AbortController();
  const end = () => Object.assign(new EventEmitter(), { isTTY: true });
  const stdin = Object.assign(end(), {
    setRawMode: () => undefined,
    setEncoding: () => undefined,
    unref: () => undefined,
    pause: () => undefined,
    read: () => typed.shift() ?? null,
  });
  const process = Object.assign(new EventEmitter(), { stdin, stdout: end(), stderr: end() });
  process.on('SIGHUP', (signal: string) => told.push(signal));
  process.on('SIGWINCH', () => told.push('SIGWINCH'));
  const terminal = openProcessTerminal(
    process as unknown as NodeJS.Process,
    { keys: true, color: true, ascii: false },
    interrupted.signal,
  );
  return { process, terminal, told, interrupted };
}

describe('the terminal of the process', () => {
  test('hangs up once when its keys end, which nobody else may say', () => {
    const { process, terminal, told } = opened();
    terminal.measure();
    process.stdin.emit('end');
    process.stdout.emit('error', new Error('EIO'));
    terminal.measure();
    expect(told).toEqual(['SIGWINCH', 'SIGHUP']);
  });

  test.each(['stdin', 'stdout', 'stderr'] as const)('hangs up when %s fails', (name) => {
    const { process, told } = opened();
    process[name].emit('error', new Error('EIO'));
    expect(told).toEqual(['SIGHUP']);
  });

  test.each(['close', 'closeDeaf'] as const)('is not lost when keys end after %s', (how) => {
    const { process, terminal, told } = opened();
    terminal[how]();
    process.stdin.emit('end');
    expect(told).toEqual([]);
  });

  test.each(['before', 'after'] as const)('keeps nobody waiting for typed keys when interrupted %s them', (when) => {
    vi.useFakeTimers();
    const { process, terminal, interrupted } = opened();
    terminal.closeDeaf();
    if (when === 'before') {
      interrupted.abort();
    }
    process.stdin.emit('readable');
    const waiting = vi.getTimerCount();
    interrupted.abort();
    const left = vi.getTimerCount();
    vi.useRealTimers();
    expect([waiting, left]).toEqual([when === 'before' ? 0 : 1, 0]);
  });
});
