import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import type { DiskReserve } from '../sql/disk-reserve.js';

/** Several times what the database needs beside itself for some removals. */
const RESERVE_BYTES = 262_144;
/** Waits for nobody at the other end of a pipe, and adds to nothing that a link leads to. Windows has neither. */
const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
const APPEND = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOFOLLOW;

export interface FileReserve extends DiskReserve {
  /** Makes the file, or what is missing of it, unless it is lent. */
  readonly prepare: () => void;
}

/** Keeps the room in `<directory>/reserve`. */
export function createFileReserve(directory: string): FileReserve {
  const path = join(directory, 'reserve');
  let isLent = false;
  return {
    prepare: () => {
      if (!isLent) {
        fill(path);
      }
    },
    lend: () => {
      try {
        unlinkSync(path);
        isLent = true;
      } catch {
        // Nothing is kept, or nothing can be changed here.
      }
      return isLent;
    },
    takeBack: () => {
      isLent = false;
      fill(path);
    },
  };
}

/** A disk that has no room for all of it gives what it has. */
function fill(path: string): void {
  try {
    if ((lstatSync(path, { throwIfNoEntry: false })?.size ?? 0) >= RESERVE_BYTES) {
      return;
    }
    const file = openSync(path, APPEND, 0o600);
    try {
      const found = fstatSync(file);
      const missing = found.isFile() ? Math.max(0, RESERVE_BYTES - found.size) : 0;
      // Random, so that no file system finds a way to keep it in less.
      const bytes = randomBytes(missing);
      for (let written = 0; written < missing; ) {
        written += writeSync(file, bytes, written);
      }
    } finally {
      closeSync(file);
    }
  } catch {
    // The next process that opens the store tries again.
  }
}
