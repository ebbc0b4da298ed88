import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { HttpRequestOptions } from '../contract/driver-options/http.js';
import { KernelError } from '../contract/errors.js';
import { type ByteQueue, createByteQueue } from './byte-queue.js';
import { whenAborted } from './cancellation.js';

/** A request with everything filled in. */
export interface HttpRequest {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Begins anew each time. */
  readonly body?: () => string | Readable;
}

export type Method = NonNullable<HttpRequestOptions['method']>;

/** The head of an answer, and its body as it comes. */
export interface Answer {
  readonly status: number;
  /** By lower-case name; repeated ones are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  /** To be read at most once. */
  readonly body: () => AsyncIterable<Uint8Array>;
  /** Closes the connection unless the whole answer has come. */
  readonly close: () => void;
}

export interface ExchangeOptions {
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** Sends one request and waits for the head of its answer. Rejects with whatever the connection failed with. */
export function exchange(dispatcher: Dispatcher, request: HttpRequest, options: ExchangeOptions): Promise<Answer> {
  const { idleMs, signal } = options;
  return new Promise((resolve, reject) => {
    let queue: ByteQueue | undefined;
    let hasEnded = false;
    let interimHeads = 0;
    let abort: (reason: Error) => void = reject;
    const release = whenAborted(signal, () => abort(new Error('aborted')));
    const end = (error?: Error): void => {
      hasEnded = true;
      release();
      queue?.end(error);
    };

    const handlers: Dispatcher.DispatchHandlers = {
      onConnect(abortRequest) {
        abort = abortRequest;
        if (signal.aborted) {
          abortRequest();
        }
      },
      onHeaders(status, rawHeaders, resume) {
        if (status < 200) {
          interimHeads += 1;
          if (interimHeads > MOST_INTERIM_HEADS) {
            abort(endlessHeads());
          }
          return true;
        }
        const body = createByteQueue(resume);
        queue = body;
        const close = (): void => {
          if (!hasEnded) {
            abort(new Error('closed'));
          }
        };
        resolve({ status, headers: readHeaders(rawHeaders), body: () => body.pieces(), close });
        return true;
      },
      onData: (bytes) => queue?.push(bytes) ?? true,
      onComplete: () => end(),
      onError(error) {
        end(error);
        reject(error);
      },
    };
    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: `${request.url.pathname}${request.url.search}`,
        method: request.method,
        headers: { ...request.headers },
        body: request.body?.() ?? null,
        headersTimeout: idleMs,
        bodyTimeout: idleMs,
      },
      handlers,
    );
  });
}

/** Each of them starts the time for silence anew, so without a limit a server could send nothing else for ever. */
const MOST_INTERIM_HEADS = 32;

function endlessHeads(): KernelError {
  return new KernelError('DRIVER_PROTOCOL', 'the server announces an answer again and again and sends none');
}

function readHeaders(raw: readonly Buffer[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]).toLowerCase();
    const value = raw[index + 1]?.toString('latin1') ?? '';
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}
