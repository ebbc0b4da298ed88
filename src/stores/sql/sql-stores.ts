import { DEFAULT_STORE_LIMITS, type StoreLimits, type Stores } from '../../contract/stores.js';
import { createSqlCallCountStore } from './call-count-store.js';
import { createSqlConversationStore } from './conversation-store.js';
import { createSqlHandleStore, type HandlePorts } from './handle-store.js';
import { type HeadAnchor, moveAnchor } from './head-anchor.js';
import { createSqlMemoryStore } from './memory-store.js';
import { createSqlRateWindowStore } from './rate-window-store.js';
import { createSqlRevocationStore } from './revocation-store.js';
import { createSqlSessionStore } from './session-store.js';
import { createSqlToolPinStore } from './tool-pin-store.js';
import { traceOfDeath } from './trace-of-death.js';
import { appendMissing, createSqlTraceStore } from './trace-store.js';

export interface SqlStorePorts extends Omit<HandlePorts, 'limits' | 'onWriterDied' | 'afterDeath'> {
  readonly auditKey: Uint8Array;
  readonly limits?: StoreLimits | undefined;
  readonly anchor?: HeadAnchor;
}

/** All stores over one SQL database and the files of its blocks. */
export function createSqlStores(ports: SqlStorePorts): Stores {
  const { database, auditKey } = ports;
  const handles = createSqlHandleStore({
    ...ports,
    limits: ports.limits ?? DEFAULT_STORE_LIMITS,
    onWriterDied: (queries, record, seenMs) => appendMissing(queries, auditKey, traceOfDeath(record, seenMs)),
    afterDeath: () => moveAnchor(database, ports.anchor),
  });
  return {
    handles,
    traces: createSqlTraceStore(ports),
    revocations: createSqlRevocationStore(database),
    rates: createSqlRateWindowStore(database),
    calls: createSqlCallCountStore(database),
    sessions: createSqlSessionStore(database, ports),
    conversations: createSqlConversationStore(ports),
    memories: createSqlMemoryStore(ports),
    toolPins: createSqlToolPinStore(ports),
    check: async () => {
      await ports.files.check?.();
      await database.runAgain(CHANGE_NOTHING);
    },
    close: async () => {
      await handles.close();
      await database.close();
    },
  };
}

/** It is written all the same. */
const CHANGE_NOTHING = "UPDATE settings SET value = value WHERE name = 'key_check'";
