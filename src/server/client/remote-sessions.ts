import type { Kernel } from '../../contract/kernel.js';
import type { SessionEntry } from '../../contract/session.js';
import { isHistoryPage, isSession, isSessionList } from './answer-shapes.js';
import type { AskJson } from './ask-json.js';
import type { RemotePorts } from './ports.js';

type Sessions = Pick<Kernel['sessions'], 'create' | 'get' | 'list' | 'remove' | 'history'>;

/** Conversations that a server keeps. */
export function remoteSessions({ connection, signal }: RemotePorts, ask: AskJson): Sessions {
  return {
    create: (_, wanted) => {
      const body = typeof wanted === 'number' ? { total: wanted } : wanted;
      return ask(isSession, { method: 'POST', path: '/v1/sessions', body });
    },
    get: (sessionId) => ask(isSession, { path: sessionPath(sessionId) }),
    list: async () => (await ask(isSessionList, { path: '/v1/sessions' })).sessions,
    async remove(sessionId) {
      await connection.ask({ method: 'DELETE', path: sessionPath(sessionId), signal });
    },
    history: (sessionId, _, { newest } = {}) => historyOf(ask, sessionId, newest),
  };
}

export function sessionPath(sessionId: string): string {
  return `/v1/sessions/${encodeURIComponent(sessionId)}`;
}

/** Page after page; what comes first says how far back the newest reach. */
async function* historyOf(ask: AskJson, sessionId: string, newest: number | undefined): AsyncGenerator<SessionEntry> {
  let query = newest === undefined ? '?limit=1000' : `?limit=1000&newest=${newest}`;
  for (;;) {
    const { entries, next_after: after } = await ask(isHistoryPage, {
      path: `${sessionPath(sessionId)}/history${query}`,
    });
    yield* entries;
    if (after === undefined) {
      return;
    }
    query = `?limit=1000&after=${after}`;
  }
}
