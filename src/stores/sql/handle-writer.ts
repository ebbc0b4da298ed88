import { KernelError } from '../../contract/errors.js';
import type { HandleRecord, NewHandle } from '../../contract/handle.js';
import type { HandleWriter, StoreLimits } from '../../contract/stores.js';
import { createEntryMeter, type EntryMeter, type RowLines, splitRows } from '../row-lines.js';
import { partialReason, toStoreError } from '../store-error.js';
import { type BlockSink, createBlockSink, type LastBlock, type SinkPorts, whyNotOpen } from './block-sink.js';
import { LOCKS, type Queries } from './database.js';
import { findHandle, settleHandle } from './handle-index.js';

const BLOCK_BYTES = 524_288;

export interface WriterPorts extends SinkPorts {
  readonly limits: StoreLimits;
  /** Signs how the handle ended. */
  readonly storeKey: Uint8Array;
  /** Told once, after the entry was settled or given up, how many bytes all handles keep. */
  readonly onSettled: (keptBytes: number) => Promise<void>;
}

/**
 * Gathers rows into blocks. While one block is sealed and written the next one is gathered; there are never more than
 * two. The first failure is thrown once; from then on rows are dropped and the entry ends as partial.
 */
export function createHandleWriter(ports: WriterPorts, handle: NewHandle): HandleWriter {
  const meter = createEntryMeter(ports.limits);
  const sink = createBlockSink(ports, handle.handle_id);
  let pending: RowLines[] = [];
  let pendingBytes = 0;
  let settled: Promise<HandleRecord> | undefined;
  let isEnded = false;

  const takePending = (): readonly RowLines[] => {
    const block = pending;
    pending = [];
    pendingBytes = 0;
    return block;
  };
  const store = (): Promise<void> | undefined => {
    const block = takePending();
    return block.length === 0 ? undefined : sink.write(block);
  };
  const gather = (piece: RowLines): Promise<void> | undefined => {
    pending.push(piece);
    pendingBytes += piece.lines.length;
    return pendingBytes < BLOCK_BYTES ? undefined : store();
  };

  return {
    append: (lines, rows) => {
      if (isEnded) {
        return Promise.reject(new KernelError('STORE_FAILED', 'the handle has been settled; nothing can be appended'));
      }
      const kept = meter.accept({ lines, rows });
      if (kept.rows === 0 || sink.failure() !== undefined) {
        return sink.throwOnce();
      }
      return kept.lines.length > 2 * BLOCK_BYTES ? gatherAll(splitRows(kept, BLOCK_BYTES), gather) : gather(kept);
    },
    flush: async () => {
      await store();
      await sink.drain();
      await sink.throwOnce();
    },
    usage: () => {
      const { rows, bytes, full } = meter.usage();
      return sink.failure() === undefined ? { rows, bytes, full } : { ...sink.stored(), full };
    },
    finish: (state, reason) => {
      isEnded = true;
      settled ??= settle({ ports, handle, sink, state, reason, takePending, meter }).catch((error: unknown) => {
        // It can be tried again when the store is back.
        settled = undefined;
        throw error;
      });
      return settled;
    },
  };
}

async function gatherAll(
  pieces: Iterable<RowLines>,
  gather: (piece: RowLines) => Promise<void> | undefined,
): Promise<void> {
  for (const piece of pieces) {
    await gather(piece);
  }
}

interface Ending {
  readonly ports: WriterPorts;
  readonly handle: NewHandle;
  readonly sink: BlockSink;
  readonly state: 'complete' | 'partial';
  readonly reason: string | undefined;
  readonly takePending: () => readonly RowLines[];
  readonly meter: EntryMeter;
}

async function settle(ending: Ending): Promise<HandleRecord> {
  const { ports, handle, sink } = ending;
  const last = await sink.writeLast(ending.takePending());
  await sink.checkPlace();
  await sink.close();
  const { end, keptBytes } = await settleWith(ending, last);
  await ports.onSettled(keptBytes);
  return Object.assign({}, handle, {
    total_rows: end.rows,
    size_bytes: end.bytes,
    state: end.state,
    ...(end.reason === undefined ? {} : { reason: end.reason }),
  });
}

/** In one transaction with the last block; without that block when there is no room for it. */
async function settleWith(ending: Ending, last: LastBlock | undefined): Promise<Settled> {
  const { ports, sink } = ending;
  const lastBlock = sink.failure() === undefined ? last : undefined;
  try {
    return await ports.database.transaction(async (queries) => {
      await queries.lock(LOCKS.handles, 'shared');
      return settleAs(queries, ending, lastBlock);
    });
  } catch (error) {
    if (lastBlock === undefined) {
      throw error;
    }
    sink.fail(toStoreError(error, 'keep the last rows'));
    return settleWith(ending, undefined);
  }
}

interface Settled {
  readonly end: ReturnType<typeof chooseEnd> & { readonly rows: number; readonly bytes: number };
  readonly keptBytes: number;
}

/** All statements at once: none of them changes anything where the handle is not open any more. */
async function settleAs(queries: Queries, ending: Ending, last: LastBlock | undefined): Promise<Settled> {
  const { ports, handle, sink } = ending;
  const { state, reason } = chooseEnd(ending);
  const end = { state, reason, ...(last?.stored ?? sink.stored()) };
  const [isIndexed, keptBytes] = await Promise.all([
    last?.index(queries) ?? true,
    settleHandle(queries, handle.handle_id, end, ports.storeKey),
  ]);
  if (isIndexed && keptBytes !== undefined) {
    return { end, keptBytes };
  }
  sink.fail(await whyNotOpen(queries, handle.handle_id));
  // What somebody settled who took this process for dead stands.
  const stands = (await findHandle(queries, handle.handle_id, ports.storeKey))?.record;
  return { end: stands === undefined ? { ...chooseEnd(ending), ...sink.stored() } : endOf(stands), keptBytes: 0 };
}

function endOf({ state, reason, total_rows: rows, size_bytes: bytes }: HandleRecord): Settled['end'] {
  return { state: state === 'complete' ? state : 'partial', reason, rows, bytes };
}

function chooseEnd({ sink, state, reason, meter }: Ending): Pick<Ending, 'state' | 'reason'> {
  const failure = sink.failure();
  if (failure !== undefined) {
    return { state: 'partial', reason: partialReason(failure) };
  }
  return state === 'complete' && meter.usage().full ? { state: 'partial', reason: meter.reason } : { state, reason };
}
