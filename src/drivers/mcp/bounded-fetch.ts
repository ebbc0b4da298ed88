import type { Dispatchers } from '../dispatchers.js';
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
}

const CONNECT_MS = 10_000;

/**
 * `fetch` for one server: its address is checked where it is connected to, no time limits but those of the calls, and
 * a message that is too long ends its answer.
 */
export function createBoundedFetch(options: BoundedFetchOptions): typeof fetch {
  const { dispatchers, allowPrivate, maxBytes, onTooLong } = options;
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
    return new Response(answer.body === null ? null : bounded(answer.body, maxBytes, giveUp), {
      status: answer.status,
      statusText: answer.statusText,
      headers: [...answer.headers],
    });
  };
}

/** Bytes since the last empty line are one message, or a part of one. */
function bounded(body: AsyncIterable<Uint8Array>, maxBytes: number, onTooLong: () => void): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const counter = createMessageCounter();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) {
        controller.close();
        return;
      }
      if (counter(next.value) > maxBytes) {
        onTooLong();
        await iterator.return?.();
        controller.error(messageTooLong(maxBytes));
        return;
      }
      controller.enqueue(next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

const NEWLINE = 10;
const RETURN = 13;

/** Counts the bytes of the message that is coming in; an empty line ends one. */
function createMessageCounter(): (bytes: Uint8Array) => number {
  let size = 0;
  let isLineEmpty = false;
  return (bytes) => {
    let lineStart = 0;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, lineStart)) {
      const isBlank = at === lineStart || (at === lineStart + 1 && bytes[lineStart] === RETURN);
      size = isBlank && (lineStart > 0 || isLineEmpty) ? 0 : size + at + 1 - lineStart;
      lineStart = at + 1;
      isLineEmpty = true;
    }
    if (lineStart < bytes.length) {
      size += bytes.length - lineStart;
      isLineEmpty = bytes.length - lineStart === 1 && bytes[lineStart] === RETURN && (lineStart > 0 || isLineEmpty);
    }
    return size;
  };
}
