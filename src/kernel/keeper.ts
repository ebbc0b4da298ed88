import type { Chunk } from '../contract/chunk.js';
import { isKernelError } from '../contract/errors.js';
import type { HandleInfo } from '../contract/frame.js';
import type { NewHandle } from '../contract/handle.js';
import type { HandleStore, HandleWriter } from '../contract/stores.js';
import { infoOf } from './handle-info.js';
import { createTextRows, type TextRows } from './text-rows.js';

/** Keeps the complete raw result of one invocation beside the stream. */
export interface Keeper {
  /** Passes the chunks on after they were handed to the store. */
  readonly kept: (chunks: AsyncIterable<Chunk>) => AsyncGenerator<Chunk>;
  /** What can be redeemed so far; undefined before the first chunk, and always when nothing is kept. */
  readonly info: () => HandleInfo | undefined;
  /** Makes everything kept so far readable by other processes. */
  readonly flush: () => Promise<void>;
  /** Settles the handle; `partial` says why it holds less than the whole. */
  readonly finish: (partial?: string) => Promise<HandleInfo | undefined>;
}

interface KeeperOptions {
  readonly onTrouble: (message: string) => void;
  /** Once true, nothing more may be kept. */
  readonly isWithheld: () => boolean;
}

/**
 * A store that fails does not end the invocation: the rest is not kept, `onTrouble` is told, and the handle stays
 * partial with what it has.
 */
export function createKeeper(
  store: HandleStore,
  describe: (kind: NewHandle['kind']) => NewHandle,
  { onTrouble, isWithheld }: KeeperOptions,
): Keeper {
  let writer: HandleWriter | undefined;
  let handle: NewHandle | undefined;
  let trouble: string | undefined;
  let settled: HandleInfo | undefined;
  /** Records that could not be read, and so are not kept. */
  let lost = 0;
  /** Why the source gave less than all of it. */
  let cut: string | undefined;
  const text: TextRows = createTextRows();

  async function open(kind: NewHandle['kind']): Promise<void> {
    handle = describe(kind);
    writer = await store.create(handle);
  }

  async function guarded(work: () => Promise<void> | undefined): Promise<void> {
    if (trouble !== undefined) {
      return;
    }
    try {
      await work();
    } catch (error) {
      trouble = isKernelError(error) ? error.message : 'the store failed';
      onTrouble(`the rest is not kept: ${trouble}`);
    }
  }

  function append(chunk: Chunk): Promise<void> | undefined {
    if (chunk.type === 'records') {
      return writer?.append(chunk.lines, chunk.rows.length);
    }
    if (chunk.type === 'text') {
      const { lines, rows } = text.add(chunk);
      return rows > 0 ? writer?.append(lines, rows) : undefined;
    }
    return undefined;
  }

  /** What makes the handle partial. */
  function noteLoss(chunk: Chunk): void {
    lost += chunk.type === 'warning' && chunk.lost_bytes !== undefined ? chunk.count : 0;
    cut ??= chunk.type === 'cut' ? chunk.reason : undefined;
  }

  function keep(chunk: Chunk): Promise<void> | undefined {
    noteLoss(chunk);
    const isContent = chunk.type === 'records' || chunk.type === 'text';
    if (isContent && isWithheld()) {
      trouble ??= 'withheld';
    }
    if (!isContent || trouble !== undefined) {
      return undefined;
    }
    if (writer === undefined) {
      return guarded(async () => {
        await open(chunk.type === 'text' ? 'text' : 'records');
        await append(chunk);
      });
    }
    const written = append(chunk);
    return written === undefined ? undefined : guarded(() => written);
  }

  function info(): HandleInfo | undefined {
    if (settled !== undefined || writer === undefined || handle === undefined) {
      return settled;
    }
    const { rows, bytes } = writer.usage();
    const { handle_id, expires_at } = handle;
    return { handle_id, total_rows: rows, size_bytes: bytes, expires_at, state: 'open' };
  }

  async function close(partial?: string): Promise<void> {
    if (writer === undefined) {
      // Nothing came: an empty result is a result, a failure without any is not.
      if (partial !== undefined || trouble !== undefined) {
        return;
      }
      await open('records');
    }
    const rest = text.end();
    if (rest.rows > 0 && trouble === undefined) {
      await guarded(() => writer?.append(rest.lines, rest.rows));
    }
    const reason = partial ?? trouble ?? cut ?? lostReason();
    const record = await writer?.finish(reason === undefined ? 'complete' : 'partial', reason);
    settled = record === undefined ? undefined : infoOf(record);
  }

  function lostReason(): string | undefined {
    return lost === 0 ? undefined : `${lost} ${lost === 1 ? 'record' : 'records'} could not be read`;
  }

  return {
    kept: (chunks) => passedOn(chunks, keep),
    info,
    flush: () => guarded(() => writer?.flush()),
    async finish(partial) {
      if (settled === undefined) {
        try {
          await close(partial);
        } catch (error) {
          if (trouble === undefined) {
            onTrouble(`nothing more is kept: ${isKernelError(error) ? error.message : 'the store failed'}`);
          }
          // The entry may say that it is open; nobody writes to it any more.
          const unsettled = info();
          settled = unsettled && { ...unsettled, state: 'partial', reason: 'store failed' };
        }
      }
      return info();
    },
  };
}

async function* passedOn(
  chunks: AsyncIterable<Chunk>,
  keep: (chunk: Chunk) => Promise<void> | undefined,
): AsyncGenerator<Chunk> {
  for await (const chunk of chunks) {
    const written = keep(chunk);
    if (written !== undefined) {
      await written;
    }
    yield chunk;
  }
}
