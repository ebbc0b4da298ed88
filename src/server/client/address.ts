import { KernelError } from '../../contract/errors.js';

/** Where a server is, as `node:http` takes it. */
export interface ServerAddress {
  /** How it is told to people. */
  readonly name: string;
  readonly isTls: boolean;
  readonly place:
    | { readonly socketPath: string }
    | { readonly hostname: string; readonly port: number | undefined; readonly servername?: string };
}

/**
 * Reads `https://HOST[:PORT]`, `http://127.0.0.1:PORT` or `unix:PATH`. Throws USAGE for anything else: plain HTTP would
 * carry the capability token in the open, and an address holds no name, password or path.
 */
export function parseServerAddress(text: string): ServerAddress {
  const socketPath = /^unix:(\/.+)$/s.exec(text)?.[1];
  if (socketPath !== undefined) {
    return { name: `unix:${socketPath}`, isTls: false, place: { socketPath } };
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw mistaken('is no address of a server');
  }
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw mistaken('holds more than the host and the port of a server');
  }
  const isTls = url.protocol === 'https:';
  if (!isTls && !isLoopback(url.hostname)) {
    throw mistaken('would send the capability token in the open');
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  return { name: url.origin, isTls, place: { hostname, port: url.port === '' ? undefined : Number(url.port) } };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function mistaken(what: string): KernelError {
  return new KernelError('USAGE', `the address of the server ${what}`, {
    hint: 'write https://HOST, http://127.0.0.1:PORT or unix:/PATH, as akernel serve prints it',
  });
}
