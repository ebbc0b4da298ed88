import type { ConversationCounts, SessionEntry } from '../contract/session.js';

/** One finished step, and how many characters each of its messages has as JSON. */
export interface Step {
  readonly entries: readonly SessionEntry[];
  readonly chars: readonly number[];
}

export function stepOf(entries: readonly SessionEntry[]): Step {
  return { entries, chars: entries.map(({ message }) => JSON.stringify(message).length) };
}

/** The newest steps of one conversation, oldest first and redacted, and how long it was with them. */
interface RecentSteps {
  readonly counts: ConversationCounts;
  readonly steps: readonly Step[];
}

/** The newest steps of the conversations that this process had, so that the next message need not read them again. */
export interface RecentStepsBook {
  /** Nothing where somebody else said something since. */
  readonly of: (sessionId: string, counts: ConversationCounts) => readonly Step[];
  readonly keep: (sessionId: string, recent: RecentSteps) => void;
}

const MOST_CONVERSATIONS = 32;
/** Of each: a few times what a model is told by default. */
const MOST_CHARS = 256 * 1024;

export function createRecentStepsBook(): RecentStepsBook {
  const known = new Map<string, RecentSteps>();
  return {
    of(sessionId, counts) {
      const recent = known.get(sessionId);
      return recent !== undefined && isSame(recent.counts, counts) ? recent.steps : [];
    },
    keep(sessionId, { counts, steps }) {
      known.delete(sessionId);
      known.set(sessionId, { counts, steps: newest(steps) });
      const [oldest] = known.keys();
      if (known.size > MOST_CONVERSATIONS && oldest !== undefined) {
        known.delete(oldest);
      }
    },
  };
}

function isSame(one: ConversationCounts, other: ConversationCounts): boolean {
  return one.entries === other.entries && one.turns === other.turns && one.tool_calls === other.tool_calls;
}

function newest(steps: readonly Step[]): readonly Step[] {
  let chars = 0;
  const tooOld = steps.findLastIndex((step) => {
    chars += step.chars.reduce((sum, count) => sum + count, 0);
    return chars > MOST_CHARS;
  });
  return steps.slice(tooOld + 1);
}
