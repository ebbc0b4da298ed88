import type { BlockFiles } from '../sql/block-files.js';
import { type Database, first } from '../sql/database.js';
import { type StoreFailure, toStoreError } from '../store-error.js';

/** As in files, so that a copy of the store has its blocks at the same places. */
const SEGMENT_BYTES = 64 * 1024 ** 2;

/** Sealed blocks as rows, beside their index; they go with the entry of their handle. */
export function createBlockTable(database: Database): BlockFiles {
  return {
    openAppender: (handleId) => {
      let segment = 0;
      let size = 0;
      const nextSegment = (): number => (size >= SEGMENT_BYTES ? segment + 1 : segment);
      return {
        segment: nextSegment,
        append: async (parts) => {
          const data = Buffer.concat(parts);
          if (nextSegment() !== segment) {
            segment = nextSegment();
            size = 0;
          }
          const place = { segment, start: size, length: data.length };
          await database.runAgain(INSERT, [handleId, segment, size, data]);
          size += data.length;
          return place;
        },
        close: async () => {},
      };
    },
    openReader: (handleId) => ({
      read: async ({ segment, start }) => {
        const row = await first(database, SELECT, [handleId, segment, start]);
        const data = row?.['data'];
        if (!Buffer.isBuffer(data)) {
          throw toStoreError(undefined, 'read a result', MISSING);
        }
        return data;
      },
      close: async () => {},
    }),
    // What is written in a transaction is never torn.
    holds: async () => true,
    put: async (handleId, { segment, start }, sealed) => {
      await database.runAgain(INSERT, [handleId, segment, start, sealed]);
    },
    remove: async (handleId) => {
      await database.runAgain('DELETE FROM block_data WHERE handle_id = ?', [handleId]);
    },
    list: async () => [],
  };
}

const MISSING: StoreFailure = {
  reason: 'missing',
  hint: 'a part of it is no longer in the database; remove the handle with akernel handles rm',
};

/** The same block again, when nobody knows whether the first try was kept. */
const INSERT = 'INSERT INTO block_data (handle_id, segment, start, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
const SELECT = 'SELECT data FROM block_data WHERE handle_id = ? AND segment = ? AND start = ?';
