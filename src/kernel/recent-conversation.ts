import type { ConversationCounts, RecentConversation, SessionEntry } from '../contract/session.js';
import type { Step } from './recent-steps.js';

/**
 * The newest turns that fit, from steps that come from the last one back. A turn is told whole or not at all, so that no
 * call is without its answers; the last one always. What comes before is counted, not read.
 */
export async function recentOf(
  stepsBack: AsyncIterable<Step>,
  mostChars: number,
  all: ConversationCounts,
): Promise<RecentConversation> {
  const told = await newestTurns(stepsBack, mostChars);
  const oldest = told[0];
  const calls = told.map(({ message }) => (message.role === 'assistant' ? (message.tool_calls?.length ?? 0) : 0));
  return {
    entries: told,
    dropped: {
      entries: all.entries - told.length,
      turns: oldest === undefined ? all.turns : oldest.turn - 1,
      tool_calls: all.tool_calls - calls.reduce((sum, count) => sum + count, 0),
    },
  };
}

async function newestTurns(stepsBack: AsyncIterable<Step>, mostChars: number): Promise<readonly SessionEntry[]> {
  // Newest first, whole turns; then the one that is being read, of which the beginning is still to come.
  const told: SessionEntry[] = [];
  let begun: SessionEntry[] = [];
  let chars = 0;
  for await (const step of stepsBack) {
    for (const [entry, size] of sized(step).reverse()) {
      if (begun.length > 0 && begun[0]?.turn !== entry.turn) {
        told.push(...begun);
        begun = [];
      }
      chars += size;
      if (chars > mostChars && told.length > 0) {
        return told.reverse();
      }
      begun.push(entry);
    }
  }
  return [...told, ...begun].reverse();
}

function sized({ entries, chars }: Step): [SessionEntry, number][] {
  return entries.map((entry, index) => [entry, chars[index] ?? 0]);
}
