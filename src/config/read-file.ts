import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readAtMost } from '../files/read-at-most.js';
import { configInvalid } from './mistakes.js';

export const MAX_CONFIG_BYTES = 1024 * 1024;
const WRITABLE_BY_ALL = 0o002;

/** A config file as it was written. */
export interface ConfigText {
  readonly path: string;
  readonly text: string;
}

/**
 * Reads a config file; undefined when there is none. Anything else that is wrong with it is CONFIG_INVALID. Only one
 * that was named may be a pipe: nobody may ever write to one that was found.
 */
export async function readConfigText(path: string, isNamed = false): Promise<ConfigText | undefined> {
  try {
    const kind = await stat(path);
    if (!(isNamed || kind.isFile() || kind.isDirectory())) {
      const hint = `if it is meant, name it: --config ${path}`;
      throw configInvalid([{ path: '', place: path, message: 'is not a regular file', hint }]);
    }
    const bytes = await readAtMost(path, MAX_CONFIG_BYTES);
    if (bytes === undefined) {
      throw configInvalid([{ path: '', place: path, message: `is longer than ${MAX_CONFIG_BYTES} bytes` }]);
    }
    return { path, text: bytes.toString('utf8') };
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return undefined;
    }
    if (code === undefined) {
      throw cause;
    }
    throw configInvalid([{ path: '', place: path, message: unreadable(code), hint: `check ${path}` }], cause);
  }
}

/**
 * Refuses a config that was found, not named, and that somebody else could have put there: a config decides who acts
 * and what code runs.
 */
export async function refuseForeignConfig(path: string, uid: number | undefined): Promise<void> {
  if (uid === undefined) {
    return;
  }
  const [file, folder] = await Promise.all([stat(path), stat(dirname(path))]);
  const isOwn = file.uid === uid || file.uid === 0;
  const isForeign = uid === 0 ? !isOwn && (folder.mode & WRITABLE_BY_ALL) !== 0 : !isOwn;
  if (isForeign || (file.mode & WRITABLE_BY_ALL) !== 0) {
    const message = isForeign ? 'belongs to somebody else' : 'can be written by everybody';
    throw configInvalid([
      {
        path: '',
        place: path,
        message,
        hint: `if you trust it, name it: --config ${path}; or correct its owner and mode`,
      },
    ]);
  }
}

function unreadable(code: string): string {
  return code === 'EISDIR' ? 'is a directory' : `cannot be read (${code})`;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
    ? error.code
    : undefined;
}
