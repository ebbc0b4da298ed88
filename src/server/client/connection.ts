import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { ServerAddress } from './address.js';
import { parseJson } from './json.js';
import { errorOf, notOurs, unreachable } from './problems.js';

export interface Asking {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: AsyncIterable<Uint8Array>;
}

/** One server and the capability token that it is shown. No redirect is followed, so that no other host is told the token. */
export interface Connection {
  readonly serverName: string;
  /** An answer of 2xx, with its body still to be read. Throws what the server's problem says, or that it does not answer. */
  readonly open: (asking: Asking) => Promise<Answer>;
  /** The whole body as text. */
  readonly ask: (asking: Asking) => Promise<string>;
}

/** A server says something every 15 seconds, if only that it lives. */
const SILENCE_MS = 60_000;
const MOST_CHARS = 64 * 1024 * 1024;

export function createConnection(address: ServerAddress, capabilityToken: string): Connection {
  const { name: serverName } = address;
  const open = async (asking: Asking): Promise<Answer> => {
    const answer = await send(address, capabilityToken, asking);
    const { statusCode: status = 0, headers } = answer;
    if (status >= 200 && status < 300) {
      return { status, headers, body: answer };
    }
    throw errorOf(parseJson(await wholeText(answer, serverName)), serverName);
  };
  return {
    serverName,
    open,
    ask: async (asking) => wholeText((await open(asking)).body, serverName),
  };
}

function send(address: ServerAddress, capabilityToken: string, asking: Asking): Promise<IncomingMessage> {
  const { method = 'GET', path, body, headers, signal } = asking;
  const { place, isTls, name } = address;
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = (isTls ? tlsRequest : plainRequest)({
      ...place,
      ...('socketPath' in place ? { hostname: 'localhost' } : {}),
      method,
      path,
      agent: false,
      timeout: SILENCE_MS,
      // many requests at once wait for the same signal, which would warn of its listeners
      ...(signal === undefined ? {} : { signal: AbortSignal.any([signal]) }),
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${capabilityToken}`,
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
        ...headers,
      },
    });
    sent.once('timeout', () => sent.destroy(new Error('nothing came for too long')));
    sent.once('error', (cause) => reject(signal?.aborted === true ? signal.reason : unreachable(name, cause)));
    sent.once('response', resolve);
    sent.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(notOurs(name));
    });
    sent.end(text);
  });
}

async function wholeText(body: AsyncIterable<Uint8Array>, serverName: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const piece of body) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > MOST_CHARS) {
        break;
      }
    }
  } catch (cause) {
    throw unreachable(serverName, cause);
  }
  if (text.length > MOST_CHARS) {
    throw notOurs(serverName);
  }
  return text + decoder.decode();
}
