import type { Principal } from '../contract/principal.js';
import type { ConversationCounts, OpenConversation } from '../contract/session.js';
import { createConversation } from './conversation.js';
import { createRecentStepsBook } from './recent-steps.js';
import { ownSession } from './session-access.js';
import { createSessionTurns, waitingEnded } from './session-turns.js';
import { sleepAwake } from './sleep-awake.js';
import type { TellingPorts } from './told-messages.js';

/** Another process may end its turn at any time, so the store is asked again and again, less and less often. */
const FIRST_LOOK_MS = 20;
const LAST_LOOK_MS = 250;

export interface Conversations {
  readonly open: (sessionId: string, principal: Principal, signal: AbortSignal) => Promise<OpenConversation>;
  /** Lets others have what this kernel still has open. */
  readonly close: () => Promise<void>;
}

/** One writer a session: in this process in the order of their coming, and among processes whoever asks first. */
export function createConversations(ports: TellingPorts): Conversations {
  const turns = createSessionTurns();
  const opened = new Set<OpenConversation>();
  const book = createRecentStepsBook();
  const { conversations, sessions } = ports.stores;

  const claim = async (sessionId: string, claimId: string, signal: AbortSignal): Promise<ConversationCounts> => {
    for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(LAST_LOOK_MS, pauseMs * 2)) {
      const counts = await conversations.claim(sessionId, claimId);
      if (counts !== undefined) {
        return counts;
      }
      await sleepAwake(ports.clock, pauseMs, signal);
      if (signal.aborted) {
        throw waitingEnded(signal);
      }
    }
  };

  const open = async (sessionId: string, principal: Principal, signal: AbortSignal): Promise<OpenConversation> => {
    await ownSession(sessions, sessionId, principal.principal_id);
    const leave = await turns.take(sessionId, signal);
    try {
      const claimId = ports.newId('r');
      const counts = await claim(sessionId, claimId, signal);
      const session = await ownSession(sessions, sessionId, principal.principal_id);
      const release = async (): Promise<void> => {
        opened.delete(conversation);
        try {
          await conversations.release(sessionId, claimId);
        } finally {
          leave();
        }
      };
      const conversation = createConversation(ports, { session, claimId, counts, book, release });
      opened.add(conversation);
      return conversation;
    } catch (error) {
      leave();
      throw error;
    }
  };

  return {
    open,
    close: async () => {
      await Promise.allSettled([...opened].map((conversation) => conversation.close()));
    },
  };
}
