import type { Clock } from '../../contract/clock.js';
import { KernelError } from '../../contract/errors.js';
import type { RowLines } from '../row-lines.js';
import { FAILURES, toStoreError } from '../store-error.js';
import type { BlockCipher } from './block-cipher.js';
import type { BlockFiles, BlockPlace } from './block-files.js';
import type { Database } from './database.js';
import { insertBlock } from './handle-index.js';

export interface SinkPorts {
  readonly database: Database;
  readonly files: BlockFiles;
  readonly cipher: BlockCipher;
  readonly clock: Clock;
}

/** Seals, writes and indexes the blocks of one handle, in order, one at a time in the background. */
export interface BlockSink {
  /** Begins to write a block; waits only for the one before it. Throws its failure, once. */
  readonly write: (block: readonly RowLines[]) => Promise<void> | undefined;
  /** Waits until everything was written or has failed. Never throws. */
  readonly drain: () => Promise<void>;
  /** The failure of a block, if it has not been thrown yet. */
  readonly throwOnce: () => Promise<void> | undefined;
  readonly failure: () => KernelError | undefined;
  readonly fail: (error: KernelError) => void;
  /** What can be read back. */
  readonly stored: () => { readonly rows: number; readonly bytes: number };
  /** Fails, with nothing stored, when the blocks are not where they were written. */
  readonly checkPlace: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createBlockSink(ports: SinkPorts, handleId: string): BlockSink {
  const appender = ports.files.openAppender(handleId);
  let blocks = 0;
  let rows = 0;
  let bytes = 0;
  let last: BlockPlace | undefined;
  let busy: Promise<void> | undefined;
  let failure: KernelError | undefined;
  let isThrown = false;

  const fail = (error: KernelError): void => {
    failure ??= error;
  };
  const throwOnce = (): Promise<void> | undefined => {
    if (failure === undefined || isThrown) {
      return undefined;
    }
    isThrown = true;
    return Promise.reject(failure);
  };
  const storeBlock = async (block: readonly RowLines[]): Promise<void> => {
    const firstRow = rows;
    const endRow = rows + block.reduce((sum, piece) => sum + piece.rows, 0);
    const endBytes = bytes + block.reduce((sum, piece) => sum + piece.lines.length, 0);
    const label = { segment: appender.segment(), block: blocks, firstRow, rows: endRow - firstRow };
    const sealed = ports.cipher.seal(
      block.map((piece) => piece.lines),
      label,
    );
    const place = await appender.append(sealed);
    const entry = { ...place, block: blocks, firstRow, endRow, endBytes, writtenMs: ports.clock.now() };
    if (!(await insertBlock(ports.database, handleId, entry))) {
      throw new KernelError('STORE_FAILED', 'the handle was removed while it was being written');
    }
    last = place;
    blocks += 1;
    rows = endRow;
    bytes = endBytes;
  };
  const start = (block: readonly RowLines[]): void => {
    busy = storeBlock(block)
      .catch((error: unknown) => fail(toStoreError(error, 'keep the result')))
      .finally(() => {
        busy = undefined;
      });
  };

  return {
    write: (block) => {
      if (busy === undefined) {
        if (failure === undefined) {
          start(block);
        }
        return throwOnce();
      }
      return busy.then(() => {
        if (failure === undefined) {
          start(block);
        }
        return throwOnce();
      });
    },
    drain: async () => {
      await busy;
    },
    throwOnce,
    failure: () => failure,
    fail,
    stored: () => ({ rows, bytes }),
    checkPlace: async () => {
      if (last !== undefined && !(await ports.files.holds(handleId, last))) {
        rows = 0;
        bytes = 0;
        fail(toStoreError(undefined, 'keep the result', FAILURES.missing));
      }
    },
    close: () => appender.close(),
  };
}
