import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { dropKeys, dropLastKeys } from '../../src/cli/drop-keys.js';
import type { TerminalInput } from '../../src/tui/terminal/terminal.js';

function dropping() {
  const unread: string[] = [];
  const told: string[] = [];
  let now = 0;
  let waiting: number | undefined;
  const stream = Object.assign(new EventEmitter(), {
    setRawMode: (wanted: boolean) => void told.push(`raw ${wanted}`),
    setEncoding: (name: string) => void told.push(name),
    unref: () => void told.push('waits for nobody'),
    read: () => unread.shift() ?? null,
  });
  dropKeys(stream as unknown as TerminalInput, {
    interrupt: () => void told.push('interrupt'),
    now: () => now,
    wait(ms) {
      waiting = now + ms;
      return () => {
        waiting = undefined;
      };
    },
  });
  return {
    told,
    type(at: number, ...pieces: readonly string[]) {
      now = at;
      unread.push(...pieces);
      stream.emit('readable');
      return { left: unread.length, waiting };
    },
  };
}

describe('keys that were meant for a view that went by itself', () => {
  test('keep nobody waiting as long as there are none', () => {
    const { told, type } = dropping();
    expect(told).toEqual(['raw true', 'utf8', 'waits for nobody']);
    expect(type(5)).toEqual({ left: 0, waiting: undefined });
  });

  test('are dropped, also those of the half second after, and of two seconds at most', () => {
    const { type } = dropping();
    expect(type(10, 'q', 'w')).toEqual({ left: 0, waiting: 510 });
    expect(type(300, 'e')).toEqual({ left: 0, waiting: 800 });
    expect(type(1900, 'r')).toEqual({ left: 0, waiting: 2000 });
    expect(type(2500, 't')).toEqual({ left: 0, waiting: 2500 });
  });

  test('leave Ctrl-C what it is', () => {
    const { told, type } = dropping();
    type(10, 'x\u0003');
    expect(told.at(-1)).toBe('interrupt');
  });
});

test('keys of the moment in which somebody closes a view are dropped, and then the terminal is given back', () => {
  const told: string[] = [];
  const unread = ['q'];
  const stream = Object.assign(new EventEmitter(), {
    setRawMode: (wanted: boolean) => void told.push(`raw ${wanted}`),
    setEncoding: () => undefined,
    unref: () => void told.push('waits for nobody'),
    read: () => unread.shift() ?? null,
  });
  let giveBack = (): void => undefined;
  dropLastKeys(stream as unknown as TerminalInput, {
    interrupt: () => void told.push('interrupt'),
    later: (ms, then) => {
      told.push(`${ms} ms`);
      giveBack = then;
    },
    close: () => void told.push('closed'),
  });
  stream.emit('readable');
  expect(unread).toEqual([]);
  giveBack();
  expect(told).toEqual(['raw true', 'waits for nobody', '150 ms', 'raw false', 'closed']);
});
