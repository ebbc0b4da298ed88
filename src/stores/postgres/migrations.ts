import { randomBytes } from 'node:crypto';
import { first, type Queries } from '../sql/database.js';
import type { Migration } from '../sql/migrations.js';

/** What a store needs besides where several machines share it. */
export const POSTGRES_MIGRATIONS: readonly Migration[] = [
  { name: 'p001_shared', apply: p001_shared },
  { name: 'p002_runs', apply: p002_runs },
  { name: 'p003_objects', apply: p003_objects },
];

/** A user who may make no schema can be given one. */
export async function makeSchema(queries: Queries): Promise<void> {
  const found = await first(queries, "SELECT 1 AS found FROM pg_namespace WHERE nspname = 'akernel'");
  if (found === undefined) {
    await queries.run('CREATE SCHEMA akernel');
  }
}

async function p001_shared(queries: Queries): Promise<void> {
  for (const statement of P001_STATEMENTS) {
    await queries.run(statement);
  }
  const sql = 'INSERT INTO settings (name, value) VALUES (?, ?)';
  await queries.run(sql, ['store_id', randomBytes(8).toString('hex')]);
}

/**
 * Where many write at once, only the engine can see to it that nothing is added to what somebody else removes. What is
 * sealed cannot be compressed.
 */
const P001_STATEMENTS = [
  `CREATE TABLE block_data (
     handle_id TEXT NOT NULL REFERENCES handles ON DELETE CASCADE, segment BIGINT NOT NULL, start BIGINT NOT NULL,
     data BYTEA NOT NULL, PRIMARY KEY (handle_id, segment, start))`,
  'ALTER TABLE block_data ALTER COLUMN data SET STORAGE EXTERNAL',
  ...[
    ['blocks', 'handle_id', 'handles'],
    ['session_steps', 'session_id', 'sessions'],
    ['session_memory', 'session_id', 'sessions'],
    ['reservations', 'session_id', 'sessions'],
  ].map(([table, column, of]) => `ALTER TABLE ${table} ADD FOREIGN KEY (${column}) REFERENCES ${of} ON DELETE CASCADE`),
  'CREATE TABLE leases (owner TEXT PRIMARY KEY, ends_at TIMESTAMPTZ NOT NULL)',
] as const;

async function p002_runs(queries: Queries): Promise<void> {
  for (const statement of P002_STATEMENTS) {
    await queries.run(statement);
  }
}

/**
 * Streamed runs and answers to keys. A row of `run_events` has the events `first_seq` to `last_seq`; what is read where is apart
 * from the run, so that its writer waits for no reader.
 */
const P002_STATEMENTS = [
  `CREATE TABLE runs (
     run_id TEXT PRIMARY KEY, owner_id TEXT NOT NULL, writer TEXT NOT NULL, head BYTEA NOT NULL, last_seq BIGINT NOT NULL,
     bytes BIGINT NOT NULL, asked TEXT, ending BYTEA, begun_at TIMESTAMPTZ NOT NULL, ended_at TIMESTAMPTZ)`,
  'CREATE INDEX runs_by_owner ON runs (owner_id)',
  'CREATE INDEX runs_by_end ON runs (ended_at)',
  'CREATE INDEX runs_going_on ON runs (writer) WHERE ended_at IS NULL',
  `CREATE TABLE run_events (
     run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, last_seq BIGINT NOT NULL, first_seq BIGINT NOT NULL,
     sealed BYTEA NOT NULL, PRIMARY KEY (run_id, last_seq))`,
  'ALTER TABLE run_events ALTER COLUMN sealed SET STORAGE EXTERNAL',
  'CREATE TABLE run_readers (run_id TEXT PRIMARY KEY, read_at TIMESTAMPTZ NOT NULL)',
  `CREATE TABLE kept_replies (
     key_id TEXT PRIMARY KEY, content_id TEXT NOT NULL, writer TEXT NOT NULL, claimed_at TIMESTAMPTZ NOT NULL, sealed BYTEA)`,
  'CREATE INDEX kept_replies_by_age ON kept_replies (claimed_at)',
] as const;

/** Blocks may lie in objects of a bucket. What is in no table of blocks may still have an object: nothing cascades there. */
async function p003_objects(queries: Queries): Promise<void> {
  for (const statement of P003_STATEMENTS) {
    await queries.run(statement);
  }
}

const P003_STATEMENTS = [
  'ALTER TABLE block_data ALTER COLUMN data DROP NOT NULL',
  'ALTER TABLE block_data ADD COLUMN object TEXT, ADD COLUMN object_start BIGINT',
  'ALTER TABLE block_data ADD CHECK ((data IS NULL) <> (object IS NULL))',
  `CREATE TABLE objects (
     object TEXT PRIMARY KEY, handle_id TEXT NOT NULL, owner TEXT NOT NULL, size_bytes BIGINT NOT NULL,
     state TEXT NOT NULL)`,
  'CREATE INDEX objects_by_handle ON objects (handle_id)',
  "CREATE INDEX objects_to_do ON objects (state) WHERE state <> 'kept'",
  `CREATE TABLE moves (
     handle_id TEXT PRIMARY KEY REFERENCES handles ON DELETE CASCADE, claimed_until TIMESTAMPTZ NOT NULL)`,
] as const;
