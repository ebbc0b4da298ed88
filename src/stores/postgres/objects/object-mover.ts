import { isKernelError, KernelError } from '../../../contract/errors.js';
import type { Liveness } from '../../liveness.js';
import { type Database, first, textOf } from '../../sql/database.js';
import type { ObjectClient } from './object-client.js';
import {
  beginObject,
  endMove,
  giveUpObject,
  type HeldBlock,
  heldBlocks,
  heldBytes,
  nameObject,
} from './object-index.js';

export interface MoverPorts {
  readonly database: Database;
  readonly client: ObjectClient;
  readonly liveness: Liveness;
  readonly newId: () => string;
  readonly signal: AbortSignal;
}

export interface ObjectMover {
  /** Moves what makes whole objects; at the end of a handle the rest too, if that is worth an object. */
  readonly move: (handleId: string, isEnd: boolean) => Promise<void>;
  /** The object that is being written. */
  readonly current: () => string | undefined;
}

/** An object holds so many bytes of blocks, and as much is in memory while it is written. */
export const OBJECT_BYTES = 8 * 1024 ** 2;
/** What is less stays in the database: a row costs less than an object. */
export const LEAST_BYTES = 1024 ** 2;
const MOST_BLOCKS = 4096;
const READ_BYTES = 1024 ** 2;

/** Under the name of its store, so that several stores can share a bucket. */
export async function folderOf(database: Database): Promise<string> {
  const row = await first(database, "SELECT value FROM settings WHERE name = 'store_id'");
  return `${textOf(row ?? {}, 'value')}/`;
}

export function createObjectMover({ database, client, liveness, newId, signal }: MoverPorts): ObjectMover {
  let current: string | undefined;
  const moveBlocks = async (handleId: string, blocks: readonly HeldBlock[]): Promise<void> => {
    const [from, last] = [blocks[0], blocks.at(-1)];
    if (from === undefined || last === undefined) {
      return;
    }
    const object = `${await folderOf(database)}${handleId}/${from.segment}-${from.start}-${newId()}`;
    current = object;
    try {
      await beginObject(database, { object, handleId, owner: await liveness.begin(), bytes: sizeOf(blocks) });
      await client.put(object, await readBlocks(database, handleId, blocks), signal);
      await database.transaction(async (queries) => {
        if ((await nameObject(queries, object, { handleId, last })) !== blocks.length) {
          throw movedMeanwhile();
        }
      });
    } catch (error) {
      await giveUpObject(database, object).catch(() => undefined);
      throw error;
    } finally {
      current = undefined;
    }
  };
  return {
    current: () => current,
    move: async (handleId, isEnd) => {
      try {
        for (let blocks = await choose(database, handleId, isEnd); blocks.length > 0; ) {
          await moveBlocks(handleId, blocks);
          blocks = await choose(database, handleId, isEnd);
        }
      } catch (error) {
        if (!isMovedMeanwhile(error)) {
          throw error;
        }
      }
      if (isEnd) {
        await endMove(database, handleId);
      }
    },
  };
}

/** The first blocks that make an object; none when they are too few. */
async function choose(database: Database, handleId: string, isEnd: boolean): Promise<readonly HeldBlock[]> {
  const held = await heldBlocks(database, handleId, { bytes: OBJECT_BYTES, limit: MOST_BLOCKS });
  const isLast = isEnd || held.length === MOST_BLOCKS;
  return sizeOf(held) >= (isLast ? LEAST_BYTES : OBJECT_BYTES) ? held : [];
}

async function readBlocks(
  database: Database,
  handleId: string,
  blocks: readonly HeldBlock[],
): Promise<readonly Buffer[]> {
  const parts: Buffer[] = [];
  for (let from = 0; from < blocks.length; ) {
    let [to, bytes] = [from, 0];
    while (to < blocks.length && (to === from || bytes + (blocks[to]?.length ?? 0) <= READ_BYTES)) {
      bytes += blocks[to]?.length ?? 0;
      to += 1;
    }
    const [first_, last] = [blocks[from], blocks[to - 1]];
    if (first_ !== undefined && last !== undefined) {
      parts.push(...(await heldBytes(database, handleId, { from: first_, to: last })));
    }
    from = to;
  }
  if (sizeOf(parts) !== sizeOf(blocks)) {
    throw movedMeanwhile();
  }
  return parts;
}

function sizeOf(parts: readonly { readonly length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

const MOVED = 'moved meanwhile';

function movedMeanwhile(): KernelError {
  const details = { reason: MOVED };
  return new KernelError('STORE_FAILED', 'a result was removed, or moved by another process, meanwhile', { details });
}

function isMovedMeanwhile(error: unknown): boolean {
  return isKernelError(error) && error.details?.['reason'] === MOVED;
}
