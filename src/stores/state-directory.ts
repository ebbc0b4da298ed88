import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';

import { KernelError } from '../contract/errors.js';
import { toStoreError } from './store-error.js';

const SHARED_BITS = 0o077;
const STICKY_BIT = 0o1000;
/** What shows that a directory is akernel's, and not one that others need open. */
const OWN_FILES = ['akernel.db', 'store.key', 'secret.key'];

/**
 * Makes a state directory that is already there private: one of this user's is closed to others, and `onWarning` told;
 * any other that is open is refused.
 */
export function keepPrivate(directory: string, onWarning: (text: string) => void): void {
  const found = look(directory);
  if (found === undefined || process.getuid === undefined) {
    return;
  }
  if (found.uid !== process.getuid()) {
    throw refused('belongs to another user', `chown it to yourself`, directory);
  }
  if (!isShared(found)) {
    return;
  }
  if ((found.mode & STICKY_BIT) !== 0 || !isOurs(directory)) {
    throw refused('is open to other users and holds more than state', 'chmod 700 it if it is to be', directory);
  }
  close(directory);
  onWarning(
    `the state directory ${directory} was open to other users (mode ${octal(found)}) and is now closed to them; look whether they changed anything: akernel audit verify`,
  );
}

function look(directory: string): Stats | undefined {
  try {
    const found = statSync(directory, { throwIfNoEntry: false });
    return found?.isDirectory() === true ? found : undefined;
  } catch (error) {
    throw toStoreError(error, 'use its state directory');
  }
}

function close(directory: string): void {
  try {
    chmodSync(directory, 0o700);
  } catch {
    // Whether it worked is looked at.
  }
  const now = look(directory);
  if (now === undefined || isShared(now)) {
    throw refused('is open to other users and cannot be closed', 'use another file system', directory);
  }
}

function isShared({ mode }: Stats): boolean {
  return (mode & SHARED_BITS) !== 0;
}

function isOurs(directory: string): boolean {
  const names = readdirSync(directory);
  return names.length === 0 || OWN_FILES.some((name) => names.includes(name));
}

function octal({ mode }: Stats): string {
  return (mode & 0o777).toString(8);
}

function refused(what: string, remedy: string, directory: string): KernelError {
  return new KernelError('STORE_FAILED', `the state directory ${what}`, {
    hint: `set AKERNEL_HOME to a directory of your own; or ${remedy}: ${directory}`,
  });
}
