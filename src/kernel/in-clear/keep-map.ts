import { KernelError } from '../../contract/errors.js';
import type { KeepMapOptions, KeptMap } from '../../contract/in-clear.js';
import type { MetValue } from '../../contract/named-values.js';
import type { Principal } from '../../contract/principal.js';
import type { HandleWriter } from '../../contract/stores.js';
import type { KernelPorts } from '../ports.js';
import { beginClearAction } from './clear-action.js';
import { createNameBook, type MapEntry } from './name-book.js';

/** Under this id maps are kept; nothing is registered under it, and nobody can invoke it. */
export const MAP_CAPABILITY = 'redact.keep_map';

/**
 * Keeps what placeholders stand for, encrypted behind a handle. A value is in the store before its placeholder is given
 * away; what the store has no room for gets a plain one.
 */
export function keepMap(ports: KernelPorts, { principal_id }: Principal, { isWhole }: KeepMapOptions): KeptMap {
  const action = beginClearAction(ports);
  const handleId = ports.newId('h');
  const expiresAt = new Date(ports.clock.now() + ports.settings.handleTtlMs).toISOString();
  const book = createNameBook(handleId);
  let writer: HandleWriter | undefined;
  let failure: unknown;
  let plain = 0;

  function open(): Promise<HandleWriter> {
    return ports.stores.handles.create({
      handle_id: handleId,
      action_id: action.id,
      capability_id: MAP_CAPABILITY,
      principal_id,
      constraints: {},
      sensitivity: 'SECRETS',
      row_cap: 0,
      kind: 'map',
      created_at: action.startedAt,
      expires_at: expiresAt,
    });
  }

  /** Those that found no room. */
  async function keep(entries: readonly MapEntry[]): Promise<readonly MapEntry[]> {
    if (entries.length === 0) {
      return [];
    }
    writer ??= await open();
    const before = writer.usage().rows;
    await writer.append(Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')), entries.length);
    await writer.flush();
    return entries.slice(writer.usage().rows - before);
  }

  /** A store that failed once takes nothing more, and does not say so again. */
  async function keepOrFail(entries: readonly MapEntry[]): Promise<readonly MapEntry[]> {
    if (failure !== undefined) {
      throw failure;
    }
    try {
      return await keep(entries);
    } catch (error) {
      failure = error;
      throw error;
    }
  }

  async function name(values: readonly MetValue[]): Promise<readonly string[]> {
    const named = values.map(book.name);
    const lost = await keepOrFail(named.flatMap((each) => each?.entry ?? []));
    if (lost.length > 0) {
      book.giveUp(lost);
    }
    const gone = new Set(lost.map(({ placeholder }) => placeholder));
    return values.map(({ type }, index) => {
      const placeholder = named[index]?.placeholder;
      if (placeholder !== undefined && !gone.has(placeholder)) {
        return placeholder;
      }
      if (isWhole) {
        throw noRoom();
      }
      plain += 1;
      return `[REDACTED:${type}]`;
    });
  }

  return {
    name,
    async end(early) {
      const values = book.values();
      const account = { values, plain };
      const record = await writer?.finish(
        early === undefined ? 'complete' : 'partial',
        early === undefined ? undefined : 'the command ended early',
      );
      const handle = record === undefined ? {} : { handle_id: handleId };
      await action.end(
        { event: 'invoke', principal_id, capability_id: MAP_CAPABILITY, ...handle, args: account },
        early,
      );
      return record === undefined
        ? account
        : { ...account, ...handle, values: record.total_rows, expires_at: expiresAt };
    },
  };
}

function noRoom(): KernelError {
  return new KernelError(
    'LIMIT_REACHED',
    'not every value could be put back: the map is full, or a value too long for it',
    {
      hint: 'redact fewer files at once; without --keep-map the values are gone',
    },
  );
}
