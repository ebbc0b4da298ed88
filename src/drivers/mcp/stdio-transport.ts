import { isUtf8 } from 'node:buffer';
import { KernelError } from '../../contract/errors.js';
import { shallowJson } from '../../streams/deep-json.js';
import { exactContent, mayHoldContent, withExactContent } from './exact-content.js';
import { createInbound } from './inbound.js';
import { createLastWords } from './last-words.js';
import { createLineFramer } from './line-framer.js';
import { messageTooLong } from './message-too-long.js';
import type { Transport } from './protocol.js';
import { type Exit, type ServerCommand, type ServerProcess, startServer } from './server-process.js';

/** A server as a subprocess that speaks JSON lines over its standard streams. */
export interface StdioTransport extends Transport {
  /** Both members tell the library that this is a pipe, where a server that is silent is no outage. */
  readonly pid: number | undefined;
  readonly stderr: null;
  /** To be called once a session has begun: from then on the server is given time to end by itself. */
  readonly sessionBegun: () => void;
  /** What the server did against the protocol, for which it was stopped. */
  readonly failure: () => KernelError | undefined;
  /** How it ended; undefined while it runs. */
  readonly exit: () => Exit | undefined;
  /** Lines on standard output that were no messages. */
  readonly noiseLines: () => number;
  /** Messages that nobody waited for. */
  readonly strays: () => number;
  readonly lastWords: () => string;
}

export interface StdioOptions {
  readonly command: ServerCommand;
  /** Of one message. */
  readonly maxBytes: number;
}

const OPENING_BRACE = 123;
const MICROTASKS = 8;
/** What a server may say unasked while nobody waits for it; what more it says stays with it until the next request. */
const MOST_UNASKED = 1024 * 1024;

/**
 * Messages are parsed as they come; a server that talks on while nobody waits for it is not listened to. A line that is too long or no UTF-8 ends the server: what follows cannot be trusted.
 */
export function createStdioTransport({ command, maxBytes }: StdioOptions): StdioTransport {
  let server: ServerProcess | undefined;
  let failure: KernelError | undefined;
  let exit: Exit | undefined;
  let noise = 0;
  let hasBegun = false;
  let unasked = 0;
  /** Something that is no answer came in the same piece. */
  let hasTold = false;
  const lastWords = createLastWords();
  const inbound = createInbound();

  const fail = (error: KernelError): void => {
    failure ??= error;
    void server?.stop('atOnce');
  };
  const takeLine = (line: Uint8Array): void => {
    unasked += line.length;
    if (line[0] !== OPENING_BRACE) {
      noise += isBlank(line) ? 0 : 1;
      return;
    }
    if (!isUtf8(line)) {
      fail(new KernelError('DRIVER_PROTOCOL', 'the MCP server sent a message that is not valid UTF-8'));
      return;
    }
    const message = parseMessage(line);
    if (message === undefined) {
      noise += 1;
      return;
    }
    deliver(message);
  };
  const deliver = (message: Message): void => {
    const accepted = inbound.accept(message);
    if (accepted === undefined) {
      return;
    }
    if ('method' in accepted) {
      hasTold = true;
      handOn(accepted);
      return;
    }
    unasked = 0;
    if (hasTold) {
      void afterTelling().then(() => handOn(accepted));
    } else {
      handOn(accepted);
    }
  };
  /** The library throws at what it cannot even name, such as data nested too deeply. */
  const handOn = (message: Message): void => {
    try {
      transport.onmessage?.(message);
    } catch {
      fail(new KernelError('DRIVER_PROTOCOL', 'the MCP server sent a message that cannot be read'));
    }
  };

  const transport: StdioTransport = {
    get pid() {
      return server?.pid;
    },
    stderr: null,
    sessionBegun() {
      hasBegun = true;
    },
    failure: () => failure,
    exit: () => exit,
    noiseLines: () => noise,
    strays: inbound.strays,
    lastWords: lastWords.text,
    async start() {
      const started = await startServer(command);
      server = started;
      const framer = createLineFramer(maxBytes, takeLine);
      started.stdout.on('data', (bytes: Buffer) => {
        hasTold = false;
        if (failure === undefined && !framer.push(bytes)) {
          fail(messageTooLong(maxBytes));
        }
        if (unasked > MOST_UNASKED && !inbound.isWaiting()) {
          started.stdout.pause();
        }
      });
      started.stderr.on('data', lastWords.add);
      void started.ended.then((end) => {
        exit = end;
        transport.onclose?.();
      });
    },
    async send(message) {
      const sent = inbound.sending(message);
      if (inbound.isWaiting()) {
        unasked = 0;
        server?.stdout.resume();
      }
      await write(server, `${JSON.stringify(message)}\n`).finally(sent);
    },
    async close() {
      if (server?.stdout.isPaused() === true) {
        server.stdout.destroy();
      }
      await server?.stop(hasBegun ? undefined : 'atOnce');
    },
  };
  return transport;
}

/** The library looks at progress a few microtasks late, and not at all once it has the answer. */
async function afterTelling(): Promise<void> {
  for (let turn = 0; turn < MICROTASKS; turn += 1) {
    await null;
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 32 || byte === 13 || byte === 9);
}

type Message = Parameters<NonNullable<Transport['onmessage']>>[0];

function parseMessage(line: Uint8Array): Message | undefined {
  try {
    const { json } = shallowJson(Buffer.from(line.buffer, line.byteOffset, line.length).toString('utf8'));
    const value: unknown = JSON.parse(json);
    if (!isMessage(value)) {
      return undefined;
    }
    return mayHoldContent(line) ? withExactContent(value, exactContent(json)?.content) : value;
  } catch {
    return undefined;
  }
}

/** The library looks closer at it. */
function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
}

function write(server: ServerProcess | undefined, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (server === undefined || !server.stdin.writable) {
      reject(new Error('the server takes no more input'));
      return;
    }
    server.stdin.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
