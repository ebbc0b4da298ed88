import type { ModelMessage } from './model.js';

/** How far a conversation has come. */
export interface ConversationSize {
  readonly entries: number;
  readonly turns: number;
}

/** One conversation and its allowance, as stored. Amounts are model tokens; a child's are those of its parent. */
export interface SessionRecord extends ConversationSize {
  readonly session_id: string;
  readonly principal_id: string;
  readonly created_at: string;
  readonly total: number;
  /** More than the total where a model took more than was left: it was spent all the same. */
  readonly used: number;
  readonly reserved: number;
  /** The registered agent that answers in it, where one was chosen. */
  readonly agent?: string;
  /** The session from whose ledger it spends. */
  readonly parent_id?: string;
}

/** What a session may spend when nobody says. */
export const DEFAULT_SESSION_TOTAL = 100_000;

export interface NewSession {
  /** Model tokens that it may spend in all; of a child nothing is said, as it spends what its parent has. */
  readonly total?: number;
  readonly agent?: string;
  readonly parent_id?: string;
}

/** One message of a conversation, as the model saw it. */
export interface SessionEntry {
  /** Its place in the conversation, from 1 on without gaps. */
  readonly seq: number;
  /** The message of the principal that it belongs to, counted from 1. */
  readonly turn: number;
  /** ISO time. */
  readonly at: string;
  readonly message: ModelMessage;
}

export interface HistoryOptions {
  /** At most so many messages, the last ones; all when absent. Those before them are not read. */
  readonly newest?: number;
}

/** All of a conversation, counted. */
export interface ConversationCounts extends ConversationSize {
  readonly tool_calls: number;
}

/** The newest of a conversation that fits what was asked for: whole turns, so that every call in it has its answer. */
export interface RecentConversation {
  readonly entries: readonly SessionEntry[];
  /** What came before them and is not told, exactly. */
  readonly dropped: ConversationCounts;
}

/** A conversation that this process alone writes, until it is closed. */
export interface OpenConversation {
  readonly session: SessionRecord;
  readonly size: () => ConversationSize;
  /** `mostChars` are characters of the messages as JSON. At least the last turn is given, whatever its size. */
  readonly recent: (mostChars: number) => Promise<RecentConversation>;
  /**
   * Keeps the messages of one finished step, all or none: nobody ever finds a call without its answers, and a step that
   * lacks one is USAGE. They survive `kill -9` when it resolves. A message of the role `user` begins a turn.
   */
  readonly keep: (messages: readonly ModelMessage[]) => Promise<void>;
  /** Lets the next one have it. Idempotent. */
  readonly close: () => Promise<void>;
}

/** One thing that a session remembers. */
export interface MemoryItem {
  readonly key: string;
  /** JSON, redacted where it is shown. */
  readonly value: unknown;
  readonly changed_at: string;
}

/**
 * What a session remembers beside its conversation, encrypted like a result. A key is 1 to 64 of `a-z 0-9 . _ -`, begins with
 * a letter and is no secret. Each method throws SESSION_NOT_FOUND and USAGE, and `set` LIMIT_REACHED when there are 1,000.
 */
export interface SessionMemory {
  readonly get: (key: string) => Promise<MemoryItem | undefined>;
  readonly set: (key: string, value: unknown) => Promise<void>;
  readonly list: () => Promise<readonly MemoryItem[]>;
  readonly remove: (key: string) => Promise<boolean>;
}

export interface Reservation {
  readonly session_id: string;
  readonly reservation_id: string;
  /** What was granted: at most what was asked for, at most what was left. */
  readonly amount: number;
  /** remaining / total before this reservation, with the reservations of others taken off. */
  readonly remaining_fraction: number;
}
