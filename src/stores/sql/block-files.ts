import type { Queries } from './database.js';

/** Where a sealed block lies. */
export interface BlockPlace {
  readonly segment: number;
  readonly start: number;
  readonly length: number;
}

/** Keeps the sealed blocks of handles; the index in the database says which are there. */
export interface BlockFiles {
  /** The only appender of a handle. Nothing is made before the first block. */
  readonly openAppender: (handleId: string) => BlockAppender;
  readonly openReader: (handleId: string) => BlockReader;
  /** Whether all bytes of the place are there; false for a block that was torn by a crash. */
  readonly holds: (queries: Queries, handleId: string, place: BlockPlace) => Promise<boolean>;
  /** Puts a block of another store at the place it had there; those of a handle in their order. */
  readonly put: (handleId: string, place: BlockPlace, sealed: Uint8Array) => Promise<void>;
  /** All blocks of the handle were put. */
  readonly afterPut?: (handleId: string) => Promise<void>;
  readonly remove: (handleId: string) => Promise<void>;
  /** The handles that have files; where these go with their entry, none. */
  readonly list: () => Promise<readonly string[]>;
  /** Throws when there is no room for a small result; absent where blocks are rows of the database. */
  readonly check?: () => Promise<void>;
  /** Ends what was left undone, and removes what no index names. */
  readonly tidy?: () => Promise<void>;
}

export interface BlockAppender {
  /** The segment that the next block goes to; it is part of what seals the block. */
  readonly segment: () => number;
  /** After a failure nothing of the block is left behind. */
  readonly append: (parts: readonly Uint8Array[]) => Promise<BlockPlace>;
  readonly close: () => Promise<void>;
}

export interface BlockReader {
  readonly read: (place: BlockPlace) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}
