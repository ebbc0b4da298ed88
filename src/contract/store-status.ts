/** The store of a state directory, or the one that machines share. */
export const STORE_KINDS = ['embedded', 'shared'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** `behind`: a migration is missing, which the next use makes up for. */
export type StoreState = 'missing' | 'ready' | 'behind' | 'newer' | 'other_key';

export interface StoreCounts {
  readonly handles: number;
  /** Of them still being written. */
  readonly open_handles: number;
  readonly size_bytes: number;
  readonly traces: number;
  readonly sessions: number;
  readonly grants: number;
}

/** Streamed runs of servers whose events can be read again. */
export interface RunCounts {
  readonly kept: number;
  readonly going_on: number;
  readonly size_bytes: number;
}

export interface StoreStatus {
  readonly kind: StoreKind;
  /** Without user and password. */
  readonly place: string;
  readonly state: StoreState;
  /** Names of migrations that it has not had. */
  readonly missing_migrations: readonly string[];
  readonly engine?: string;
  /** One way to the server and back. */
  readonly round_trip_ms?: number;
  /** Processes that may write now; told by a shared store only. */
  readonly writers?: number;
  /** Told by a shared store only. */
  readonly runs?: RunCounts;
  readonly counts?: StoreCounts;
  /** Where a bucket is named, or was. */
  readonly segments?: SegmentsStatus;
}

export interface SegmentsStatus {
  /** Without keys; absent where the config names no bucket. */
  readonly place?: string;
  /** Why the bucket cannot be used, and what to do. */
  readonly problem?: string;
  readonly hint?: string;
  readonly objects: number;
  readonly size_bytes: number;
  /** Long results whose blocks are still in the database. */
  readonly waiting_handles: number;
  /** Objects that nobody needs, and that the bucket has not removed yet. */
  readonly objects_to_remove: number;
}

export interface StoreMigration {
  readonly kind: StoreKind;
  readonly place: string;
  readonly applied: readonly string[];
}

export interface StoreCopy {
  readonly from: StoreKind;
  readonly to: StoreKind;
  /** Rows of each table, equal on both sides. */
  readonly rows: Readonly<Record<string, number>>;
  readonly copied_bytes: number;
  /** Of the chain as it was verified in the copy. */
  readonly records_checked: number;
}

/** How far a copy is; the rest, which is small, is copied behind the results. */
export interface CopyProgress {
  readonly results: number;
  readonly of_results: number;
  readonly copied_bytes: number;
}

/** What `akernel store` does. */
export interface StoreAdministration {
  readonly status: (kind: StoreKind) => Promise<StoreStatus>;
  readonly migrate: (kind: StoreKind) => Promise<StoreMigration>;
  /**
   * Into an empty store, from one that nobody uses meanwhile; all of it or nothing. It leaves a trace: in the copy, or, where
   * it failed, in the store that was to be copied.
   */
  readonly copy: (from: StoreKind, to: StoreKind, onProgress?: (progress: CopyProgress) => void) => Promise<StoreCopy>;
}
