import type { Readable, Writable } from 'node:stream';
import type { Gateway } from './gateway.js';
import { createProtocolServer, type ProtocolOptions } from './protocol-server.js';
import { inWholeLines } from './whole-lines.js';

export interface StdioOptions extends ProtocolOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Ends the service. */
  readonly signal: AbortSignal;
}

/** Of one message from the host. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Serves one host over its pipes until it closes them. */
export async function serveStdio(gateway: Gateway, options: StdioOptions): Promise<void> {
  const { library, stdin, stdout, signal } = options;
  const lines = stdin.pipe(inWholeLines(MOST_BYTES));
  const transport = new library.StdioServerTransport(lines, stdout, { maxBufferSize: MOST_BYTES });
  let server: ReturnType<typeof createProtocolServer> | undefined;
  gateway.tools.onMore(() => void server?.sendToolListChanged().catch(() => undefined));
  const ended = new Promise<void>((resolve) => {
    stdin.once('end', resolve);
    stdin.once('close', resolve);
    stdout.once('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = library.serveStdio(
    () => {
      server = createProtocolServer(gateway, options);
      return server;
    },
    { transport, onerror: () => undefined },
  );
  await ended;
  await handle.close();
  stdin.unpipe(lines);
  stdin.pause();
}
