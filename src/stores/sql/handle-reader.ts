import { KernelError } from '../../contract/errors.js';
import type { StoredRows } from '../../contract/stores.js';
import { offsetOfRow } from '../row-lines.js';
import { type BlockCipher, createBlockCipher } from './block-cipher.js';
import type { BlockFiles, BlockReader } from './block-files.js';
import type { Database } from './database.js';
import { type BlockEntry, findBlocks, findHandle } from './handle-index.js';

const INDEX_PAGE = 64;

export interface ReaderPorts {
  readonly database: Database;
  readonly files: BlockFiles;
  readonly storeKey: Uint8Array;
}

interface Source {
  readonly handleId: string;
  readonly about: string;
  readonly cipher: BlockCipher;
  readonly reader: BlockReader;
}

/** A block as it was opened, and all that it was opened by. */
interface Opened {
  readonly key: string;
  readonly plain: Uint8Array;
}

type Open = (source: Source, block: BlockEntry) => Promise<Uint8Array | undefined>;

/** How long a block is kept open, in milliseconds: rows as they came do not stay in memory for nothing. */
const KEPT_MS = 1000;
/** A larger one, of a single long row, is not kept. */
const MOST_KEPT = 2 * 1024 ** 2;

/**
 * Reads the rows that are stored when it begins; what a writer adds meanwhile is left for the next reading. The block that
 * was opened last is kept open for a moment: before a page its handle's first rows are looked at, and behind it comes the
 * next page. Damage that its file takes in that moment is not seen.
 */
export function createHandleReader(
  ports: ReaderPorts,
): (handleId: string, fromRow: number) => AsyncGenerator<StoredRows> {
  let last: Opened | undefined;
  let isTimed = false;
  const keep = (opened: Opened | undefined): void => {
    last = opened;
    if (!isTimed) {
      isTimed = true;
      setTimeout(() => {
        last = undefined;
        isTimed = false;
      }, KEPT_MS).unref();
    }
  };
  const open: Open = async (source, block) => {
    const key = JSON.stringify([source.handleId, source.about, block]);
    if (last?.key === key) {
      return last.plain;
    }
    await nextTurn();
    const plain = await openBlock(source, block);
    keep(plain === undefined || plain.length > MOST_KEPT ? undefined : { key, plain });
    return plain;
  };
  return (handleId, fromRow) => readHandle(ports, open, handleId, fromRow);
}

async function* readHandle(
  ports: ReaderPorts,
  open: Open,
  handleId: string,
  fromRow: number,
): AsyncGenerator<StoredRows> {
  const entry = await findHandle(ports.database, handleId, ports.storeKey);
  if (entry === undefined) {
    throw notFound();
  }
  const end = entry.record.total_rows;
  const isGone = async () => (await findHandle(ports.database, handleId, ports.storeKey)) === undefined;
  const source: Source = {
    handleId,
    about: entry.about,
    cipher: createBlockCipher(ports.storeKey, handleId, entry.about),
    reader: ports.files.openReader(handleId),
  };
  try {
    let row = Math.max(0, fromRow);
    while (row < end) {
      const blocks = await findBlocks(ports.database, handleId, { row, limit: INDEX_PAGE });
      for (const block of blocks) {
        if (block.firstRow >= end) {
          return;
        }
        const plain = await open(source, block).catch(async (error: unknown) => {
          throw (await isGone()) ? notFound() : error;
        });
        yield rowsFrom(handleId, block, row, plain);
        row = block.endRow;
      }
      if (blocks.length === 0) {
        throw (await isGone()) ? notFound() : damaged(handleId, row);
      }
    }
  } finally {
    await source.reader.close();
  }
}

/** Blocks are read without a wait: between them others have their turn, and a signal that ends the reading. */
function nextTurn(): Promise<void> {
  return new Promise((done) => {
    setImmediate(done);
  });
}

/** undefined when it is not what was sealed. */
async function openBlock({ reader, cipher }: Source, place: BlockEntry): Promise<Uint8Array | undefined> {
  const { segment, block, firstRow, endRow } = place;
  return cipher.open(await reader.read(place), { segment, block, firstRow, rows: endRow - firstRow });
}

function rowsFrom(handleId: string, block: BlockEntry, fromRow: number, plain: Uint8Array | undefined): StoredRows {
  const { firstRow, endRow } = block;
  if (plain === undefined || fromRow < firstRow || fromRow >= endRow) {
    throw damaged(handleId, fromRow);
  }
  const lines = fromRow === firstRow ? plain : plain.subarray(offsetOfRow(plain, fromRow - firstRow));
  return { first_row: fromRow, rows: endRow - fromRow, lines };
}

function notFound(): KernelError {
  return new KernelError('HANDLE_NOT_FOUND', 'there is no such handle', {
    hint: 'akernel handles list shows the handles of this principal',
  });
}

function damaged(handleId: string, row: number): KernelError {
  return new KernelError('STORE_FAILED', `the kept result ${handleId} is damaged at row ${row}`, {
    hint: 'the rows before it are intact; run the capability again for the rest, then remove this handle with akernel handles rm',
    details: { reason: 'damaged', handle_id: handleId, row },
  });
}
