import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { KernelError } from '../../contract/errors.js';
import { readRegularFile } from '../../files/read-regular-file.js';

/** A file of a host as it is; `text` is undefined where there is none. */
export interface HostFile {
  readonly path: string;
  /** Where a symbolic link leads. */
  readonly target: string;
  readonly text: string | undefined;
  readonly mode: number | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;
const MOST_LINKS = 40;

/** Throws USAGE for what is no text, or cannot be read. */
export async function readHostFile(path: string): Promise<HostFile> {
  const target = await targetOf(path);
  const bytes = await readRegularFile(target, MAX_BYTES);
  if (Buffer.isBuffer(bytes)) {
    const text = bytes.toString('utf8');
    if (!Buffer.from(text).equals(bytes)) {
      throw unreadable(path, 'is no text in UTF-8');
    }
    return { path, target, text, mode: (await stat(target)).mode & 0o7777 };
  }
  if (isMissing(bytes.cause)) {
    return { path, target, text: undefined, mode: undefined };
  }
  throw unreadable(path, bytes.problem === 'too-long' ? 'is too long' : 'cannot be read', bytes.cause);
}

function unreadable(path: string, why: string, cause?: unknown): KernelError {
  return new KernelError('USAGE', `${path} ${why}`, { hint: 'nothing was changed; look at the file', cause });
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && Reflect.get(cause, 'code') === 'ENOENT';
}

/** A link may lead to a file that is yet to be made. */
async function targetOf(path: string): Promise<string> {
  let at = path;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined) {
      return real;
    }
    const isLink = await lstat(at).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    if (!isLink) {
      return at;
    }
    at = resolve(dirname(at), await readlink(at));
  }
  throw unreadable(path, 'is a link that leads nowhere');
}
