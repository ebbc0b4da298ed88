import { createHmac } from 'node:crypto';

import { isKernelError, KernelError } from '../../contract/errors.js';
import type { StoreState } from '../../contract/store-status.js';
import { GENESIS_HASH, signHead } from '../trace-chain.js';
import { type Database, LOCKS, type Queries, type SqlRow, type Transaction, textOf } from './database.js';

export interface StoreKeys {
  readonly storeKey: Uint8Array;
  readonly auditKey: Uint8Array;
}

export interface Migration {
  /** Never changed once it has been released. */
  readonly name: string;
  readonly apply: (queries: Queries, keys: StoreKeys) => Promise<void>;
}

export interface MigrationPlan extends StoreKeys {
  /** What this engine needs besides. */
  readonly own?: readonly Migration[];
  /** Makes the place for the tables. */
  readonly begin?: (queries: Queries) => Promise<void>;
  readonly hints: { readonly otherKey: string; readonly newer: string };
}

const MIGRATIONS: readonly Migration[] = [
  { name: 'm001_initial', apply: m001_initial },
  { name: 'm002_tool_pins', apply: m002_tool_pins },
  { name: 'm003_grants', apply: m003_grants },
  { name: 'm004_trace_base', apply: m004_trace_base },
  { name: 'm005_open_traces', apply: m005_open_traces },
  { name: 'm006_conversations', apply: m006_conversations },
];

/**
 * Brings a database up to date and refuses one that was made with another key. Costs one query when there is nothing to
 * do. Gives the names of what was applied.
 */
export async function migrate(database: Database, plan: MigrationPlan): Promise<readonly string[]> {
  if (isReady(await readStoreState(database, plan), plan)) {
    return [];
  }
  const applied = await database.transaction((queries) => applyMissing(queries, plan));
  isReady(await readStoreState(database, plan), plan);
  return applied;
}

export interface FoundState {
  readonly state: StoreState;
  readonly missing: readonly string[];
}

export async function readStoreState(queries: Queries, plan: MigrationPlan): Promise<FoundState> {
  const rows = await readApplied(queries);
  const all = allOf(plan).map(({ name }) => name);
  const applied = rows.map((row) => textOf(row, 'name'));
  const missing = all.filter((name) => !applied.includes(name));
  return { state: stateOf({ rows, applied, all, missing }, plan), missing };
}

function stateOf(
  found: {
    readonly rows: readonly SqlRow[];
    readonly applied: readonly string[];
    readonly all: readonly string[];
    readonly missing: readonly string[];
  },
  plan: MigrationPlan,
): StoreState {
  const [first] = found.rows;
  if (first === undefined) {
    return 'missing';
  }
  if (textOf(first, 'key_check') !== keyCheck(plan.storeKey)) {
    return 'other_key';
  }
  if (!found.applied.every((name) => found.all.includes(name))) {
    return 'newer';
  }
  return found.missing.length === 0 ? 'ready' : 'behind';
}

function isReady({ state }: FoundState, { hints }: MigrationPlan): boolean {
  if (state === 'other_key') {
    throw new KernelError('STORE_FAILED', 'the store was made with another store key', { hint: hints.otherKey });
  }
  if (state === 'newer') {
    throw new KernelError('STORE_FAILED', 'the store was made by a newer version of akernel', { hint: hints.newer });
  }
  return state === 'ready';
}

function allOf({ own = [] }: MigrationPlan): readonly Migration[] {
  return [...MIGRATIONS, ...own];
}

const UNREACHED = new Set<unknown>(['unreachable', 'login refused']);

async function readApplied(queries: Queries): Promise<readonly SqlRow[]> {
  try {
    return await queries.all(
      "SELECT name, (SELECT value FROM settings WHERE name = 'key_check') AS key_check FROM migrations",
    );
  } catch (error) {
    if (isKernelError(error) && UNREACHED.has(error.details?.['reason'])) {
      throw error;
    }
    // A new database has no tables; if something else is wrong, making them says so.
    return [];
  }
}

async function applyMissing(queries: Transaction, plan: MigrationPlan): Promise<readonly string[]> {
  await queries.lock(LOCKS.migrations);
  await plan.begin?.(queries);
  await queries.run('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)');
  const done = new Set((await queries.all('SELECT name FROM migrations')).map((row) => textOf(row, 'name')));
  const missing = allOf(plan).filter(({ name }) => !done.has(name));
  for (const migration of missing) {
    await migration.apply(queries, plan);
    await queries.run('INSERT INTO migrations (name) VALUES (?)', [migration.name]);
  }
  return missing.map(({ name }) => name);
}

function keyCheck(storeKey: Uint8Array): string {
  return createHmac('sha256', storeKey).update('akernel store key check').digest('hex');
}

async function m001_initial(queries: Queries, keys: StoreKeys): Promise<void> {
  for (const statement of M001_STATEMENTS) {
    await queries.run(statement);
  }
  await queries.run('INSERT INTO settings (name, value) VALUES (?, ?)', ['key_check', keyCheck(keys.storeKey)]);
  const head = signHead(keys.auditKey, 0, GENESIS_HASH);
  await queries.run('INSERT INTO trace_head (id, count, hash, mac) VALUES (1, ?, ?, ?)', [
    head.count,
    head.hash,
    head.mac,
  ]);
}

async function m002_tool_pins(queries: Queries): Promise<void> {
  await queries.run(
    `CREATE TABLE tool_pins (
       server TEXT NOT NULL, tool TEXT NOT NULL, digest TEXT NOT NULL, definition TEXT NOT NULL,
       confirmed BIGINT NOT NULL, pinned_ms BIGINT NOT NULL, PRIMARY KEY (server, tool))`,
  );
}

async function m003_grants(queries: Queries): Promise<void> {
  await queries.run(
    `CREATE TABLE grants (
       grant_id TEXT PRIMARY KEY, principal_id TEXT NOT NULL, issued_ms BIGINT NOT NULL, expires_ms BIGINT NOT NULL)`,
  );
  await queries.run('CREATE INDEX grants_by_principal ON grants (principal_id, issued_ms)');
  await queries.run('CREATE INDEX grants_by_expiry ON grants (expires_ms)');
}

async function m004_trace_base(queries: Queries): Promise<void> {
  await queries.run(
    'CREATE TABLE trace_base (id BIGINT PRIMARY KEY, count BIGINT NOT NULL, hash TEXT NOT NULL, mac TEXT NOT NULL)',
  );
}

async function m005_open_traces(queries: Queries): Promise<void> {
  await queries.run(
    `CREATE TABLE open_traces (
       action_id TEXT PRIMARY KEY, owner TEXT NOT NULL, seen_ms BIGINT NOT NULL, trace TEXT NOT NULL)`,
  );
}

async function m006_conversations(queries: Queries): Promise<void> {
  for (const column of M006_SESSION_COLUMNS) {
    await queries.run(`ALTER TABLE sessions ADD COLUMN ${column}`);
  }
  await queries.run('CREATE INDEX sessions_by_parent ON sessions (parent_id)');
  await queries.run(
    `CREATE TABLE session_steps (
       session_id TEXT NOT NULL, first_seq BIGINT NOT NULL, entries BIGINT NOT NULL, turns_before BIGINT NOT NULL,
       kept_ms BIGINT NOT NULL, sealed TEXT NOT NULL, PRIMARY KEY (session_id, first_seq))`,
  );
  await queries.run(
    `CREATE TABLE session_memory (
       session_id TEXT NOT NULL, key_id TEXT NOT NULL, changed_ms BIGINT NOT NULL, sealed TEXT NOT NULL,
       PRIMARY KEY (session_id, key_id))`,
  );
}

/** `root_id` is the session whose ledger pays; `claim_id`, `writer` and `claimed_ms` are of who writes the conversation now. */
const M006_SESSION_COLUMNS = [
  'parent_id TEXT',
  'root_id TEXT',
  'depth BIGINT NOT NULL DEFAULT 0',
  'agent TEXT',
  'entries BIGINT NOT NULL DEFAULT 0',
  'turns BIGINT NOT NULL DEFAULT 0',
  'tool_calls BIGINT NOT NULL DEFAULT 0',
  'claim_id TEXT',
  'writer TEXT',
  'claimed_ms BIGINT NOT NULL DEFAULT 0',
] as const;

const M001_STATEMENTS = [
  'CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
  `CREATE TABLE handles (
     handle_id TEXT PRIMARY KEY, principal_id TEXT NOT NULL, created_ms BIGINT NOT NULL, expires_ms BIGINT NOT NULL,
     state TEXT NOT NULL, reason TEXT, total_rows BIGINT NOT NULL, size_bytes BIGINT NOT NULL,
     owner TEXT NOT NULL, about TEXT NOT NULL, seal TEXT)`,
  'CREATE INDEX handles_by_age ON handles (created_ms)',
  'CREATE INDEX handles_by_principal ON handles (principal_id, created_ms)',
  'CREATE INDEX handles_by_expiry ON handles (expires_ms)',
  "CREATE INDEX handles_open ON handles (handle_id) WHERE state = 'open'",
  `CREATE TABLE blocks (
     handle_id TEXT NOT NULL, first_row BIGINT NOT NULL, end_row BIGINT NOT NULL, end_bytes BIGINT NOT NULL,
     block BIGINT NOT NULL, segment BIGINT NOT NULL, start BIGINT NOT NULL, length BIGINT NOT NULL,
     written_ms BIGINT NOT NULL, PRIMARY KEY (handle_id, first_row))`,
  'CREATE TABLE kept (id BIGINT PRIMARY KEY, size_bytes BIGINT NOT NULL)',
  'INSERT INTO kept (id, size_bytes) VALUES (1, 0)',
  `CREATE TABLE traces (
     seq BIGINT NOT NULL PRIMARY KEY, action_id TEXT NOT NULL, principal_id TEXT NOT NULL, capability_id TEXT,
     event TEXT NOT NULL, outcome TEXT NOT NULL, started_ms BIGINT NOT NULL,
     prev_hash TEXT NOT NULL, hash TEXT NOT NULL, trace TEXT NOT NULL)`,
  'CREATE INDEX traces_by_action ON traces (action_id)',
  'CREATE INDEX traces_by_principal ON traces (principal_id, seq)',
  'CREATE INDEX traces_by_time ON traces (started_ms)',
  'CREATE TABLE trace_head (id BIGINT PRIMARY KEY, count BIGINT NOT NULL, hash TEXT NOT NULL, mac TEXT NOT NULL)',
  'CREATE TABLE revoked_grants (grant_id TEXT PRIMARY KEY, revoked_ms BIGINT NOT NULL)',
  'CREATE TABLE revoked_principals (principal_id TEXT PRIMARY KEY, revoked_ms BIGINT NOT NULL)',
  'CREATE TABLE rate_calls (bucket TEXT NOT NULL, at_ms BIGINT NOT NULL, expires_ms BIGINT NOT NULL)',
  'CREATE INDEX rate_calls_by_bucket ON rate_calls (bucket, at_ms)',
  'CREATE INDEX rate_calls_by_expiry ON rate_calls (expires_ms)',
  'CREATE TABLE call_counts (grant_id TEXT PRIMARY KEY, calls BIGINT NOT NULL)',
  `CREATE TABLE sessions (
     session_id TEXT PRIMARY KEY, principal_id TEXT NOT NULL, created_at TEXT NOT NULL,
     total BIGINT NOT NULL, used BIGINT NOT NULL)`,
  `CREATE TABLE reservations (
     reservation_id TEXT PRIMARY KEY, session_id TEXT NOT NULL, amount BIGINT NOT NULL,
     owner TEXT NOT NULL, reserved_ms BIGINT NOT NULL)`,
  'CREATE INDEX reservations_by_session ON reservations (session_id)',
] as const;
