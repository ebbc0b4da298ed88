import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { lentServer } from './lent-server.js';
import { type PostgresServer, startPostgres } from './postgres.js';

export interface PostgresDatabases {
  /** The address of a new database: an empty one, or a copy of one that nobody uses. */
  readonly make: (copied?: string) => Promise<string>;
}

export interface OwnPostgres extends PostgresDatabases {
  readonly server: () => PostgresServer;
}

/** Databases for the tests of a file, on the server of this run, with which they go. */
export function keepPostgres(): PostgresDatabases {
  let server: { readonly url: string } | undefined;
  beforeAll(async () => {
    server = await lentServer('postgres');
  });
  return { make: (copied) => makeDatabase(server, copied) };
}

/** The same on a server that no other file uses: it can be stopped. */
export function keepOwnPostgres(): OwnPostgres {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());
  return {
    server: () => {
      if (server === undefined) {
        throw new Error('PostgreSQL has not been started');
      }
      return server;
    },
    make: (copied) => makeDatabase(server, copied),
  };
}

async function makeDatabase(server: { readonly url: string } | undefined, copied?: string): Promise<string> {
  if (server === undefined) {
    throw new Error('PostgreSQL has not been started');
  }
  const name = `store_${randomBytes(6).toString('hex')}`;
  const template = copied === undefined ? '' : ` template ${new URL(copied).pathname.slice(1)}`;
  await query(server.url, `create database ${name}${template}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement, for what a store would not do itself. */
export async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
