import { EventEmitter } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { interruptionOf, watchInterrupts } from '../../src/cli/interruption.js';

function fakeProcess() {
  const killed: string[] = [];
  const events = new EventEmitter();
  const source = {
    pid: 4711,
    on: (signal: string, listener: (signal: 'SIGINT') => void) => events.on(signal, listener),
    off: (signal: string, listener: (signal: 'SIGINT') => void) => events.off(signal, listener),
    emit: () => true,
    kill: (pid: number, signal: string) => killed.push(`${pid} ${signal}`),
  };
  return { events, source, killed };
}

describe('watchInterrupts', () => {
  test('the first signal asks, the second one kills without a listener left', () => {
    const { events, source, killed } = fakeProcess();
    const { signal } = watchInterrupts(source);
    events.emit('SIGINT', 'SIGINT');
    expect(signal.aborted).toBe(true);
    expect(interruptionOf(signal)).toMatchObject({ code: 'CANCELLED', details: { exit_code: 130 } });
    expect(killed).toEqual([]);
    events.emit('SIGTERM', 'SIGTERM');
    expect(killed).toEqual(['4711 SIGTERM']);
    expect(events.eventNames()).toEqual([]);
  });

  test('a terminal that goes away hangs up twice, and ends the command in order', () => {
    const { events, source, killed } = fakeProcess();
    const { signal } = watchInterrupts(source);
    events.emit('SIGHUP', 'SIGHUP');
    events.emit('SIGHUP', 'SIGHUP');
    expect(interruptionOf(signal)).toMatchObject({ details: { exit_code: 129 } });
    expect(killed).toEqual([]);
    events.emit('SIGTERM', 'SIGTERM');
    expect(killed).toEqual(['4711 SIGTERM']);
  });

  test('what is still there after the end of an interrupted command is killed by its signal', () => {
    vi.useFakeTimers();
    const { events, source, killed } = fakeProcess();
    const { end } = watchInterrupts(source);
    events.emit('SIGTERM', 'SIGTERM');
    end();
    expect(killed).toEqual([]);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(killed).toEqual(['4711 SIGTERM']);
  });

  test('whoever would end in the next turn of its loop is not killed, however late that turn comes', async () => {
    const { events, source, killed } = fakeProcess();
    const { end } = watchInterrupts(source);
    events.emit('SIGTERM', 'SIGTERM');
    const lastKeysDropped = new Promise((resolve) => setTimeout(() => setImmediate(resolve), 100));
    end();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    await lastKeysDropped;
    expect(killed).toEqual([]);
  });

  test('until it is given back Ctrl-C is told to its borrower alone', () => {
    const { events, source } = fakeProcess();
    const { signal, lendCtrlC } = watchInterrupts(source);
    let heard = 0;
    const giveBack = lendCtrlC(() => {
      heard += 1;
    });
    events.emit('SIGINT', 'SIGINT');
    events.emit('SIGINT', 'SIGINT');
    expect([heard, signal.aborted]).toEqual([2, false]);
    giveBack();
    events.emit('SIGINT', 'SIGINT');
    expect([heard, signal.aborted]).toEqual([2, true]);
  });

  test('a signal after the end of the command calls off what keeps its process, and kills that only later', () => {
    vi.useFakeTimers();
    const { events, source, killed } = fakeProcess();
    const { signal, end } = watchInterrupts(source);
    end();
    events.emit('SIGTERM', 'SIGTERM');
    expect([signal.aborted, killed]).toEqual([true, []]);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(killed).toEqual(['4711 SIGTERM']);
  });
});
