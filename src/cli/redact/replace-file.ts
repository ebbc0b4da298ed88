import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { KernelError } from '../../contract/errors.js';
import { quote } from '../flags/values.js';
import { unreadable } from './open-source.js';
import type { Target } from './target.js';

/** What takes the place of a file in one step, or never. */
export interface Replacement {
  /** What is read: the very file that is replaced, whatever takes its name meanwhile. */
  readonly from: FileHandle;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** The file is the new one now, with its mode. Throws when it is another than was read; it then stays as it is. */
  readonly commit: () => Promise<void>;
  /** Leaves nothing behind but what `commit` has made. */
  readonly discard: () => Promise<void>;
}

/** Most files have nothing to replace, and are short: for them nothing is written at all. */
const HELD_BYTES = 1024 * 1024;

/**
 * Begins to replace a file, before it is read. A symbolic link that was named stays one; in a folder none is followed, not
 * even one that has just been put there. A file with other names is refused: they would keep what was in it.
 */
export async function beginReplacement({ name, path, isNamed }: Target): Promise<Replacement> {
  if (path === undefined) {
    throw refused(name, 'stands nowhere where it could be replaced', 'name files and folders');
  }
  const target = await realPath(name, path);
  if (target !== path && !isNamed) {
    throw changed(name);
  }
  const source = await openToRead(name, target);
  try {
    return await replacementOf(name, target, source);
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function replacementOf(name: string, target: string, source: FileHandle): Promise<Replacement> {
  const before = await source.stat();
  const isSame = async (): Promise<boolean> => {
    const now = await lstat(target);
    const isIt = now.dev === before.dev && now.ino === before.ino && (await realPath(name, target)) === target;
    return isIt && now.size === before.size && now.mtimeMs === before.mtimeMs;
  };
  if (!before.isFile()) {
    throw refused(name, 'is no regular file, and cannot be replaced', 'leave it out, or redact into another file');
  }
  if (before.nlink > 1) {
    throw refused(name, 'has other names (hard links), which would keep what is in it', 'redact into another file');
  }
  if (!(await isSame())) {
    throw changed(name);
  }
  // No longer than most names, so that a long one has room for it.
  const made = join(dirname(target), `.akernel-${randomBytes(6).toString('hex')}`);
  let file: FileHandle | undefined;
  let held: Uint8Array[] = [];
  let heldBytes = 0;

  async function flush(): Promise<FileHandle> {
    // Nobody else may read it while it is written.
    file ??= await open(made, 'wx', 0o600);
    for (const bytes of held) {
      await file.writeFile(bytes);
    }
    held = [];
    heldBytes = 0;
    return file;
  }

  async function finish(): Promise<void> {
    const written = await flush();
    await written.chmod(before.mode & (await keptRights(written, before)));
    await written.sync();
    await written.close();
    if (!(await isSame())) {
      throw changed(name);
    }
    await rename(made, target);
    file = undefined;
  }

  return {
    from: source,
    async write(bytes) {
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes > HELD_BYTES) {
        await orUnwritable(name, flush);
      }
    },
    commit: () => orUnwritable(name, finish),
    async discard() {
      await source.close().catch(() => undefined);
      await file?.close().catch(() => undefined);
      await (file === undefined ? undefined : rm(made, { force: true }));
      file = undefined;
    },
  };
}

/** Which rights the file can keep: of an owner or a group that it cannot be given to, none pass on to others (setuid, group). */
async function keptRights(file: FileHandle, { uid, gid }: { readonly uid: number; readonly gid: number }) {
  const isGiven = (owner: number): Promise<boolean> =>
    file.chown(owner, gid).then(
      () => true,
      () => false,
    );
  return (await isGiven(uid)) ? 0o7777 : (await isGiven(-1)) ? 0o777 : 0o707;
}

async function orUnwritable<Result>(name: string, act: () => Promise<Result>): Promise<void> {
  try {
    await act();
  } catch (cause) {
    if (cause instanceof KernelError) {
      throw cause;
    }
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new KernelError('STORE_FAILED', `the file ${quote(name)} cannot be replaced${code}, and is as it was`, {
      hint: 'check the free space of its disk, and the permissions of its folder',
      cause,
    });
  }
}

async function realPath(name: string, path: string): Promise<string> {
  return realpath(path).catch((cause: unknown) => {
    throw unreadable(name, cause);
  });
}

/** Never a link, and never waiting for the other end of a pipe. */
async function openToRead(name: string, target: string): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  return open(target, flags).catch((cause: unknown) => {
    throw unreadable(name, cause);
  });
}

function changed(name: string): KernelError {
  return refused(name, 'was changed while it was read, and is left as it is', 'run the command again');
}

function refused(name: string, why: string, hint: string): KernelError {
  return new KernelError('USAGE', `the file ${quote(name)} ${why}`, { hint });
}
