import type { BlockAppender, BlockFiles, BlockPlace, BlockReader } from '../sql/block-files.js';
import { type Database, first, numberOf, textOf } from '../sql/database.js';
import { type StoreFailure, toStoreError } from '../store-error.js';
import type { ObjectCarrier } from './objects/object-carrier.js';
import { doomObjectsOf } from './objects/object-index.js';
import { LEAST_BYTES, OBJECT_BYTES } from './objects/object-mover.js';

/** As in files, so that a copy of the store has its blocks at the same places. */
const SEGMENT_BYTES = 64 * 1024 ** 2;
/** Who writes faster than a bucket takes it waits from here on, so that the database does not fill. */
const MOST_AHEAD = 4 * OBJECT_BYTES;
/** Who reads on and on asks for more at once. */
const READ_AHEAD = 4 * 1024 ** 2;

/**
 * Sealed blocks as rows, beside their index; they go with the entry of their handle. With a carrier the rows of a long
 * result give their bytes to objects when there are enough of them: a block is read where its row says.
 */
export function createBlockTable(database: Database, carrier?: ObjectCarrier): BlockFiles {
  return {
    openAppender: (handleId) => createAppender(database, carrier, handleId),
    openReader: (handleId) => createReader(database, carrier, handleId),
    // What is written in a transaction is never torn.
    holds: async () => true,
    put: async (handleId, { segment, start }, sealed) => {
      await database.runAgain(INSERT, [handleId, segment, start, sealed]);
    },
    afterPut: async (handleId) => {
      await carrier?.offer(handleId, true);
    },
    remove: async (handleId) => {
      const objects = await doomObjectsOf(database, handleId);
      await database.runAgain('DELETE FROM block_data WHERE handle_id = ?', [handleId]);
      if (objects > 0) {
        carrier?.sweep();
      }
    },
    list: async () => [],
    ...(carrier === undefined ? {} : { tidy: carrier.tidy }),
  };
}

function createAppender(database: Database, carrier: ObjectCarrier | undefined, handleId: string): BlockAppender {
  let segment = 0;
  let size = 0;
  let written = 0;
  let offered = 0;
  let moving = 0;
  const nextSegment = (): number => (size >= SEGMENT_BYTES ? segment + 1 : segment);
  /** Waits only where the bucket takes what is offered. */
  const offer = async (): Promise<void> => {
    const upTo = written;
    offered = upTo;
    const done = carrier?.offer(handleId, false).then(() => {
      moving = upTo;
    });
    if (written - moving >= MOST_AHEAD && carrier?.isFailing() === false) {
      await done;
    }
  };
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
      written += data.length;
      if (written - offered >= OBJECT_BYTES) {
        await offer();
      }
      return place;
    },
    close: async () => {
      if (written >= LEAST_BYTES) {
        carrier?.offer(handleId, true).catch(() => undefined);
      }
    },
  };
}

function createReader(database: Database, carrier: ObjectCarrier | undefined, handleId: string): BlockReader {
  const ended = new AbortController();
  let ahead: Ahead | undefined;
  const readObject = async (object: string, start: number, length: number): Promise<Uint8Array> => {
    if (carrier === undefined) {
      throw toStoreError(undefined, 'read a result', NO_BUCKET);
    }
    const known = ahead?.object === object ? ahead : undefined;
    const from = start - (known?.start ?? start);
    if (known !== undefined && from >= 0 && from + length <= known.bytes.length) {
      return known.bytes.subarray(from, from + length);
    }
    const isNext = known !== undefined && from === known.bytes.length;
    const most = isNext ? Math.max(length, READ_AHEAD) : length;
    const bytes = await carrier.read(object, { start, length, most }, ended.signal);
    ahead = { object, start, bytes };
    return bytes.subarray(0, length);
  };
  return {
    read: async ({ segment, start, length }: BlockPlace) => {
      const row = await first(database, SELECT, [handleId, segment, start]);
      const data = row?.['data'];
      if (Buffer.isBuffer(data)) {
        return data;
      }
      if (row === undefined) {
        throw toStoreError(undefined, 'read a result', MISSING);
      }
      return readObject(textOf(row, 'object'), numberOf(row, 'object_start'), length);
    },
    close: async () => {
      ahead = undefined;
      ended.abort();
    },
  };
}

/** What was read last of an object. */
interface Ahead {
  readonly object: string;
  readonly start: number;
  readonly bytes: Buffer;
}

const MISSING: StoreFailure = {
  reason: 'missing',
  hint: 'a part of it is no longer in the database; remove the handle with akernel handles rm',
};
const NO_BUCKET: StoreFailure = {
  reason: 'no bucket',
  hint: 'a part of it is in a bucket: name it in store.segments, as the other machines do',
};

/** The same block again, when nobody knows whether the first try was kept. */
const INSERT = 'INSERT INTO block_data (handle_id, segment, start, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
const SELECT = 'SELECT data, object, object_start FROM block_data WHERE handle_id = ? AND segment = ? AND start = ?';
