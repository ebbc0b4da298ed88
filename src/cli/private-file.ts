import { type FileHandle, open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { guardOwnState } from '../config/own-files.js';
import { KernelError } from '../contract/errors.js';
import type { CommandContext } from './context.js';
import { quote } from './flags/values.js';

/** A new file that only its owner can read. */
export interface PrivateFile {
  readonly write: (bytes: Uint8Array | string) => Promise<void>;
  /** It is whole; without it nothing stays behind. */
  readonly commit: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

/** One that is there already is never overwritten, a link is never followed, and none is made among akernel's own files. */
export async function createPrivateFile(
  { cwd, env, loadConfig }: Pick<CommandContext, 'cwd' | 'env' | 'loadConfig'>,
  name: string,
): Promise<PrivateFile> {
  const path = resolve(cwd, name);
  guardOwnState((await loadConfig()).config, env).refuse(path);
  let file: FileHandle | undefined = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    throw cannotCreate(name, cause);
  });
  return {
    async write(bytes) {
      await file?.writeFile(bytes).catch((cause: unknown) => {
        throw lost(name, cause);
      });
    },
    async commit() {
      await file?.sync().catch((cause: unknown) => {
        throw lost(name, cause);
      });
      await file?.close();
      file = undefined;
    },
    async discard() {
      if (file !== undefined) {
        await file.close().catch(() => undefined);
        await rm(path, { force: true });
        file = undefined;
      }
    },
  };
}

/** Why a new file was not written. */
export function cannotCreate(path: string, cause: unknown): KernelError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EEXIST') {
    const hint = 'it is left as it is: choose another name, or remove it first';
    return new KernelError('USAGE', `the file ${quote(path)} exists already`, { hint, cause });
  }
  const hint = code === 'ENOENT' ? 'its folder does not exist: make it first' : 'is its folder one you may write to?';
  return new KernelError('USAGE', `the file ${quote(path)} cannot be created`, { hint, cause });
}

function lost(name: string, cause: unknown): KernelError {
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new KernelError('STORE_FAILED', `the file ${quote(name)} could not be written${code}, and is not there`, {
    hint: 'check the free space of its disk',
    cause,
  });
}
