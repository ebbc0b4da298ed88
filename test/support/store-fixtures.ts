import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

import type { Clock } from '../../src/contract/clock.js';
import type { HandleStore, StoredRows } from '../../src/contract/stores.js';
import { START } from './store-values.js';

/** A clock that stands at `START` plus what was added. */
export function createTestClock(): Clock & { readonly add: (ms: number) => void } {
  let now = START;
  return {
    now: () => now,
    monotonic: () => performance.now(),
    sleep: async () => {},
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
    add: (ms) => {
      now += ms;
    },
  };
}

/** Gives new directories and removes them after the tests of a file. */
export function keepDirectories(): () => string {
  const made: string[] = [];
  afterAll(() => {
    for (const directory of made) {
      rmSync(directory, { recursive: true, force: true });
    }
  });
  return () => {
    const directory = mkdtempSync(join(tmpdir(), 'akernel-store-'));
    made.push(directory);
    return join(directory, 'state');
  };
}

export async function readAll(
  handles: HandleStore,
  handleId: string,
  fromRow = 0,
): Promise<{ readonly text: string; readonly rows: number; readonly pieces: readonly StoredRows[] }> {
  const pieces: StoredRows[] = [];
  for await (const piece of handles.read(handleId, fromRow)) {
    pieces.push(piece);
  }
  const text = Buffer.concat(pieces.map((piece) => piece.lines)).toString();
  return { text, rows: pieces.reduce((sum, piece) => sum + piece.rows, 0), pieces };
}
