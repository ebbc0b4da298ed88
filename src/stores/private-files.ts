import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { errorCode, FAILURES, toStoreError } from './store-error.js';

/** Makes the directory readable by its owner only, whatever the umask; one that exists keeps its mode. */
export function makePrivateDirectory(path: string): void {
  try {
    if (!existsSync(path)) {
      makeMissing(path);
      chmodSync(path, 0o700);
    }
  } catch (error) {
    throw toStoreError(
      error,
      'make its state directory',
      NO_PLACES.has(errorCode(error)) ? FAILURES.noDirectory : undefined,
    );
  }
  if (!statSync(path).isDirectory()) {
    throw toStoreError(undefined, 'use its state directory', FAILURES.noDirectory);
  }
}

const NO_PLACES = new Set<unknown>(['ENOENT', 'ENOTDIR', 'EEXIST']);

/** One level at a time: Node's own recursive form never returns where a parent refuses children, as in /proc. */
function makeMissing(path: string): void {
  if (existsSync(path)) {
    return;
  }
  makeMissing(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      throw error;
    }
  }
}

/**
 * Opens a file for reading. A pipe or a device in its place would keep the process waiting for ever, and is refused; so
 * is a link, unless somebody may have set one there on purpose.
 */
export function openRegularFile(path: string, what: string, mayBeLink = false): number {
  // Windows has neither.
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NONBLOCK | (mayBeLink ? 0 : O_NOFOLLOW));
  if (!fstatSync(file).isFile()) {
    closeSync(file);
    throw toStoreError(undefined, what, FAILURES.notAFile);
  }
  return file;
}

/** false when there is nothing; refuses anything else than a file. */
export function isRegularFile(path: string, what: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) {
      throw toStoreError(undefined, what, FAILURES.notAFile);
    }
    return found !== undefined;
  } catch (error) {
    throw toStoreError(error, what);
  }
}

/** Opens a new file (mode 0600) for appending; fails when there is one. */
export function createPrivateFile(path: string): number {
  const file = openSync(path, 'ax', 0o600);
  // The umask can only take rights of the owner away; changing the mode costs as much as making the file.
  if ((fstatSync(file).mode & 0o777) !== 0o600) {
    fchmodSync(file, 0o600);
  }
  return file;
}

/** Makes an empty file (mode 0600) unless there is one. */
export function ensurePrivateFile(path: string): void {
  try {
    closeSync(createPrivateFile(path));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      throw toStoreError(error, 'make its files');
    }
  }
}
