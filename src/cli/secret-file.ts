import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { guardOwnState } from '../config/own-files.js';
import { KernelError } from '../contract/errors.js';
import type { CommandContext } from './context.js';
import { quote } from './flags/values.js';

/** Writes a new file that only its owner can read; none is overwritten, and none made among akernel's own files. */
export async function writeSecretFile(
  { cwd, env, loadConfig }: Pick<CommandContext, 'cwd' | 'env' | 'loadConfig'>,
  path: string,
  text: string,
): Promise<void> {
  guardOwnState((await loadConfig()).config, env).refuse(resolve(cwd, path));
  try {
    await writeFile(resolve(cwd, path), text, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw cannotCreate(path, cause);
  }
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

/** `--token-file` wrote in two commands and reads in all others; whoever wrote it so goes on. */
export function oldName(): Option {
  return new Option('--token-file <file>').hideHelp();
}
