import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { KernelError } from '../../../contract/errors.js';
import { type Address, clientOptions } from '../../../postgres/address.js';
import { throwIfAborted, whenAborted } from '../../cancellation.js';
import { type BackendKey, cancelStatement } from './cancel.js';
import { createExchange, type Exchange } from './exchange.js';
import { createMessageGuard } from './message-guard.js';

/** One connection to a server; it does one exchange at a time. */
export interface PgConnection {
  readonly exchange: (...send: Parameters<typeof createExchange>) => Exchange;
  /** Runs statements without parameters, all or none. The rows of the last one. */
  readonly simple: (sql: string) => Promise<readonly (readonly (string | null)[])[]>;
  /** The major version of the server, 0 when it does not say. */
  readonly serverVersion: number;
  readonly isAlive: () => boolean;
  /** Whether it has done something before. */
  readonly wasUsed: boolean;
  /** Whether it may keep the process from ending. */
  readonly hold: (isHeld: boolean) => void;
  /** Has the server end what it does for us, and hangs up. Idempotent; never rejects. */
  readonly drop: () => Promise<void>;
}

/** Rejects with what the system or the server said. An abort hangs up; who waits is told by others. */
export async function connect(address: Address, signal: AbortSignal): Promise<PgConnection> {
  const { Client } = await import('../../../postgres/pg-library.js');
  throwIfAborted(signal);
  const socket = new Socket();
  const client = new Client({ ...clientOptions(address), stream: () => socket });
  const state = watch(client);
  let isConnected = false;
  const refuse = (): KernelError => (isConnected ? tooLong() : foreign());
  if (address.ssl === false) {
    refuseLongMessages(socket, refuse);
  } else {
    client.connection.once('sslconnect', () => refuseLongMessages(client.connection.stream, refuse));
  }
  const release = whenAborted(signal, () => socket.destroy());
  try {
    await client.connect();
    isConnected = true;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    release();
  }
  return overClient({ client, socket, address, state });
}

interface ConnectionState {
  readonly isAlive: () => boolean;
  readonly serverVersion: () => number;
}

function watch(client: Client): ConnectionState {
  let isAlive = true;
  let serverVersion = 0;
  const die = (): void => {
    isAlive = false;
  };
  client.on('error', die);
  client.on('end', die);
  client.connection.on('parameterStatus', (status: ParameterStatus) => {
    if (status.parameterName === 'server_version') {
      serverVersion = Number.parseInt(status.parameterValue, 10) || 0;
    }
  });
  return { isAlive: () => isAlive, serverVersion: () => serverVersion };
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** The library would gather a message of any length before anybody sees it. */
function refuseLongMessages(stream: Duplex, refuse: () => KernelError): void {
  const isAllowed = createMessageGuard(MAX_MESSAGE_BYTES);
  stream.prependListener('data', (bytes: Buffer) => {
    if (!isAllowed(bytes)) {
      stream.destroy(refuse());
    }
  });
}

function tooLong(): KernelError {
  const hint = 'leave wide columns out, or take a part of them';
  return new KernelError('LIMIT_REACHED', 'a row is longer than 64 MiB', { hint });
}

/** What other servers say reads like a message of enormous length. */
function foreign(): KernelError {
  const hint = 'check the address of the database in the config';
  return new KernelError('DRIVER_PROTOCOL', 'what answers is not PostgreSQL', { hint });
}

interface Opened {
  readonly client: Client;
  readonly socket: Socket;
  readonly address: Address;
  readonly state: ConnectionState;
}

function overClient({ client, socket, address, state }: Opened): PgConnection {
  /** Exchanges that are not over. */
  let pending = 0;
  let exchanges = 0;
  let dropped: Promise<void> | undefined;
  let lastReply: Promise<unknown> = Promise.resolve();

  const exchange = (...send: Parameters<typeof createExchange>): Exchange => {
    const made = createExchange(...send);
    pending += 1;
    exchanges += 1;
    const settle = (): void => {
      pending -= 1;
    };
    lastReply = made.reply.then(settle, settle);
    client.query(made.query);
    return made;
  };

  const drop = async (): Promise<void> => {
    const key = backendKey(client);
    for (let tries = 0; tries < CANCELS && key !== undefined && pending > 0 && state.isAlive(); tries += 1) {
      await cancelStatement(address, key);
      await Promise.race([lastReply, sleep(OVERTAKEN_MS)]);
    }
    socket.destroy();
    client.connection.stream.destroy();
  };

  return {
    exchange,
    async simple(sql) {
      const { reply, takeRows } = exchange((connection) => connection.query(sql));
      const rows = [];
      for (let some = await takeRows(); some !== undefined; some = await takeRows()) {
        rows.push(...some);
        if (rows.length > MAX_SIMPLE_ROWS) {
          throw foreign();
        }
      }
      await reply;
      return rows;
    },
    serverVersion: state.serverVersion(),
    get wasUsed() {
      return exchanges > 1;
    },
    isAlive: () => state.isAlive() && dropped === undefined,
    hold: (isHeld) => hold(client.connection.stream, isHeld),
    drop() {
      dropped ??= drop();
      return dropped;
    },
  };
}

/** A cancel goes by a connection of its own, and can overtake the statement that it is for: then it does nothing. */
const CANCELS = 2;
const OVERTAKEN_MS = 100;
/** What we ask for ourselves has one row or a few. */
const MAX_SIMPLE_ROWS = 10_000;

function hold(stream: Duplex, isHeld: boolean): void {
  // With TLS the stream is not the socket itself.
  if (stream instanceof Socket) {
    stream[isHeld ? 'ref' : 'unref']();
  }
}

/** The library keeps the key but does not declare it. */
function backendKey(client: Client): BackendKey | undefined {
  const processId: unknown = Reflect.get(client, 'processID');
  const secretKey: unknown = Reflect.get(client, 'secretKey');
  return typeof processId === 'number' && typeof secretKey === 'number' ? { processId, secretKey } : undefined;
}
