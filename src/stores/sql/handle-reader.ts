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
  readonly cipher: BlockCipher;
  readonly reader: BlockReader;
}

/** The rows that are stored when it begins; what a writer adds meanwhile is left for the next reading. */
export async function* readHandle(ports: ReaderPorts, handleId: string, fromRow: number): AsyncGenerator<StoredRows> {
  const entry = await findHandle(ports.database, handleId, ports.storeKey);
  if (entry === undefined) {
    throw notFound();
  }
  const end = entry.record.total_rows;
  const source: Source = {
    handleId,
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
        yield await readRows(source, block, row);
        row = block.endRow;
      }
      if (blocks.length === 0) {
        const isRemoved = (await findHandle(ports.database, handleId, ports.storeKey)) === undefined;
        throw isRemoved ? notFound() : damaged(handleId, row);
      }
    }
  } finally {
    await source.reader.close();
  }
}

async function readRows(source: Source, block: BlockEntry, fromRow: number): Promise<StoredRows> {
  const { firstRow, endRow } = block;
  if (fromRow < firstRow || fromRow >= endRow) {
    throw damaged(source.handleId, fromRow);
  }
  const sealed = await source.reader.read(block);
  const label = { segment: block.segment, block: block.block, firstRow, rows: endRow - firstRow };
  const plain = source.cipher.open(sealed, label);
  if (plain === undefined) {
    throw damaged(source.handleId, fromRow);
  }
  const lines = fromRow === firstRow ? plain : plain.subarray(offsetOfRow(plain, fromRow - firstRow));
  return { first_row: fromRow, rows: endRow - fromRow, lines };
}

function notFound(): KernelError {
  return new KernelError('HANDLE_NOT_FOUND', 'There is no such handle.', {
    hint: 'List the handles with `akernel handles list`.',
  });
}

function damaged(handleId: string, row: number): KernelError {
  return new KernelError('STORE_FAILED', `The kept result ${handleId} is damaged at row ${row}.`, {
    hint: 'The rows before it are intact. Run the capability again for the rest, then remove this handle with `akernel handles rm`.',
    details: { reason: 'damaged', handle_id: handleId, row },
  });
}
