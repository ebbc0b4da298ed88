import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isKernelError, KernelError } from '../../contract/errors.js';
import { serveUntil } from '../access/serve-until.js';
import type { Gateway } from './gateway.js';
import { createProtocolServer, type ProtocolOptions } from './protocol-server.js';

export interface HttpOptions extends Omit<ProtocolOptions, 'requestSignal'> {
  /** An address of this machine itself. */
  readonly address: { readonly host: string; readonly port: number };
  /** The gateway of whoever holds this capability token. Throws a KernelError for one that is not accepted. */
  readonly gatewayOf: (capabilityToken: string) => Promise<Gateway>;
  /** Told the address once it is served. */
  readonly onListening: (url: string) => void;
  /** Ends the service. */
  readonly signal: AbortSignal;
}

const PATH = '/mcp';

/**
 * Serves hosts over HTTP on this machine until `signal` is aborted. Each request needs a capability token, also from this
 * machine; one with a foreign Host or Origin, which a page in a browser would have, is refused. Throws USAGE where the
 * address cannot be had.
 */
export async function serveHttp(options: HttpOptions): Promise<void> {
  const { library, signal, address } = options;
  // by the request: a holder can make any number of narrower tokens
  const gateways = new WeakMap<object, Gateway>();
  const handler = library.createMcpHandler(
    ({ authInfo, requestInfo }) => {
      const gateway = authInfo && gateways.get(authInfo);
      if (gateway === undefined) {
        throw new KernelError('TOKEN_REJECTED', 'a request came without a capability token');
      }
      return createProtocolServer(gateway, { ...options, requestSignal: requestInfo?.signal });
    },
    { legacy: 'stateless', onerror: () => undefined },
  );
  const answer = async (request: Request): Promise<Response> => {
    const foreign =
      library.hostHeaderValidationResponse(request, library.localhostAllowedHostnames()) ??
      library.originValidationResponse(request, library.localhostAllowedOrigins());
    if (foreign !== undefined || new URL(request.url).pathname !== PATH) {
      return foreign ?? problem(404, `only ${PATH} is served here`);
    }
    const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (token === undefined) {
      return problem(401, 'a capability token is needed: Authorization: Bearer …');
    }
    const authInfo = { token, clientId: 'host', scopes: [] };
    try {
      gateways.set(authInfo, await options.gatewayOf(token));
    } catch (error) {
      return problem(401, isKernelError(error) ? error.message : 'the capability token cannot be checked');
    }
    return handler.fetch(request, { authInfo });
  };
  const server = createServer((incoming, outgoing) => {
    void exchange(incoming, outgoing, answer);
  });
  await serveUntil(server, {
    ...address,
    signal,
    onListening: (port) =>
      options.onListening(`http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${port}${PATH}`),
  });
  await handler.close();
}

/** A request of Node as the standard has it, and back. When the host goes, the request is aborted. */
async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) {
      gone.abort();
    }
  });
  try {
    const response = await answer(requestOf(incoming, gone.signal));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) {
      outgoing.end();
    } else {
      await pipeline(Readable.from(response.body), outgoing);
    }
  } catch {
    outgoing.destroy();
  }
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: pairs,
    signal,
    ...(hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}),
  });
}

function problem(status: number, message: string): Response {
  return Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32000, message } },
    { status, ...(status === 401 ? { headers: { 'www-authenticate': 'Bearer' } } : {}) },
  );
}
