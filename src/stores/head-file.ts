import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename } from 'node:path';

import { createPrivateFile, openRegularFile } from './private-files.js';
import type { HeadAnchor, WrittenHead } from './sql/head-anchor.js';
import { errorCode, FAILURES, failureOf, toStoreError } from './store-error.js';
import { type ChainHead, isSignedHead } from './trace-chain.js';

const LONGEST_HEAD = 1024;
/** Every head takes so many bytes, filled up with blanks: within one sector, which no disk writes in part. */
const HEAD_BYTES = 256;

export interface FileAnchor extends HeadAnchor {
  /** Keeps this head, unless there is one. */
  readonly begin: (head: ChainHead) => void;
}

/**
 * Keeps the signed head in a file beside the database, or on each machine that shares one. It is written over at once, or replaced whole:
 * no crash tears it. To replace it each time would cost a fifth of a small call.
 */
export function createHeadFile(path: string, auditKey: Uint8Array): FileAnchor {
  return {
    name: basename(path),
    read: () => readHead(path, auditKey),
    write: (head) => {
      if (!writeOver(path, head)) {
        putInPlace(path, head, (draft) => renameSync(draft, path));
      }
    },
    advance: (from, to) => writeOver(path, to, from),
    begin: (head) => {
      putInPlace(path, head, (draft) => linkUnlessThere(draft, path));
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

/** false for a file that is not as this program leaves it, or does not hold `before`. */
function writeOver(path: string, head: ChainHead, before?: ChainHead): boolean {
  try {
    const { O_RDWR, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
    const file = openSync(path, O_RDWR | O_NONBLOCK | O_NOFOLLOW);
    try {
      const found = fstatSync(file);
      const bytes = bytesOf(head);
      // under a second name it may be somebody's copy
      const isOurs = found.isFile() && found.size === bytes.length && found.nlink === 1;
      const isRight = isOurs && (before === undefined || holds(file, bytesOf(before)));
      return isRight && writeSync(file, bytes, 0, bytes.length, 0) === bytes.length;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

function holds(file: number, bytes: Buffer): boolean {
  const found = Buffer.allocUnsafe(bytes.length);
  return readSync(file, found, 0, found.length, 0) === bytes.length && found.equals(bytes);
}

function bytesOf(head: ChainHead): Buffer {
  return Buffer.from(`${JSON.stringify(head).padEnd(HEAD_BYTES - 1)}\n`);
}

function putInPlace(path: string, head: ChainHead, place: (draft: string) => void): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = createPrivateFile(draft);
    try {
      writeSync(file, bytesOf(head));
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
