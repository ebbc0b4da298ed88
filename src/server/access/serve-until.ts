import type { Server } from 'node:http';
import { KernelError } from '../../contract/errors.js';

export interface Serving {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Told the port once it is served. */
  readonly onListening: (port: number) => void;
  /** Ends the service. */
  readonly signal: AbortSignal;
}

/** Serves at an address until the signal is aborted, and then cuts what is still connected. Throws USAGE where it cannot be had. */
export async function serveUntil(server: Server, { host, port, onListening, signal }: Serving): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const hint = 'choose another port, or 0 for any free one';
      reject(new KernelError('USAGE', `cannot listen on ${host}:${port}`, { hint, cause }));
    });
    server.listen(port, host, resolve);
  });
  const bound = server.address();
  onListening(typeof bound === 'object' && bound !== null ? bound.port : port);
  await new Promise<void>((resolve) => {
    if (signal.aborted) {
      resolve();
    }
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  server.close();
  server.closeAllConnections();
}
