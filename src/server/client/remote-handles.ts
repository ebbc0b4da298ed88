import { randomUUID } from 'node:crypto';
import type {
  FindProgress,
  FindRequest,
  Reading,
  ReadingPage,
  ReadingRequest,
  RowOrder,
} from '../../contract/expansion.js';
import type { Kernel } from '../../contract/kernel.js';
import { isCollected, isHandle, isHandleList, isProgress } from './answer-shapes.js';
import type { AskJson } from './ask-json.js';
import { eventsOf } from './events-of.js';
import { frameIn } from './frames.js';
import { parseJson } from './json.js';
import type { RemotePorts } from './ports.js';
import { errorOf, notOurs, unreachable } from './problems.js';
import { refusedHere } from './refused.js';
import { pageBody } from './request-bodies.js';

/** Of the newest results; what a server gives at most. */
const MOST_LISTED = 20_000;
/** How long the end of a visit may keep the process. */
const END_MS = 2000;

/** Stored results of a server. */
export function remoteHandles(ports: RemotePorts, ask: AskJson): Pick<Kernel, 'handles' | 'openReading' | 'find'> {
  const { connection, signal } = ports;
  return {
    handles: {
      get: (handleId) => ask(isHandle, { path: handlePath(handleId) }),
      async list(_, limit = 100) {
        return (await ask(isHandleList, { path: `/v1/handles?limit=${Math.min(limit, MOST_LISTED)}` })).handles;
      },
      async remove(handleId) {
        await connection.ask({ method: 'DELETE', path: handlePath(handleId), signal });
      },
      collect: () => ask(isCollected, { method: 'POST', path: '/v1/collections' }),
    },
    openReading: (request) => openReading(ports, request),
    find: ({ handleId, principal: _, ...question }) => find(ports, handleId, question),
  };
}

export function handlePath(handleId: string): string {
  return `/v1/handles/${encodeURIComponent(handleId)}`;
}

/** One visit, which the server knows by a name of ours. One that it has closed or forgotten begins again by itself. */
function openReading(ports: RemotePorts, { handleId, principal }: ReadingRequest): Reading {
  const { connection, signal } = ports;
  const reading = randomUUID();
  let isAsked = false;
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    if (isAsked) {
      const asking = { method: 'DELETE', path: `${handlePath(handleId)}/readings/${reading}` } as const;
      // where the server has gone, or does not answer, the visit ends there by itself
      await connection.ask({ ...asking, signal: AbortSignal.timeout(END_MS) }).catch(() => '');
    }
  };
  return {
    async expand({ onProgress: _, signal: left = signal, ...page }: ReadingPage) {
      isAsked = true;
      const body = { ...pageBody({ ...page, handleId, principal }), reading };
      const asking = { method: 'POST', path: `${handlePath(handleId)}/expand`, body } as const;
      const text = await connection.ask({ ...asking, signal: AbortSignal.any([signal, left]) });
      return frameIn(text, connection.serverName);
    },
    find(question) {
      isAsked = true;
      return find(ports, handleId, { ...question, reading });
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}

type Question = Omit<FindRequest, 'handleId' | 'principal'> & { readonly reading?: string };

function orderBody({ thenBy, ...order }: RowOrder): Readonly<Record<string, unknown>> {
  return thenBy === undefined ? { ...order } : { ...order, then_by: thenBy };
}

/** Whoever stops listening ends it there. */
async function* find(ports: RemotePorts, handleId: string, question: Question): AsyncGenerator<FindProgress, void> {
  const { connection } = ports;
  const { signal = ports.signal, filter, sessionId, order, ...asked } = question;
  if (filter !== undefined && typeof filter !== 'string') {
    throw refusedHere('a filter that is no text');
  }
  const leaving = new AbortController();
  const body = { ...asked, filter, order: order && orderBody(order), session_id: sessionId };
  try {
    const answer = await connection.open({
      method: 'POST',
      path: `${handlePath(handleId)}/find`,
      body,
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([ports.signal, signal, leaving.signal]),
    });
    for await (const { type, line } of eventsOf(answer.body)) {
      const data = parseJson(line);
      if (type === 'find.completed') {
        return;
      }
      if (type === 'find.failed') {
        throw errorOf((data as { problem?: unknown } | undefined)?.problem, connection.serverName);
      }
      if (type === 'progress') {
        if (!isProgress(data)) {
          throw notOurs(connection.serverName);
        }
        yield data;
      }
    }
    throw unreachable(connection.serverName);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    leaving.abort();
  }
}
