import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Why a file was not read. */
export type UnreadFile = { readonly problem: 'unreadable' | 'not-regular' | 'too-long'; readonly cause?: unknown };

/**
 * The whole of a regular file that is not longer than that. A pipe or a device could block or never end, and is not
 * opened; the kind is looked at again after opening, as the file may have been replaced.
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer | UnreadFile> {
  try {
    if (!(await stat(path)).isFile()) {
      return { problem: 'not-regular' };
    }
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return (await file.stat()).isFile() ? await readUpTo(file, maxBytes) : { problem: 'not-regular' };
    } finally {
      await file.close();
    }
  } catch (cause) {
    return { problem: 'unreadable', cause };
  }
}

/** Counted as it is read: the size of a file may be wrong, as in /proc. */
async function readUpTo(file: FileHandle, maxBytes: number): Promise<Buffer | UnreadFile> {
  const pieces: Buffer[] = [];
  for (let size = 0; size <= maxBytes; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(PIECE_BYTES, maxBytes + 1 - size)));
    if (bytesRead === 0) {
      return Buffer.concat(pieces);
    }
    pieces.push(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
  return { problem: 'too-long' };
}

const PIECE_BYTES = 64 * 1024;
