import type { ModelMessage } from './model.js';
import type { ConversationCounts, SessionEntry } from './session.js';

/** The messages of one finished step, and where in their conversation they stand. */
export interface KeptStep {
  readonly firstSeq: number;
  /** User messages before this step. */
  readonly turnsBefore: number;
  readonly keptMs: number;
  readonly messages: readonly ModelMessage[];
}

/** A user message begins a turn; what stands before the first one belongs to it. */
export function entriesOf({ firstSeq, turnsBefore, keptMs, messages }: KeptStep): readonly SessionEntry[] {
  const at = new Date(keptMs).toISOString();
  let turn = turnsBefore;
  return messages.map((message, index) => {
    turn += message.role === 'user' ? 1 : 0;
    return { seq: firstSeq + index, turn: Math.max(1, turn), at, message };
  });
}

export function countsAfter(before: ConversationCounts, messages: readonly ModelMessage[]): ConversationCounts {
  const calls = messages.map((message) => (message.role === 'assistant' ? (message.tool_calls?.length ?? 0) : 0));
  return {
    entries: before.entries + messages.length,
    turns: before.turns + messages.filter(({ role }) => role === 'user').length,
    tool_calls: before.tool_calls + calls.reduce((sum, count) => sum + count, 0),
  };
}
