import type { Dispatchers } from '../dispatchers.js';
import { createBoundedFetch, REQUEST_ID } from './bounded-fetch.js';
import { createExactContents } from './exact-content-transport.js';
import { createInbound, isId, type RequestId } from './inbound.js';
import type { McpLibrary, Transport } from './protocol.js';

export interface HttpOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly dispatchers: Dispatchers;
  readonly allowPrivate: boolean;
  /** Of one message. */
  readonly maxBytes: number;
}

export interface HttpTransport extends Transport {
  /** Ends the session, where the server keeps one. */
  readonly leave: () => Promise<void>;
  /** Messages that nobody waited for. */
  readonly strays: () => number;
}

type Message = Parameters<Transport['send']>[0];

/** No codes of the protocol: the stream of an answer ended without one, or was ended here because it was too long. */
export const STREAM_ENDED = -1;
export const MESSAGE_TOO_LONG = -2;

/**
 * The library's transport for one URL with two gaps closed: a stream that ends without its answer fails the request at
 * once, and a cancelled request closes its stream in the older protocol too.
 */
export function createHttpTransport(library: McpLibrary, options: HttpOptions): HttpTransport {
  const { url, headers } = options;
  const exact = createExactContents();
  const inner = new library.StreamableHTTPClientTransport(new URL(url), {
    fetch: createBoundedFetch({
      ...options,
      onTooLong: (header) => tooLong.add(header),
      onMessages: exact.look,
      isAwaited: (header) => waiting.has(header),
    }),
    requestInit: { headers: { ...headers } },
    reconnectionOptions: {
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 2000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 2,
    },
  });
  const waiting = new Map<string, AbortController>();
  const tooLong = new Set<string>();
  const inbound = createInbound();

  const transport: HttpTransport = {
    hasPerRequestStream: true,
    get sessionId() {
      return inner.sessionId;
    },
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
    async start() {
      inner.onmessage = (message) => {
        if ('id' in message && message.id !== undefined && !('method' in message)) {
          waiting.delete(headerOf(message.id));
        }
        const accepted = inbound.accept(exact.complete(message));
        if (accepted !== undefined) {
          transport.onmessage?.(accepted);
        }
      };
      inner.onclose = () => transport.onclose?.();
      inner.onerror = (error) => transport.onerror?.(error);
      await inner.start();
    },
    async send(message, options) {
      const id = requestId(message);
      const sent = inbound.sending(message);
      if (id === undefined) {
        await inner.send(message).finally(sent);
        cancelledId(message, (cancelled) => waiting.get(headerOf(cancelled))?.abort());
        return;
      }
      const closing = new AbortController();
      const header = headerOf(id);
      waiting.set(header, closing);
      const signals = [closing.signal, ...(options?.requestSignal === undefined ? [] : [options.requestSignal])];
      try {
        await inner.send(message, {
          headers: { ...options?.headers, [REQUEST_ID]: header },
          requestSignal: AbortSignal.any(signals),
          onRequestStreamEnd() {
            inbound.forget(id);
            if (waiting.delete(header)) {
              const code = tooLong.delete(header) ? MESSAGE_TOO_LONG : STREAM_ENDED;
              const error = { code, message: 'the stream ended without an answer' };
              transport.onmessage?.({ jsonrpc: '2.0', id, error });
            }
          },
        });
      } catch (error) {
        waiting.delete(header);
        inbound.forget(id);
        tooLong.delete(header);
        throw error;
      }
    },
    close: () => inner.close(),
    leave: () => inner.terminateSession(),
    strays: inbound.strays,
  };
  return transport;
}

/** A text and a number that look alike are two. */
function headerOf(id: RequestId): string {
  return JSON.stringify(id);
}

function requestId(message: Message): RequestId | undefined {
  return 'method' in message && 'id' in message ? message.id : undefined;
}

function cancelledId(message: Message, use: (id: RequestId) => void): void {
  if (!('method' in message) || message.method !== 'notifications/cancelled') {
    return;
  }
  const id: unknown = message.params?.['requestId'];
  if (isId(id)) {
    use(id);
  }
}
