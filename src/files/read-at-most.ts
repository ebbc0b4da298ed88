import { type FileHandle, open } from 'node:fs/promises';

/** The whole of a file, pipe or device; undefined when it is longer than that. */
export async function readAtMost(path: string, maxBytes: number): Promise<Buffer | undefined> {
  const file = await open(path);
  try {
    return await readOpenAtMost(file, maxBytes);
  } finally {
    await file.close();
  }
}

/** Counted as it is read: the size of a file may be wrong, as in /proc, and a pipe has none. */
export async function readOpenAtMost(file: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  for (let size = 0; size <= maxBytes; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(PIECE_BYTES, maxBytes + 1 - size)));
    if (bytesRead === 0) {
      return Buffer.concat(pieces);
    }
    pieces.push(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
  return undefined;
}

const PIECE_BYTES = 64 * 1024;
