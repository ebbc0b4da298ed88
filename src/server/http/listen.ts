import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { KernelError } from '../../contract/errors.js';

export type Address = { readonly path: string } | { readonly host: string; readonly port: number };

/** Certificate and key, as PEM. */
export interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export interface Listening {
  readonly server: Server;
  readonly url: string;
}

/** Slow and half-open connections end by themselves; a request has to come as a whole within these times. */
const LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 2000,
  maxHeaderSize: 16 * 1024,
  keepAlive: true,
  keepAliveInitialDelay: 30_000,
  noDelay: true,
};
const MOST_CONNECTIONS = 4096;
/** Who has taken nothing of what was written for so long is gone. */
const STUCK_MS = 60_000;

/** Throws USAGE where the address cannot be had. */
export async function listen(address: Address, tls: Tls | undefined, handler: RequestListener): Promise<Listening> {
  const server = openServer(tls, handler);
  server.maxConnections = MOST_CONNECTIONS;
  server.setTimeout(STUCK_MS, endIfStuck);
  server.on('clientError', refuseBroken);
  if ('path' in address) {
    await removeStale(address.path);
  }
  await bound(server, address);
  const scheme = tls === undefined ? 'http' : 'https';
  return { server, url: 'path' in address ? `unix:${address.path}` : `${scheme}://${placeOf(server, address.host)}` };
}

function openServer(tls: Tls | undefined, handler: RequestListener): Server {
  if (tls === undefined) {
    return createServer(LIMITS, handler);
  }
  try {
    return createTlsServer({ ...LIMITS, ...tls, minVersion: 'TLSv1.2' }, handler);
  } catch (cause) {
    const hint = 'both are PEM, and the key belongs to the certificate';
    throw new KernelError('USAGE', 'the TLS certificate and key cannot be used', { hint, cause });
  }
}

/** A connection that only waits, for a result or for the next event, stays. */
function endIfStuck(socket: Socket): void {
  if (socket.writableLength > 0) {
    socket.destroy();
  }
}

const BROKEN: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What is no request of HTTP gets the shortest answer that there is. */
function refuseBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    socket.end(
      `HTTP/1.1 ${BROKEN[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  } else {
    socket.destroy();
  }
}

function bound(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const where = 'path' in address ? address.path : `${address.host}:${address.port}`;
      const hint = 'path' in address ? 'choose another path' : 'choose another port, or 0 for any free one';
      reject(new KernelError('USAGE', `cannot listen on ${where}`, { hint, cause }));
    });
    server.once('listening', resolve);
    if ('path' in address) {
      // nobody else may connect, not even in the moment before its mode could be changed
      const mask = process.umask(0o177);
      try {
        server.listen(address.path);
      } finally {
        process.umask(mask);
      }
      server.once('listening', () => chmodSync(address.path, 0o600));
    } else {
      server.listen(address.port, address.host);
    }
  });
}

function placeOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A server that was killed leaves its socket behind; one that answers is left alone. */
async function removeStale(path: string): Promise<void> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true) {
    return;
  }
  const isAnswered = await new Promise<boolean>((resolve) => {
    const socket = connect(path, () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
  if (!isAnswered) {
    unlinkSync(path);
  }
}
