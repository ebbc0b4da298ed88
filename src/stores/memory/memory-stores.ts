import type { Clock } from '../../contract/clock.js';
import { DEFAULT_STORE_LIMITS, type StoreLimits, type Stores } from '../../contract/stores.js';
import { createMemoryConversationStore, createMemoryMemoryStore } from './memory-conversation-store.js';
import { createMemoryCallCountStore, createMemoryRateWindowStore } from './memory-counters.js';
import { createMemoryHandleStore } from './memory-handle-store.js';
import { createMemoryRevocationStore } from './memory-revocation-store.js';
import { createMemorySessionStore } from './memory-session-store.js';
import { createMemoryToolPinStore } from './memory-tool-pin-store.js';
import { createMemoryTraceStore } from './memory-trace-store.js';
import type { SessionStates } from './session-states.js';

export interface MemoryStoreOptions {
  readonly limits?: StoreLimits;
  readonly auditKey: Uint8Array;
  readonly clock: Clock;
}

/** Stores that last as long as the process; for tests and for `--no-keep`. */
export function createMemoryStores({ limits, auditKey, clock }: MemoryStoreOptions): Stores {
  const sessions: SessionStates = new Map();
  return {
    handles: createMemoryHandleStore(limits ?? DEFAULT_STORE_LIMITS, clock),
    traces: createMemoryTraceStore(auditKey),
    revocations: createMemoryRevocationStore(),
    rates: createMemoryRateWindowStore(),
    calls: createMemoryCallCountStore(),
    sessions: createMemorySessionStore(sessions),
    conversations: createMemoryConversationStore(sessions, clock),
    memories: createMemoryMemoryStore(sessions, clock),
    toolPins: createMemoryToolPinStore(),
    check: async () => {},
    close: async () => {},
  };
}
