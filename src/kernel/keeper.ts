import type { Chunk, RecordsChunk, TextChunk } from '../contract/chunk.js';
import type { Clock } from '../contract/clock.js';
import { isKernelError } from '../contract/errors.js';
import type { HandleInfo } from '../contract/frame.js';
import type { HandleRecord, NewHandle } from '../contract/handle.js';
import type { HandleEnd, HandleStore, HandleWriter, NewRows } from '../contract/stores.js';
import { OVER } from './deadline.js';
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
  /** Nothing of the result is told before its end, so a small one need not be redeemable before. */
  readonly holds: boolean;
  readonly clock: Clock;
}

/** A result that ends within this time and size is kept in a single step; any other is redeemable from then on. */
const HELD_MS = 25;
const MOST_HELD_BYTES = 16_384;

/**
 * A store that fails does not end the invocation: the rest is not kept, `onTrouble` is told, and the handle stays
 * partial with what it has.
 */
export function createKeeper(
  store: HandleStore,
  describe: (kind: NewHandle['kind']) => NewHandle,
  { onTrouble, isWithheld, holds, clock }: KeeperOptions,
): Keeper {
  let handle: NewHandle | undefined;
  let writer: HandleWriter | undefined;
  let opening: Promise<void> | undefined;
  /** The beginning, while nothing of it was handed to the store. */
  const held: NewRows[] = [];
  let heldRows = 0;
  let heldBytes = 0;
  const over = new AbortController();
  let trouble: string | undefined;
  let settled: HandleInfo | undefined;
  /** Records that could not be read, and so are not kept. */
  let lost = 0;
  /** Why the source gave less than all of it. */
  let cut: string | undefined;
  const text: TextRows = createTextRows();

  async function begin(described: NewHandle): Promise<void> {
    try {
      writer = await store.create(described);
    } catch (error) {
      handle = undefined;
      throw error;
    }
    for (const { lines, rows } of held.splice(0)) {
      await writer.append(lines, rows);
    }
  }

  /** Hands what is held to the store, once. */
  function open(): Promise<void> | undefined {
    if (handle !== undefined && settled === undefined) {
      opening ??= begin(handle);
    }
    return opening;
  }

  async function openLate(): Promise<void> {
    await clock.sleep(HELD_MS, over.signal);
    if (!over.signal.aborted) {
      await guarded(open);
    }
  }

  async function guarded(work: () => Promise<void> | undefined): Promise<void> {
    if (trouble !== undefined) {
      return;
    }
    try {
      await work();
    } catch (error) {
      loseRest(error);
    }
  }

  function loseRest(error: unknown): void {
    if (trouble === undefined) {
      trouble = wordsOf(error);
      onTrouble(`the rest is not kept: ${trouble}`);
    }
  }

  function append({ lines, rows }: NewRows): Promise<void> | undefined {
    if (writer !== undefined) {
      return writer.append(lines, rows);
    }
    if (opening === undefined && heldBytes + lines.length <= MOST_HELD_BYTES) {
      held.push({ lines, rows });
      heldRows += rows;
      heldBytes += lines.length;
      return undefined;
    }
    return open()?.then(() => writer?.append(lines, rows));
  }

  /** What makes the handle partial. */
  function noteLoss(chunk: Chunk): void {
    lost += chunk.type === 'warning' && chunk.lost_bytes !== undefined ? chunk.count : 0;
    cut ??= chunk.type === 'cut' ? chunk.reason : undefined;
  }

  function keep(chunk: Chunk): Promise<void> | undefined {
    noteLoss(chunk);
    return chunk.type === 'records' || chunk.type === 'text' ? keepContent(chunk) : undefined;
  }

  function keepContent(chunk: RecordsChunk | TextChunk): Promise<void> | undefined {
    if (isWithheld()) {
      trouble ??= 'withheld';
    }
    if (trouble !== undefined) {
      return undefined;
    }
    const isFirst = handle === undefined;
    handle ??= describe(chunk.type === 'text' ? 'text' : 'records');
    if (isFirst && !holds) {
      return guarded(() => open()?.then(() => add(chunk)));
    }
    if (isFirst) {
      void openLate();
    }
    const written = add(chunk);
    return written && guarded(() => written);
  }

  function add(chunk: RecordsChunk | TextChunk): Promise<void> | undefined {
    const added = chunk.type === 'records' ? { lines: chunk.lines, rows: chunk.rows.length } : text.add(chunk);
    return added.rows > 0 ? append(added) : undefined;
  }

  function info(): HandleInfo | undefined {
    if (settled !== undefined || handle === undefined) {
      return settled;
    }
    const { rows, bytes } = writer?.usage() ?? { rows: heldRows, bytes: heldBytes };
    const { handle_id, expires_at } = handle;
    return { handle_id, total_rows: rows, size_bytes: bytes, expires_at, state: 'open' };
  }

  async function close(partial?: string): Promise<void> {
    if (handle === undefined) {
      // Nothing came: an empty result is a result, a failure without any is not.
      if (partial !== undefined || trouble !== undefined) {
        return;
      }
      handle = describe('records');
    }
    await opening?.catch(loseRest);
    const rest = text.end();
    if (rest.rows > 0 && trouble === undefined) {
      await guarded(() => append(rest));
    }
    const reason = partial ?? trouble ?? cut ?? lostReason();
    const state = reason === undefined ? 'complete' : 'partial';
    const record = await (opening === undefined ? keepHeld({ state, reason }) : writer?.finish(state, reason));
    settled = record && infoOf(record);
  }

  async function keepHeld(end: HandleEnd): Promise<HandleRecord | undefined> {
    try {
      return handle && (await store.keep(handle, held, end));
    } catch (error) {
      handle = undefined;
      throw error;
    }
  }

  function lostReason(): string | undefined {
    return lost === 0 ? undefined : `${lost} ${lost === 1 ? 'record' : 'records'} could not be read`;
  }

  async function finish(partial?: string): Promise<HandleInfo | undefined> {
    over.abort(OVER);
    if (settled !== undefined) {
      return settled;
    }
    try {
      await close(partial);
    } catch (error) {
      if (handle === undefined) {
        loseRest(error);
      } else if (trouble === undefined) {
        const why = wordsOf(error);
        onTrouble(`nothing more is kept: ${why}`);
      }
      // The entry may say that it is open; nobody writes to it any more.
      const unsettled = info();
      settled = unsettled && { ...unsettled, state: 'partial', reason: 'store failed' };
    }
    return info();
  }

  return {
    kept: (chunks) => passedOn(chunks, keep),
    info,
    flush: () =>
      guarded(async () => {
        await open();
        await writer?.flush();
      }),
    finish,
  };
}

function wordsOf(error: unknown): string {
  return isKernelError(error) ? error.message : 'the store failed';
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
