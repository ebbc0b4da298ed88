import type { Kernel } from '../contract/kernel.js';
import type { KERNEL_SCHEMAS } from '../contract/library-schemas/kernel.js';
import type { NewSession, OpenConversation, SessionMemory } from '../contract/session.js';

/** What was given, with the principal as the schema completes it; throws USAGE. */
export type Check = <Given extends object>(name: keyof typeof KERNEL_SCHEMAS, given: Given) => Given;

/** The same sessions for programs. */
export function checkedSessions(sessions: Kernel['sessions'], check: Check): Kernel['sessions'] {
  return {
    create: async (principal, given) => {
      const wanted: NewSession = typeof given === 'object' && given !== null ? given : { total: given };
      return sessions.create(check('sessions.create', { ...wanted, principal }).principal, wanted);
    },
    get: async (sessionId, principal) =>
      sessions.get(sessionId, check('sessions.get', { sessionId, principal }).principal),
    list: async (principal) => sessions.list(check('sessions.list', { principal }).principal),
    remove: async (sessionId, principal) =>
      sessions.remove(sessionId, check('sessions.remove', { sessionId, principal }).principal),
    open: async (sessionId, principal, options = {}) => {
      const checked = check('sessions.open', { sessionId, principal, options });
      return conversationOf(await sessions.open(sessionId, checked.principal, options), check);
    },
    history: async function* (sessionId, principal, options = {}) {
      const checked = check('sessions.history', { sessionId, principal, options });
      yield* sessions.history(sessionId, checked.principal, checked.options);
    },
    memory: (sessionId, principal) =>
      memoryOf(sessions.memory(sessionId, check('sessions.memory', { sessionId, principal }).principal), check),
  };
}

function conversationOf(conversation: OpenConversation, check: Check): OpenConversation {
  return Object.freeze({
    ...conversation,
    recent: async (mostChars: number) => {
      check('sessions.open.recent', { mostChars });
      return conversation.recent(mostChars);
    },
    keep: async (messages: Parameters<OpenConversation['keep']>[0]) => {
      check('sessions.open.keep', { messages });
      await conversation.keep(messages);
    },
  });
}

function memoryOf(memory: SessionMemory, check: Check): SessionMemory {
  return Object.freeze({
    get: async (key: string) => memory.get(check('sessions.memory.key', { key }).key),
    set: async (key: string, value: unknown) => {
      check('sessions.memory.set', { key, value });
      await memory.set(key, value);
    },
    list: memory.list,
    remove: async (key: string) => memory.remove(check('sessions.memory.key', { key }).key),
  });
}
