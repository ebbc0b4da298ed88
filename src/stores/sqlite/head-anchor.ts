import { randomBytes } from 'node:crypto';
import { closeSync, linkSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { createPrivateFile, openRegularFile } from '../private-files.js';
import type { HeadAnchor, WrittenHead } from '../sql/head-anchor.js';
import { errorCode, FAILURES, failureOf, toStoreError } from '../store-error.js';
import { type ChainHead, GENESIS_HASH, isSignedHead, signHead } from '../trace-chain.js';

const LONGEST_HEAD = 1024;

export interface FileAnchor extends HeadAnchor {
  /** For a store that is about to be made: the head of no records, unless there is one. */
  readonly begin: () => void;
}

/** Keeps the signed head beside the database, in `<directory>/audit.head`. It is replaced whole: no crash tears it. */
export function createHeadAnchor(directory: string, auditKey: Uint8Array): FileAnchor {
  const path = join(directory, 'audit.head');
  return {
    read: () => readHead(path, auditKey),
    write: (head) => {
      putInPlace(path, head, (draft) => renameSync(draft, path));
    },
    begin: () => {
      putInPlace(path, signHead(auditKey, 0, GENESIS_HASH), (draft) => linkUnlessThere(draft, path));
    },
  };
}

function readHead(path: string, auditKey: Uint8Array): WrittenHead {
  try {
    const file = openRegularFile(path, 'read the head of its audit trail');
    try {
      const text = readFileSync(file, 'utf8');
      const head: unknown = text.length > LONGEST_HEAD ? undefined : JSON.parse(text);
      return isSignedHead(auditKey, head) ? { state: 'signed', head } : { state: 'damaged' };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = errorCode(error);
    return failureOf(code) === FAILURES.tooManyFiles
      ? { state: 'unread', error: toStoreError(error, 'read the head of its audit trail') }
      : { state: code === 'ENOENT' ? 'missing' : 'damaged' };
  }
}

function putInPlace(path: string, head: ChainHead, place: (draft: string) => void): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = createPrivateFile(draft);
    try {
      writeSync(file, `${JSON.stringify(head)}\n`);
    } finally {
      closeSync(file);
    }
    place(draft);
  } catch (error) {
    throw toStoreError(error, 'write the head of its audit trail');
  } finally {
    rmSync(draft, { force: true });
  }
}

function linkUnlessThere(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      throw error;
    }
  }
}
