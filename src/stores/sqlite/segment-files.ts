import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  unlinkSync,
  write,
  writeSync,
  writev,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createPrivateFile, makePrivateDirectory, openRegularFile } from '../private-files.js';
import type { BlockAppender, BlockFiles, BlockReader } from '../sql/block-files.js';
import { errorCode, FAILURES, toStoreError } from '../store-error.js';

const SEGMENT_BYTES = 64 * 1024 ** 2;
const CHECKED_BYTES = 65_536;
/** Below this the way to the thread pool and back costs more than writing into the page cache here. */
const POOL_MIN_BYTES = 65_536;

const writeFile = promisify(write);
const writeAll = promisify(writev);

/** The block of a small result, which lies in the index in place of a file. */
type ReadSmall = (handleId: string) => Promise<Uint8Array | undefined>;

/** Append-only files `<handle_id>.<n>`, each of about 64 MiB. */
export function createSegmentFiles(directory: string, readSmall: ReadSmall): BlockFiles {
  const pathOf = (handleId: string, segment: number): string => join(directory, `${handleId}.${segment}`);
  return {
    openAppender: (handleId) => createAppender(directory, (segment) => pathOf(handleId, segment)),
    openReader: (handleId) =>
      createReader(
        (segment) => pathOf(handleId, segment),
        () => readSmall(handleId),
      ),
    holds: async (_, handleId, { segment, start, length }) => sizeOf(pathOf(handleId, segment)) >= start + length,
    put: async (handleId, place, sealed) => {
      makePrivateDirectory(directory);
      putBlock(pathOf(handleId, place.segment), place.start, sealed);
    },
    remove: async (handleId) => {
      let segments = 0;
      while (exists(pathOf(handleId, segments))) {
        segments += 1;
      }
      // The first goes last: whoever dies in between leaves what the next removal finds.
      for (let segment = segments - 1; segment >= 0; segment -= 1) {
        unlink(pathOf(handleId, segment));
      }
    },
    list: async () => {
      const names = await readdir(directory).catch(() => []);
      return [...new Set(names.map((name) => name.replace(/\.\d+$/, '')))];
    },
    check: async () => checkRoom(directory),
  };
}

/** What is left behind by a process that is killed meanwhile goes with the files that no handle has. */
function checkRoom(directory: string): void {
  const path = join(directory, `check-${randomBytes(6).toString('hex')}.0`);
  try {
    makePrivateDirectory(directory);
    const file = createPrivateFile(path);
    try {
      writeSync(file, randomBytes(CHECKED_BYTES));
    } finally {
      closeSync(file);
      unlinkSync(path);
    }
  } catch (error) {
    throw toStoreError(error, 'write a result');
  }
}

function putBlock(path: string, start: number, sealed: Uint8Array): void {
  try {
    const file = start === 0 ? createPrivateFile(path) : openSync(path, 'a');
    try {
      if (fstatSync(file).size !== start) {
        throw toStoreError(undefined, 'write a result', FAILURES.notAFile);
      }
      for (let written = 0; written < sealed.length; ) {
        written += writeSync(file, sealed, written);
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw toStoreError(error, 'write a result');
  }
}

function createAppender(directory: string, pathOf: (segment: number) => string): BlockAppender {
  let file: number | undefined;
  let current = 0;
  let size = 0;
  const nextSegment = (): number => (size >= SEGMENT_BYTES ? current + 1 : current);
  const openSegment = (segment: number): number => {
    if (file !== undefined && segment === current) {
      return file;
    }
    makePrivateDirectory(directory);
    const opened = createPrivateFile(pathOf(segment));
    if (file !== undefined) {
      closeSync(file);
    }
    file = opened;
    current = segment;
    size = 0;
    return opened;
  };
  return {
    segment: nextSegment,
    append: async (parts) => {
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      try {
        const opened = openSegment(nextSegment());
        await appendParts(opened, parts, length);
      } catch (error) {
        cutBack(file, size);
        throw toStoreError(error, 'write a result');
      }
      const place = { segment: current, start: size, length };
      size += length;
      return place;
    },
    close: async () => {
      if (file !== undefined) {
        closeSync(file);
        file = undefined;
      }
    },
  };
}

async function appendParts(file: number, parts: readonly Uint8Array[], length: number): Promise<void> {
  if (length < POOL_MIN_BYTES) {
    const whole = Buffer.concat(parts, length);
    for (let written = 0; written < length; ) {
      written += writeSync(file, whole, written);
    }
    return;
  }
  const { bytesWritten } = await writeAll(file, parts);
  if (bytesWritten < length) {
    const whole = Buffer.concat(parts, length);
    for (let written = bytesWritten; written < length; ) {
      written += (await writeFile(file, whole, written)).bytesWritten;
    }
  }
}

/** Gives the torn end back to a disk that is full. */
function cutBack(file: number | undefined, size: number): void {
  try {
    if (file !== undefined) {
      ftruncateSync(file, size);
    }
  } catch {
    // What stays behind the last whole block is in no index and harms nothing.
  }
}

/** A block at once, as the database is read: the first way to the thread pool costs more than ten of them. */
function createReader(pathOf: (segment: number) => string, readSmall: () => ReturnType<ReadSmall>): BlockReader {
  let file: number | undefined;
  let current = -1;
  const closeCurrent = (): void => {
    const opened = file;
    file = undefined;
    if (opened !== undefined) {
      closeSync(opened);
    }
  };
  const openSegment = (segment: number): number => {
    if (file !== undefined && segment === current) {
      return file;
    }
    closeCurrent();
    const opened = openRegularFile(pathOf(segment), 'read a result');
    file = opened;
    current = segment;
    return opened;
  };
  return {
    read: async ({ segment, start, length }) => {
      const small = segment === 0 && start === 0 ? await readSmall() : undefined;
      if (small !== undefined) {
        return small;
      }
      try {
        return readExactly(openSegment(segment), start, length);
      } catch (error) {
        throw toStoreError(error, 'read a result');
      }
    },
    close: async () => closeCurrent(),
  };
}

/** Gives fewer bytes when the file is shorter than it should be; the cipher finds that out. */
function readExactly(file: number, start: number, length: number): Uint8Array {
  const whole = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, whole, done, length - done, start + done);
    if (count === 0) {
      return whole.subarray(0, done);
    }
    done += count;
  }
  return whole;
}

function sizeOf(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true ? stats.size : 0;
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function unlink(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      throw toStoreError(error, 'remove a result');
    }
  }
}
