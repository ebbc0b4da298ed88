import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { KernelError } from '../contract/errors.js';
import type { Host } from './context.js';
import { quote } from './flags/values.js';

/** Writes a new file that only its owner can read; one that is there already is never overwritten. */
export async function writeSecretFile({ cwd }: Host, path: string, text: string): Promise<void> {
  try {
    await writeFile(resolve(cwd, path), text, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new KernelError('USAGE', `the file ${quote(path)} cannot be created`, {
      hint: 'it must not be there yet, and its folder must be',
      cause,
    });
  }
}
