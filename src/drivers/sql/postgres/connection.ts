import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Client } from 'pg';
import type { Address } from './address.js';
import { type BackendKey, cancelStatement } from './cancel.js';
import { createExchange, type Exchange } from './exchange.js';

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
  const { Client } = await import('./pg-library.js');
  const socket = new Socket();
  const client = new Client({
    ...clientConfig(address),
    stream: () => socket,
  });
  let isAlive = true;
  client.on('error', () => {
    isAlive = false;
  });
  client.on('end', () => {
    isAlive = false;
  });
  let serverVersion = 0;
  client.connection.on(
    'parameterStatus',
    (status: { readonly parameterName: string; readonly parameterValue: string }) => {
      if (status.parameterName === 'server_version') {
        serverVersion = Number.parseInt(status.parameterValue, 10) || 0;
      }
    },
  );
  const hangUp = (): void => {
    socket.destroy();
  };
  signal.addEventListener('abort', hangUp, { once: true });
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', hangUp);
  }
  return overClient({ client, socket, address, serverVersion, isAlive: () => isAlive });
}

function clientConfig(address: Address) {
  const { host, port, database, user, password, ssl, applicationName, options, connectTimeoutMs } = address;
  return {
    host,
    port,
    ...(database === undefined ? {} : { database }),
    ...(user === undefined ? {} : { user }),
    // As a function it keeps the environment and ~/.pgpass from being asked.
    password: () => password,
    ssl,
    application_name: applicationName,
    client_encoding: 'UTF8',
    ...(options === undefined ? {} : { options }),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  };
}

interface Opened {
  readonly client: Client;
  readonly socket: Socket;
  readonly address: Address;
  readonly serverVersion: number;
  readonly isAlive: () => boolean;
}

function overClient({ client, socket, address, serverVersion, isAlive }: Opened): PgConnection {
  /** Exchanges that are not over. */
  let pending = 0;
  let exchanges = 0;
  let dropped: Promise<void> | undefined;

  const exchange = (...send: Parameters<typeof createExchange>): Exchange => {
    const made = createExchange(...send);
    pending += 1;
    exchanges += 1;
    const settle = (): void => {
      pending -= 1;
    };
    made.reply.then(settle, settle);
    client.query(made.query);
    return made;
  };

  const drop = async (): Promise<void> => {
    const key = pending > 0 && isAlive() ? backendKey(client) : undefined;
    if (key !== undefined) {
      await cancelStatement(address, key);
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
      }
      await reply;
      return rows;
    },
    serverVersion,
    get wasUsed() {
      return exchanges > 1;
    },
    isAlive: () => isAlive() && dropped === undefined,
    hold: (isHeld) => hold(client.connection.stream, isHeld),
    drop() {
      dropped ??= drop();
      return dropped;
    },
  };
}

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
