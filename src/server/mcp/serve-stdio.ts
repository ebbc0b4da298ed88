import { isUtf8 } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import { createDirectCalls } from './direct-calls.js';
import type { Gateway } from './gateway.js';
import { createProtocolServer, createToolCaller, type ProtocolOptions } from './protocol-server.js';
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
  const lines = inWholeLines(MOST_BYTES);
  const transport = new library.StdioServerTransport(lines, stdout, { maxBufferSize: MOST_BYTES });
  let server: ReturnType<typeof createProtocolServer> | undefined;
  let isPlain = false;
  const direct = createDirectCalls({
    call: createToolCaller(gateway, options),
    write: (line) => void stdout.write(line),
  });
  gateway.tools.onMore(() => void server?.sendToolListChanged().catch(() => undefined));
  const ended = new Promise<void>((resolve) => {
    stdin.once('end', resolve);
    stdin.once('close', resolve);
    stdout.once('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = library.serveStdio(
    ({ era }) => {
      const made = createProtocolServer(gateway, options);
      made.oninitialized = () => {
        isPlain = era === 'legacy';
      };
      server = made;
      return made;
    },
    { transport, onerror: () => undefined },
  );
  const stop = deliver(stdin, lines, (line) => isPlain && direct.take(line));
  await ended;
  direct.close();
  await handle.close();
  stop();
  stdin.pause();
}

const NEWLINE = 10;
/** Messages that come in one piece are shorter. */
const MOST_AT_ONCE = 65_536;

/** Gives what comes to the library, but for messages that `take` has taken: each came alone and whole. */
function deliver(stdin: Readable, lines: Writable, take: (line: string) => boolean): () => void {
  let isBetween = true;
  const onDrain = (): void => void stdin.resume();
  const onData = (piece: Buffer): void => {
    const isOne = isBetween && piece.length <= MOST_AT_ONCE && piece.indexOf(NEWLINE) === piece.length - 1;
    if (isOne && isUtf8(piece) && take(piece.toString('utf8'))) {
      return;
    }
    isBetween = piece.at(-1) === NEWLINE;
    if (!lines.write(piece)) {
      stdin.pause();
    }
  };
  const onEnd = (): void => void lines.end();
  lines.on('drain', onDrain);
  stdin.on('data', onData);
  stdin.once('end', onEnd);
  return () => {
    lines.off('drain', onDrain);
    stdin.off('data', onData);
    stdin.off('end', onEnd);
  };
}
