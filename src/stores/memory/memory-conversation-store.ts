import type { Clock } from '../../contract/clock.js';
import { countsAfter, entriesOf } from '../../contract/conversation-step.js';
import type { ConversationStore, MemoryStore } from '../../contract/conversation-store.js';
import { claimLost, sessionNotFound } from '../session-errors.js';
import type { SessionState, SessionStates } from './session-states.js';

export function createMemoryConversationStore(sessions: SessionStates, clock: Clock): ConversationStore {
  return {
    claim: async (sessionId, claimId) => {
      const state = stateOf(sessions, sessionId);
      if (state.claimId !== undefined) {
        return undefined;
      }
      state.claimId = claimId;
      return state.counts;
    },
    release: async (sessionId, claimId) => {
      const state = sessions.get(sessionId);
      if (state?.claimId === claimId) {
        state.claimId = undefined;
      }
    },
    append: async ({ sessionId, claimId, messages }) => {
      const state = stateOf(sessions, sessionId);
      if (state.claimId !== claimId) {
        throw claimLost();
      }
      const { entries, turns } = state.counts;
      const kept = structuredClone(messages);
      state.steps.push({ firstSeq: entries + 1, turnsBefore: turns, keptMs: clock.now(), messages: kept });
      state.counts = countsAfter(state.counts, messages);
      return state.counts;
    },
    read: async function* (sessionId, order) {
      const steps = [...stateOf(sessions, sessionId).steps];
      for (const step of order === 'forward' ? steps : steps.reverse()) {
        yield entriesOf(step);
      }
    },
  };
}

export function createMemoryMemoryStore(sessions: SessionStates, clock: Clock): MemoryStore {
  return {
    get: async (sessionId, key) => sessions.get(sessionId)?.memory.get(key),
    list: async (sessionId) =>
      [...(sessions.get(sessionId)?.memory.values() ?? [])].sort((a, b) => (a.key < b.key ? -1 : 1)),
    set: async (sessionId, { key, json }, mostKeys) => {
      const { memory } = stateOf(sessions, sessionId);
      if (!memory.has(key) && memory.size >= mostKeys) {
        return false;
      }
      memory.set(key, { key, json, changed_at: new Date(clock.now()).toISOString() });
      return true;
    },
    remove: async (sessionId, key) => sessions.get(sessionId)?.memory.delete(key) === true,
  };
}

function stateOf(sessions: SessionStates, sessionId: string): SessionState {
  const state = sessions.get(sessionId);
  if (state === undefined) {
    throw sessionNotFound();
  }
  return state;
}
