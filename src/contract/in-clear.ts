import type { KernelError } from './errors.js';
import type { ExpandRequest } from './expansion.js';
import type { NameValues, RestoredPiece } from './named-values.js';
import type { Principal } from './principal.js';
import type { Value } from './row.js';

/**
 * What a person at a shell may do that shows stored values as they are. It is the one way out that does not pass the
 * redactor: no server, gateway, agent, view or library may know it, and `test/architecture` proves that none does.
 */
export interface InClear {
  /** Begins a map of what placeholders will stand for; the handle is made with its first value. */
  readonly keepMap: (principal: Principal, options: KeepMapOptions) => KeptMap;
  /** Throws HANDLE_NOT_FOUND, HANDLE_EXPIRED, USAGE for a handle that is no map, STORE_FAILED; each with its trace. */
  readonly openMap: (request: { readonly handleId: string; readonly principal: Principal }) => Promise<OpenedMap>;
  /** A page of a stored result without redaction. Throws POLICY_DENIED and as `expand` does, each with its trace. */
  readonly expandUnredacted: (request: UnredactedRequest) => Promise<UnredactedPage>;
}

/** Lets its principals see what is stored as it is. */
export const UNREDACTED_ROLE = 'secrets_reader';

export interface UnredactedRequest extends Pick<ExpandRequest, 'offset' | 'limit' | 'fields' | 'filter' | 'signal'> {
  readonly handleId: string;
  /** With the roles that count for this alone. */
  readonly principal: Principal;
  readonly justification?: string;
  /** Where it goes, for the trace. */
  readonly to: 'terminal' | 'file';
}

export interface UnredactedPage {
  readonly rows: readonly Value[];
  /** Rows that are stored. */
  readonly total: number;
  readonly offset: number;
  readonly next_offset?: number;
  readonly warnings: readonly string[];
}

export interface KeepMapOptions {
  /** Texts are gone once they are replaced: naming throws LIMIT_REACHED in place of giving plain placeholders. */
  readonly isWhole: boolean;
}

export interface KeptMap {
  readonly name: NameValues;
  /** Settles it, and leaves the one trace. */
  readonly end: (failure: unknown) => Promise<KeptMapAccount>;
}

export interface KeptMapAccount {
  /** undefined when there was nothing to keep. */
  readonly handle_id?: string;
  readonly expires_at?: string;
  /** Different values that can be put back. */
  readonly values: number;
  /** Placeholders that nothing is kept for: the map was full, or the value too long. */
  readonly plain: number;
}

export interface FilesRestored {
  readonly files: number;
  readonly files_changed: number;
}

export interface OpenedMap {
  /** Values that can be put back. */
  readonly values: number;
  /** Values behind the first ones are damaged, and stay away. */
  readonly damage: KernelError | undefined;
  readonly restore: (source: AsyncIterable<Uint8Array>) => AsyncIterable<RestoredPiece>;
  /** Leaves the one trace. */
  readonly end: (files: FilesRestored, failure: unknown) => Promise<void>;
}
