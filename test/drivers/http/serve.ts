import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import { createHttpDriver } from '../../../src/drivers/http/index.js';
import { type CallParts, makeCall } from '../../support/driver-call.js';

export interface TestServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Method and URL of every request so far. */
  readonly requests: readonly string[];
  /** Answers whose connection is still open. */
  readonly open: () => number;
}

/** A server on this machine; closed after the file's tests. */
export async function serve(answer: RequestListener): Promise<TestServer> {
  const requests: string[] = [];
  let open = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, open: () => open };
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) {
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString();
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

const driver = createHttpDriver({ env: {}, cwd: process.cwd() });
afterAll(() => driver.close?.());

type Options = Readonly<Record<string, unknown>>;

/** Chunks of a request as the kernel would ask for them; addresses of this machine are allowed. */
export function request(options: Options, parts: Omit<CallParts, 'binding'> = {}): AsyncIterable<Chunk> {
  const binding = { driver_id: 'http', operation: 'request', options: { allow_private: true, ...options } };
  return driver.executeStream(makeCall({ ...parts, binding }));
}
