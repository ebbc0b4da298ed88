import type { KeptStep } from '../../contract/conversation-step.js';
import type { StoredMemory } from '../../contract/conversation-store.js';
import type { ConversationCounts } from '../../contract/session.js';
import type { NewSessionRecord } from '../../contract/stores.js';

/** One session as it is kept in memory, for the three stores that know it. */
export interface SessionState {
  readonly record: NewSessionRecord;
  /** The session whose ledger pays. */
  readonly rootId: string;
  readonly depth: number;
  used: number;
  claimId: string | undefined;
  counts: ConversationCounts;
  readonly steps: KeptStep[];
  readonly memory: Map<string, StoredMemory>;
}

export type SessionStates = Map<string, SessionState>;
