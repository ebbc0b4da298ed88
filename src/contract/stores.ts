import type { ConversationStore, MemoryStore } from './conversation-store.js';
import type { HandleRecord, NewHandle } from './handle.js';
import type { Reservation, SessionRecord } from './session.js';
import type { SharedRuns } from './shared-runs.js';
import type { ChainedTrace, ChainVerdict, Trace, TraceQuery } from './trace.js';

/**
 * Keeps complete raw results, encrypted at rest. Several processes may read a handle while one writes it.
 * Every failure is a KernelError STORE_FAILED without data in its message.
 */
export interface HandleStore {
  /** Makes the index entry (state `open`), so that other processes can find it, and returns its only writer. */
  readonly create: (handle: NewHandle) => Promise<HandleWriter>;
  /** Keeps a result that has ended, as if it were created, appended to and finished; a small one in a single step. */
  readonly keep: (handle: NewHandle, pieces: readonly NewRows[], end: HandleEnd) => Promise<HandleRecord>;
  /** The entry, expired or not; undefined when it never existed or was removed. */
  readonly get: (handleId: string) => Promise<HandleRecord | undefined>;
  /**
   * The kept rows from row `fromRow` on (0-based), in pieces that begin and end at row borders. While the handle is
   * open it ends after what is stored now. A torn or corrupt piece ends the reading with STORE_FAILED after every
   * intact row before it.
   */
  readonly read: (handleId: string, fromRow: number) => AsyncIterable<StoredRows>;
  /** Newest first. */
  readonly list: (query: HandleQuery) => Promise<readonly HandleRecord[]>;
  /** Removes entry and data, on a full disk too; false when there was none, or none of this principal. */
  readonly remove: (handleId: string, principalId?: string) => Promise<boolean>;
  /** Removes expired handles, then the oldest until the total fits; never an open one with a living writer. */
  readonly collect: (now: string) => Promise<CollectResult>;
  /** Closes the handles of processes that died, and writes the traces which these could not write. */
  readonly settle: () => Promise<void>;
}

export interface StoredRows {
  readonly first_row: number;
  readonly rows: number;
  /** NDJSON, one line a row, each ended by a newline. */
  readonly lines: Uint8Array;
}

export interface NewRows {
  /** NDJSON with exactly `rows` newline-ended lines; not changed afterwards. */
  readonly lines: Uint8Array;
  readonly rows: number;
}

export interface HandleEnd {
  readonly state: 'complete' | 'partial';
  readonly reason?: string | undefined;
}

export interface HandleQuery {
  readonly principal_id?: string;
  readonly limit?: number;
}

export interface CollectResult {
  readonly removed_handles: number;
  readonly removed_bytes: number;
}

/**
 * Appends to one handle. The caller awaits each call before the next. Appended rows are buffered; `flush` makes them
 * readable to other processes and safe from `kill -9`.
 */
export interface HandleWriter {
  /**
   * `lines` is NDJSON with exactly `rows` newline-ended lines and is not changed afterwards. Returns undefined when it
   * only buffered. Past the entry cap it keeps the whole rows that fit, sets `full` and drops the rest without error.
   */
  readonly append: (lines: Uint8Array, rows: number) => Promise<void> | undefined;
  readonly flush: () => Promise<void>;
  /** Rows and raw bytes accepted so far, and whether the entry cap was reached. */
  readonly usage: () => { readonly rows: number; readonly bytes: number; readonly full: boolean };
  /** Flushes and settles the entry. Idempotent: the first state wins. */
  readonly finish: (state: 'complete' | 'partial', reason?: string) => Promise<HandleRecord>;
}

/** Traces in a hash chain with a signed head; appended in one transaction, from any number of processes. */
export interface TraceStore {
  readonly append: (trace: Trace) => Promise<ChainedTrace>;
  /** Keeps what is known of an action that goes on, in place of what was kept of it before; `append` ends it. */
  readonly hold: (trace: Trace) => Promise<void>;
  /** Appends the traces of actions that go on in processes that died. */
  readonly settle: () => Promise<void>;
  /** Appends, and takes the chain that is there for the whole one from now on, whatever the second place of its head says. */
  readonly accept: (trace: Trace) => Promise<void>;
  /**
   * Removes the oldest traces over the caps in one transaction with the trace of having done so, and signs where the
   * chain begins now. undefined when there were none; STORE_FAILED when what would go is not intact.
   */
  readonly prune: (request: PruneRequest) => Promise<PrunedTraces | undefined>;
  readonly get: (actionId: string) => Promise<Trace | undefined>;
  readonly list: (query: TraceQuery) => Promise<readonly Trace[]>;
  /** In chain order, for export. */
  readonly export: (query: TraceQuery) => AsyncIterable<ChainedTrace>;
  readonly verify: () => Promise<ChainVerdict>;
}

/** Whose each grant is, while it lasts, and what was revoked. Each operation is one transaction. */
export interface PruneRequest {
  readonly max_traces: number;
  /** ISO time: what began before it goes. */
  readonly before: string;
  /** How many more go once there are too many, so that it is not done at each trace. */
  readonly spare: number;
  /** At most so many at once. */
  readonly most: number;
  readonly traceOf: (pruned: PrunedTraces) => Trace;
}

export interface PrunedTraces {
  readonly removed: number;
  /** The number of the last one that was removed. */
  readonly up_to: number;
}

export interface RevocationStore {
  /**
   * Notes a grant until it ends and gives the time it counts as issued at: `now`, or just after the last revocation of
   * everything its principal had, so that none made after a revocation is covered by it, whatever the clocks say.
   */
  readonly issue: (grant: NewGrant) => Promise<string>;
  /** Undefined for a grant that never was or has ended. */
  readonly principalOf: (grantId: string) => Promise<string | undefined>;
  /** false when it was revoked before. */
  readonly revoke: (grantId: string, at: string) => Promise<boolean>;
  /** Every grant issued to the principal so far, or up to `at`, is revoked; false when there is none that was not before. */
  readonly revokePrincipal: (principalId: string, at: string) => Promise<boolean>;
  readonly isRevoked: (grant: { grantId: string; principalId: string; issuedAt: string }) => Promise<boolean>;
}

export interface NewGrant {
  readonly grantId: string;
  readonly principalId: string;
  readonly now: string;
  readonly expiresAt: string;
}

export interface RateWindowStore {
  /**
   * Records one call at `now` (ms) under `key` if fewer than `limit` were recorded in (now − windowMs, now], and says
   * whether it did. Atomic between processes. A limit of 0 admits nothing.
   */
  readonly admit: (key: string, rule: { limit: number; windowMs: number; now: number }) => Promise<boolean>;
  /** Calls in the window, recording nothing. */
  readonly peek: (key: string, rule: { windowMs: number; now: number }) => Promise<number>;
}

/** Counts calls made with one capability token (`max_calls`). */
export interface CallCountStore {
  /** Adds one unless that would exceed `maxCalls`; false then. Atomic. */
  readonly take: (grantId: string, maxCalls: number) => Promise<boolean>;
}

/** A session before anything was said or spent in it; a child has no total of its own. */
export type NewSessionRecord = Omit<SessionRecord, 'used' | 'reserved' | 'entries' | 'turns'>;

/** Children below children; as many as anybody can follow. */
export const DEEPEST_SESSION = 16;

/**
 * Sessions and their ledgers. Every operation is one transaction. A child spends from the ledger of the session at the root
 * of its parents, and shows the amounts of that one.
 */
export interface SessionStore {
  /** Throws SESSION_NOT_FOUND for a parent that is not there or another principal's, LIMIT_REACHED for one too deep. */
  readonly create: (session: NewSessionRecord) => Promise<void>;
  readonly get: (sessionId: string) => Promise<SessionRecord | undefined>;
  readonly list: (principalId?: string) => Promise<readonly SessionRecord[]>;
  /** With its conversation, what it remembers, and its children; on a full disk too. */
  readonly remove: (sessionId: string) => Promise<boolean>;
  /** Grants min(want, remaining); undefined when nothing remains. Throws SESSION_NOT_FOUND. */
  readonly reserve: (request: {
    sessionId: string;
    reservationId: string;
    want: number;
  }) => Promise<Reservation | undefined>;
  /** Moves `amount` from the reservation to used, while the stream runs; what is more than that is spent all the same. */
  readonly charge: (reservationId: string, amount: number) => Promise<void>;
  /** Releases what is left of the reservation; a second call does nothing. */
  readonly settle: (reservationId: string) => Promise<void>;
  /** Adds what was spent without a reservation, also above the total. Nothing where the session is gone. */
  readonly spend: (sessionId: string, amount: number) => Promise<void>;
}

/** What a tool of a server was when it was first seen, or when a person last confirmed it. */
export interface ToolPin {
  readonly server: string;
  readonly tool: string;
  /** Of `definition`, hex. */
  readonly digest: string;
  /** Everything the server said of the tool, as canonical JSON. */
  readonly definition: string;
  /** A person has seen it; until then what the server says about its safety counts for nothing. */
  readonly confirmed: boolean;
  readonly pinned_at: string;
}

/** What an MCP server was found to speak. */
export interface KnownEra {
  readonly server: string;
  readonly era: 'legacy' | 'modern';
  /** Of what was started then, hex: another program under the same name is asked again. */
  readonly program: string;
  readonly found_at: string;
}

export interface ToolPinStore {
  /** Of one server, by the name of the tool. */
  readonly list: (server: string) => Promise<readonly ToolPin[]>;
  /** Keeps those whose tool has no pin yet; the others stay as they are. Atomic between processes. */
  readonly addMissing: (pins: readonly ToolPin[]) => Promise<void>;
  /** Keeps them in place of what was pinned before. */
  readonly replace: (pins: readonly ToolPin[]) => Promise<void>;
  /** Which protocol a server was last found to speak. */
  readonly era: (server: string) => Promise<KnownEra | undefined>;
  readonly keepEra: (era: KnownEra) => Promise<void>;
}

export interface Stores {
  readonly handles: HandleStore;
  readonly traces: TraceStore;
  readonly revocations: RevocationStore;
  readonly rates: RateWindowStore;
  readonly calls: CallCountStore;
  readonly sessions: SessionStore;
  readonly conversations: ConversationStore;
  readonly memories: MemoryStore;
  readonly toolPins: ToolPinStore;
  /** Where servers on other machines can read them; a store of one machine leaves them to the process that runs them. */
  readonly runs?: SharedRuns;
  /** Keeps something for a moment. Throws what stands in the way: a store that answers may have no room. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface StoreLimits {
  readonly max_entry_bytes: number;
  readonly max_total_bytes: number;
}

export const DEFAULT_STORE_LIMITS: StoreLimits = {
  max_entry_bytes: 1024 ** 3,
  max_total_bytes: 5 * 1024 ** 3,
};
