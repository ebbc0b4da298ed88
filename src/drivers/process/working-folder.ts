import { realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { PlaceArgument } from '../../contract/driver.js';
import { placeholdersIn } from '../../contract/driver-options/placeholders.js';
import { KernelError } from '../../contract/errors.js';
import type { StateGuard } from '../../files/state-guard.js';
import { fillText } from './fill-arguments.js';

export interface FolderOptions {
  /** Where a relative root starts. */
  readonly base: string;
  /** Keeps it out of akernel's own state. */
  readonly guard?: StateGuard | undefined;
  readonly root?: string | undefined;
  /** Relative to the root; `{name}` is filled from the call. */
  readonly cwd?: string | undefined;
}

/**
 * The working folder of a capability's command: a folder inside the root, symbolic links resolved. There is one answer
 * to all that is not, so that nobody learns what lies outside.
 */
export async function openWorkingFolder(
  { base, guard, root = '.', cwd = '.' }: FolderOptions,
  args: Readonly<Record<string, unknown>>,
): Promise<string> {
  const realRoot = await openRoot(base, root);
  const wanted = fillText(cwd, args, (name) => {
    throw new KernelError('USAGE', `the argument ${name} is needed: it names the working folder`);
  });
  const folder = await realpath(resolve(realRoot, wanted)).catch(() => undefined);
  if (folder === undefined || !isInside(realRoot, folder) || !(await isFolder(folder))) {
    throw new KernelError('USAGE', 'the working folder is not a folder inside the root of the command');
  }
  guard?.refuse(folder);
  return folder;
}

/** Where an argument leads as the working folder, from the root; undefined where it is no part of that. */
export async function placeOfFolder(
  options: FolderOptions,
  { name, value, follow }: PlaceArgument,
): Promise<string | undefined> {
  const { base, root = '.', cwd = '.' } = options;
  const names = new Set(placeholdersIn(cwd));
  if (!names.has(name)) {
    return undefined;
  }
  if (names.size > 1) {
    throw new KernelError('USAGE', 'one of several arguments does not tell where the working folder is');
  }
  const realRoot = await openRoot(base, root);
  const folder = follow
    ? await openWorkingFolder(options, { [name]: value })
    : resolve(
        realRoot,
        fillText(cwd, { [name]: value }, () => ''),
      );
  return relative(realRoot, folder).split(sep).join('/');
}

function openRoot(base: string, root: string): Promise<string> {
  return realpath(resolve(base, root)).catch((cause: unknown) => {
    throw new KernelError('CONFIG_INVALID', 'the root folder of the command is not there', { cause });
  });
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() === true;
}
