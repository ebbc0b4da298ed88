import type { ModelMessage } from './model.js';
import type { ConversationCounts, SessionEntry } from './session.js';

/**
 * The conversations of sessions, encrypted at rest. Every operation is one transaction. What was changed, moved or
 * exchanged is STORE_FAILED.
 */
export interface ConversationStore {
  /** Makes the caller the only writer; undefined while another one that lives has it. Throws SESSION_NOT_FOUND. */
  readonly claim: (sessionId: string, claimId: string) => Promise<ConversationCounts | undefined>;
  /** Idempotent, and nothing where somebody else has it by now. */
  readonly release: (sessionId: string, claimId: string) => Promise<void>;
  /**
   * Keeps one step, all of it or nothing; it survives `kill -9` when this resolves. Throws SESSION_NOT_FOUND, and
   * STORE_FAILED when the claim was lost.
   */
  readonly append: (step: ConversationStep) => Promise<ConversationCounts>;
  /** The steps, from the first on or from the last one back; each with its messages in order. */
  readonly read: (sessionId: string, order: 'forward' | 'backward') => AsyncIterable<readonly SessionEntry[]>;
}

export interface ConversationStep {
  readonly sessionId: string;
  readonly claimId: string;
  readonly messages: readonly ModelMessage[];
}

/** What one session remembers under a key, as it was given. */
export interface StoredMemory {
  readonly key: string;
  /** The value as JSON. */
  readonly json: string;
  readonly changed_at: string;
}

/** What sessions remember, keys and values encrypted at rest. Every operation is one transaction. */
export interface MemoryStore {
  readonly get: (sessionId: string, key: string) => Promise<StoredMemory | undefined>;
  /** By key. */
  readonly list: (sessionId: string) => Promise<readonly StoredMemory[]>;
  /** false when it would be one more than `mostKeys`. Throws SESSION_NOT_FOUND. */
  readonly set: (sessionId: string, item: Pick<StoredMemory, 'key' | 'json'>, mostKeys: number) => Promise<boolean>;
  readonly remove: (sessionId: string, key: string) => Promise<boolean>;
}
