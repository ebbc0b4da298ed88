import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatchers } from '../dispatchers.js';
import { createMessageCounter } from './message-counter.js';
import { messageTooLong } from './message-too-long.js';

/** Carries the id of the request that an answer is for, from the transport to `fetch`; it is never sent. */
export const REQUEST_ID = 'x-akernel-request';

export interface BoundedFetchOptions {
  readonly dispatchers: Dispatchers;
  readonly allowPrivate: boolean;
  /** Of one message. */
  readonly maxBytes: number;
  /** Told when the answer to this request was given up. */
  readonly onTooLong: (requestId: string) => void;
  /** Given whole messages as they come, before the library gets them. */
  readonly onMessages: (bytes: Uint8Array, isEventStream: boolean) => void;
  /** Whether the answer to this request is still to come. */
  readonly isAwaited: (requestId: string) => boolean;
}

const CONNECT_MS = 10_000;

/**
 * `fetch` for one server: its address is checked where it is connected to, no time limits but those of the calls, and
 * a message that is too long ends its answer.
 */
export function createBoundedFetch(options: BoundedFetchOptions): typeof fetch {
  const { dispatchers, allowPrivate, maxBytes, onTooLong, onMessages, isAwaited } = options;
  const settings = { reach: { allowPrivate, allowHosts: [] }, connectMs: CONNECT_MS, caFile: undefined };
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const line = await dispatchers.lineTo(url, settings);
    await line.check(url);
    const headers = new Headers(init.headers);
    const requestId = headers.get(REQUEST_ID);
    headers.delete(REQUEST_ID);
    const library = await import('../undici-library.js');
    const dispatcher = line.dispatcher.compose(
      (dispatch) => (request, handler) => dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, handler),
    );
    const { body, method, signal, redirect } = init;
    const answer = await library.fetch(url, {
      headers: [...headers],
      dispatcher,
      ...(typeof body === 'string' ? { body } : {}),
      ...(method === undefined ? {} : { method }),
      ...(redirect === undefined ? {} : { redirect }),
      ...(signal === undefined ? {} : { signal }),
    });
    const giveUp = () => {
      if (requestId !== null) {
        onTooLong(requestId);
      }
    };
    const isEventStream = /^text\/event-stream\b/i.test(answer.headers.get('content-type') ?? '');
    const bounds = {
      maxBytes,
      isEventStream,
      onTooLong: giveUp,
      isAwaited: () => requestId !== null && isAwaited(requestId),
      onMessages: (bytes: Uint8Array) => onMessages(bytes, isEventStream),
    };
    return new Response(answer.body === null ? null : bounded(answer.body, bounds), {
      status: answer.status,
      statusText: answer.statusText,
      headers: [...answer.headers],
    });
  };
}

interface Bounds {
  readonly maxBytes: number;
  /** Events are messages of their own; anything else is one message. */
  readonly isEventStream: boolean;
  readonly onTooLong: () => void;
  readonly isAwaited: () => boolean;
  /** Given the bytes of whole messages, before the library gets their end. */
  readonly onMessages: (bytes: Uint8Array) => void;
}

/** What a server may say unasked on one stream before it is read slowly. */
const MOST_UNASKED = 1024 * 1024;
const PAUSE_MS = 100;

/** Bytes since the last empty line are one message, or a part of one. */
function bounded(body: AsyncIterable<Uint8Array>, bounds: Bounds): ReadableStream<Uint8Array> {
  const { maxBytes, isEventStream, onTooLong, onMessages, isAwaited } = bounds;
  const iterator = body[Symbol.asyncIterator]();
  const counter = createMessageCounter();
  let pieces: Uint8Array[] = [];
  let unasked = 0;
  const end = (rest: Uint8Array): void => {
    onMessages(Buffer.concat(pieces));
    pieces = [rest];
  };
  return new ReadableStream({
    async pull(controller) {
      if (unasked > MOST_UNASKED && !isAwaited()) {
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
      const next = await iterator.next();
      if (next.done === true) {
        end(new Uint8Array());
        controller.close();
        return;
      }
      unasked += isAwaited() ? 0 : next.value.length;
      const { size, endedAt } = counter(next.value);
      if (size > maxBytes) {
        onTooLong();
        await iterator.return?.();
        controller.error(messageTooLong(maxBytes));
        return;
      }
      const wholeTo = isEventStream ? endedAt : 0;
      pieces.push(next.value.subarray(0, wholeTo === 0 ? undefined : wholeTo));
      if (wholeTo > 0) {
        end(next.value.subarray(wholeTo));
      }
      controller.enqueue(next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
