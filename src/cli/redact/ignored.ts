import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore from 'ignore';
import { KernelError } from '../../contract/errors.js';

export const IGNORE_FILE = '.akernelignore';

/** Whether a path is to be passed over. */
export type IsIgnored = (path: string, isDirectory: boolean) => boolean;

/**
 * What the nearest `.akernelignore` says, in this directory or above it: patterns as of .gitignore, from the directory that
 * it stands in.
 */
export async function loadIgnored(directory: string): Promise<IsIgnored> {
  const text = await readIgnoreFile(join(directory, IGNORE_FILE));
  if (text !== undefined) {
    const patterns = ignore().add(text);
    return (path, isDirectory) => {
      const inside = relative(directory, path).split(sep).join('/');
      const isOutside = inside === '' || inside === '..' || inside.startsWith('../') || inside.startsWith('/');
      return !isOutside && patterns.ignores(isDirectory ? `${inside}/` : inside);
    };
  }
  const above = dirname(directory);
  return above === directory ? () => false : loadIgnored(above);
}

async function readIgnoreFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) {
      return undefined;
    }
    throw new KernelError('USAGE', `${IGNORE_FILE} cannot be read`, { hint: 'check its permissions', cause });
  }
}
