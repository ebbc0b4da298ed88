import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { readOpenAtMost } from './read-at-most.js';

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
      if (!(await file.stat()).isFile()) {
        return { problem: 'not-regular' };
      }
      return (await readOpenAtMost(file, maxBytes)) ?? { problem: 'too-long' };
    } finally {
      await file.close();
    }
  } catch (cause) {
    return { problem: 'unreadable', cause };
  }
}
