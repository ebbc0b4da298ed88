import { createHash } from 'node:crypto';
import { type Agent, type ClientRequest, type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { ObjectPlace } from './object-place.js';

export interface ObjectRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Behind the prefix; without one it is the bucket that is asked. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: readonly Uint8Array[];
  readonly range?: { readonly start: number; readonly length: number };
  /** A longer answer is cut off, as if the connection had been lost. */
  readonly maxBytes: number;
}

export interface ObjectAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One signed request and its whole answer; a redirect is an answer like others. Throws what the connection says. */
export async function sendRequest(
  place: ObjectPlace,
  request: ObjectRequest,
  { agent, signals }: { readonly agent: Agent; readonly signals: readonly AbortSignal[] },
): Promise<ObjectAnswer> {
  const url = addressOf(place, request);
  const headers = await signedHeaders(place, request, url);
  const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
  const sent = send(url, { method: request.method, headers, agent });
  const release = endWith(sent, signals, place.timeoutMs);
  try {
    const answered = readAnswer(sent, request.maxBytes);
    for (const part of request.body ?? []) {
      sent.write(part);
    }
    sent.end();
    return await answered;
  } finally {
    release();
  }
}

function readAnswer(sent: ClientRequest, maxBytes: number): Promise<ObjectAnswer> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('the answer is of another protocol'));
    });
    sent.on('response', (answer) => {
      const pieces: Buffer[] = [];
      let size = 0;
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece);
        size += piece.length;
        if (size > maxBytes) {
          answer.destroy(new Error('the answer is too long'));
        }
      });
      answer.on('error', reject);
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces, size) });
      });
    });
  });
}

/** Gives what takes the limits off again: signals outlive their requests. */
function endWith(sent: ClientRequest, signals: readonly AbortSignal[], timeoutMs: number): () => void {
  const end = (): void => {
    sent.destroy(new Error('aborted'));
  };
  const timer = setTimeout(() => {
    sent.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
  }, timeoutMs);
  for (const signal of signals) {
    signal.addEventListener('abort', end);
  }
  if (signals.some(({ aborted }) => aborted)) {
    end();
  }
  return () => {
    clearTimeout(timer);
    for (const signal of signals) {
      signal.removeEventListener('abort', end);
    }
  };
}

function addressOf({ root, prefix }: ObjectPlace, { key, query = {} }: ObjectRequest): URL {
  const url = new URL(key === undefined ? root : `${root}${prefix}${key}`);
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  return url;
}

/** The body is signed too: a service that checks it keeps nothing else than what was sent. */
async function signedHeaders(
  { keys, region }: ObjectPlace,
  { method, body = [], range }: ObjectRequest,
  url: URL,
): Promise<Record<string, string>> {
  const { AwsV4Signer } = await import('./aws4fetch-library.js');
  const digest = createHash('sha256');
  let length = 0;
  for (const part of body) {
    digest.update(part);
    length += part.length;
  }
  const headers = {
    'x-amz-content-sha256': digest.digest('hex'),
    ...(range === undefined ? {} : { range: `bytes=${range.start}-${range.start + range.length - 1}` }),
  };
  const signer = new AwsV4Signer({ ...keys, method, url: url.href, headers, service: 's3', region });
  const signed = await signer.sign();
  // What is signed is the address as the library writes it.
  url.href = signed.url.href;
  return {
    ...Object.fromEntries(signed.headers.entries()),
    ...(method === 'PUT' ? { 'content-length': String(length) } : {}),
  };
}
