import type { Clock } from '../../contract/clock.js';
import { KernelError } from '../../contract/errors.js';
import type { HandleRecord, NewHandle } from '../../contract/handle.js';
import type {
  CollectResult,
  HandleQuery,
  HandleStore,
  HandleWriter,
  StoredRows,
  StoreLimits,
} from '../../contract/stores.js';
import { keepByWriter } from '../keep-by-writer.js';
import { createEntryMeter, offsetOfRow } from '../row-lines.js';
import { toMillis } from '../time.js';

interface Entry {
  record: HandleRecord;
  readonly pieces: StoredRows[];
}

type Entries = Map<string, Entry>;

export function createMemoryHandleStore(limits: StoreLimits, clock: Clock): HandleStore {
  const entries: Entries = new Map();
  const create: HandleStore['create'] = async (handle) => createWriter({ entries, limits, clock }, handle);
  return {
    create,
    keep: (handle, pieces, end) => keepByWriter(create, handle, { pieces, end }),
    get: async (handleId) => entries.get(handleId)?.record,
    read: (handleId, fromRow) => read(entries.get(handleId), fromRow),
    list: async (query) => list(entries, query),
    remove: async (handleId, principalId) => isOf(entries.get(handleId), principalId) && entries.delete(handleId),
    collect: async (now) => evict(entries, limits, toMillis(now, 'now')),
    settle: async () => undefined,
  };
}

function isOf(entry: Entry | undefined, principalId: string | undefined): boolean {
  return entry !== undefined && (principalId ?? entry.record.principal_id) === entry.record.principal_id;
}

interface WriterPorts {
  readonly entries: Entries;
  readonly limits: StoreLimits;
  readonly clock: Clock;
}

function createWriter({ entries, limits, clock }: WriterPorts, handle: NewHandle): HandleWriter {
  const entry: Entry = { record: { ...handle, total_rows: 0, size_bytes: 0, state: 'open' }, pieces: [] };
  const meter = createEntryMeter(limits);
  entries.set(handle.handle_id, entry);
  return {
    append: (lines, rows) => {
      if (entry.record.state !== 'open') {
        return Promise.reject(new KernelError('STORE_FAILED', 'the handle has been settled; nothing can be appended'));
      }
      const kept = meter.accept({ lines, rows });
      if (kept.rows > 0) {
        entry.pieces.push({ first_row: entry.record.total_rows, ...kept });
        entry.record = { ...entry.record, total_rows: meter.usage().rows, size_bytes: meter.usage().bytes };
      }
      return undefined;
    },
    flush: async () => {},
    usage: meter.usage,
    finish: async (state, reason) => {
      if (entry.record.state === 'open') {
        const isCut = state === 'complete' && meter.usage().full;
        entry.record = {
          ...entry.record,
          state: isCut ? 'partial' : state,
          ...(isCut ? { reason: meter.reason } : reason === undefined ? {} : { reason }),
        };
        evict(entries, limits, clock.now(), handle.handle_id);
      }
      return entry.record;
    },
  };
}

async function* read(entry: Entry | undefined, fromRow: number): AsyncGenerator<StoredRows> {
  if (entry === undefined) {
    throw new KernelError('HANDLE_NOT_FOUND', 'there is no such handle', {
      hint: 'akernel handles list shows the handles of this principal',
    });
  }
  const from = Math.max(0, fromRow);
  for (const piece of entry.pieces.slice()) {
    if (piece.first_row >= from) {
      yield piece;
    } else if (piece.first_row + piece.rows > from) {
      const skipped = from - piece.first_row;
      const lines = piece.lines.subarray(offsetOfRow(piece.lines, skipped));
      yield { first_row: from, rows: piece.rows - skipped, lines };
    }
  }
}

function list(entries: Entries, query: HandleQuery): readonly HandleRecord[] {
  return [...entries.values()]
    .map(({ record }) => record)
    .filter((record) => (query.principal_id ?? record.principal_id) === record.principal_id)
    .sort(byAge)
    .reverse()
    .slice(0, query.limit);
}

function byAge(left: HandleRecord, right: HandleRecord): number {
  const age = toMillis(left.created_at, 'created_at') - toMillis(right.created_at, 'created_at');
  return age === 0 && left.handle_id < right.handle_id ? -1 : age || 1;
}

/** As the SQL store does it; with a handle to spare, expired ones go only when the total is passed. */
function evict(entries: Entries, limits: StoreLimits, nowMs: number, except?: string): CollectResult {
  const settled = [...entries.values()].map(({ record }) => record).filter(({ state }) => state !== 'open');
  const candidates = settled.sort(byAge);
  let total = [...entries.values()].reduce((sum, { record }) => sum + record.size_bytes, 0);
  if (except !== undefined && total <= limits.max_total_bytes) {
    return { removed_handles: 0, removed_bytes: 0 };
  }
  const result = { removed_handles: 0, removed_bytes: 0 };
  const remove = ({ handle_id, size_bytes }: HandleRecord): void => {
    entries.delete(handle_id);
    total -= size_bytes;
    result.removed_handles += 1;
    result.removed_bytes += size_bytes;
  };
  const isExpired = (record: HandleRecord): boolean => toMillis(record.expires_at, 'expires_at') <= nowMs;
  candidates.filter(isExpired).forEach(remove);
  for (const record of candidates.filter((candidate) => !isExpired(candidate) && candidate.handle_id !== except)) {
    if (total > limits.max_total_bytes) {
      remove(record);
    }
  }
  return result;
}
