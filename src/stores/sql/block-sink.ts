import type { Clock } from '../../contract/clock.js';
import { KernelError } from '../../contract/errors.js';
import type { RowLines } from '../row-lines.js';
import { FAILURES, toStoreError } from '../store-error.js';
import type { BlockCipher } from './block-cipher.js';
import type { BlockFiles, BlockPlace } from './block-files.js';
import { type Database, first, type Queries } from './database.js';
import { insertBlock } from './handle-index.js';
import { endedMeanwhile } from './trace-of-death.js';

export interface SinkPorts {
  readonly database: Database;
  readonly files: BlockFiles;
  readonly cipher: BlockCipher;
  readonly clock: Clock;
}

/** A block that was written and is not in the index yet. */
export interface LastBlock {
  /** false when the handle is not open any more. */
  readonly index: (queries: Queries) => Promise<boolean>;
  /** What can be read back once it is in the index. */
  readonly stored: Stored;
}

interface Stored {
  readonly rows: number;
  readonly bytes: number;
}

/** Seals, writes and indexes the blocks of one handle, in order, one at a time in the background. */
export interface BlockSink {
  /** Begins to write a block; waits only for the one before it. Throws its failure, once. */
  readonly write: (block: readonly RowLines[]) => Promise<void> | undefined;
  /**
   * Writes the last block, and leaves it to the transaction that settles the handle to index it: a small result is one
   * block, and a transaction of its own would cost as much as all the rest of it. Never throws.
   */
  readonly writeLast: (block: readonly RowLines[]) => Promise<LastBlock | undefined>;
  /** Waits until everything was written or has failed. Never throws. */
  readonly drain: () => Promise<void>;
  /** The failure of a block, if it has not been thrown yet. */
  readonly throwOnce: () => Promise<void> | undefined;
  readonly failure: () => KernelError | undefined;
  readonly fail: (error: KernelError) => void;
  /** What can be read back. */
  readonly stored: () => Stored;
  /** Fails, with nothing stored, when the blocks are not where they were written. */
  readonly checkPlace: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Why a handle is not open any more that its writer has not settled. */
export async function whyNotOpen(queries: Queries, handleId: string): Promise<KernelError> {
  const isThere =
    (await first(queries, 'SELECT 1 AS is_there FROM handles WHERE handle_id = ?', [handleId])) !== undefined;
  return isThere
    ? endedMeanwhile()
    : new KernelError('STORE_FAILED', 'the handle was removed while it was being written');
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
  const writeBlock = async (block: readonly RowLines[]): Promise<Parameters<typeof insertBlock>[2]> => {
    const firstRow = rows;
    const endRow = rows + block.reduce((sum, piece) => sum + piece.rows, 0);
    const endBytes = bytes + block.reduce((sum, piece) => sum + piece.lines.length, 0);
    const label = { segment: appender.segment(), block: blocks, firstRow, rows: endRow - firstRow };
    const sealed = ports.cipher.seal(
      block.map((piece) => piece.lines),
      label,
    );
    const place = await appender.append(sealed);
    return { block: blocks, firstRow, endRow, endBytes, writtenMs: ports.clock.now(), ...place };
  };
  const storeBlock = async (block: readonly RowLines[]): Promise<void> => {
    const entry = await writeBlock(block);
    if (!(await insertBlock(ports.database.runAgain, handleId, entry))) {
      throw await whyNotOpen(ports.database, handleId);
    }
    last = entry;
    blocks += 1;
    rows = entry.endRow;
    bytes = entry.endBytes;
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
    writeLast: async (block) => {
      await busy;
      if (block.length === 0 || failure !== undefined) {
        return undefined;
      }
      try {
        const entry = await writeBlock(block);
        last = entry;
        const stored = { rows: entry.endRow, bytes: entry.endBytes };
        return { stored, index: (queries) => insertBlock(queries.run, handleId, entry) };
      } catch (error) {
        fail(toStoreError(error, 'keep the result'));
        return undefined;
      }
    },
    drain: async () => {
      await busy;
    },
    throwOnce,
    failure: () => failure,
    fail,
    stored: () => ({ rows, bytes }),
    checkPlace: async () => {
      if (last !== undefined && !(await ports.files.holds(ports.database, handleId, last))) {
        rows = 0;
        bytes = 0;
        fail(toStoreError(undefined, 'keep the result', FAILURES.missing));
      }
    },
    close: () => appender.close(),
  };
}
