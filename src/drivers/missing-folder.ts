import { stat } from 'node:fs/promises';
import { KernelError } from '../contract/errors.js';

/** The operating system would say of a missing working folder that the program is missing. */
export async function refuseMissingFolder(cwd: string, message: string): Promise<void> {
  const stats = await stat(cwd).catch(() => undefined);
  if (!stats?.isDirectory()) {
    throw new KernelError('USAGE', message);
  }
}
