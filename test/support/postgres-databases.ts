import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, startPostgres } from './postgres.js';

export interface PostgresDatabases {
  /** The address of a new, empty database. */
  readonly make: () => Promise<string>;
  readonly server: () => PostgresServer;
}

/** A server for the tests of a file, and databases on it. */
export function keepPostgres(): PostgresDatabases {
  let server: PostgresServer | undefined;
  const running = (): PostgresServer => {
    if (server === undefined) {
      throw new Error('PostgreSQL has not been started');
    }
    return server;
  };
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());
  return {
    server: running,
    make: async () => {
      const name = `store_${randomBytes(6).toString('hex')}`;
      await query(running().url, `create database ${name}`);
      const url = new URL(running().url);
      url.pathname = `/${name}`;
      return url.href;
    },
  };
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
