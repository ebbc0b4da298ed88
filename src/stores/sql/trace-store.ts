import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TraceStore } from '../../contract/stores.js';
import type { ChainedTrace, ChainVerdict, Trace, TraceQuery } from '../../contract/trace.js';
import { toMillis } from '../time.js';
import { type ChainEntry, type ChainHead, createChainChecker, linkTrace } from '../trace-chain.js';
import { type Database, first, numberOf, type Queries, type SqlRow, type SqlValue, textOf } from './database.js';

const PAGE = 500;
const COLUMNS = 'seq, action_id, principal_id, capability_id, event, outcome, started_ms, prev_hash, hash, trace';
const SIGNED_COLUMNS = ['action_id', 'principal_id', 'capability_id', 'event', 'outcome', 'started_ms'] as const;

/** A second place for the signed head, so that a database that was emptied or put back is found out. */
export interface HeadAnchor {
  readonly read: () => ChainHead | undefined;
  readonly write: (head: ChainHead) => void;
}

export function createSqlTraceStore(database: Database, auditKey: Uint8Array, anchor?: HeadAnchor): TraceStore {
  return {
    append: async (trace) => {
      const { link, head } = await database.transaction((queries) => append(queries, auditKey, trace));
      anchor?.write(head);
      return link;
    },
    get: async (actionId) => {
      const row = await first(database, 'SELECT trace FROM traces WHERE action_id = ? ORDER BY seq LIMIT 1', [
        actionId,
      ]);
      return row === undefined ? undefined : traceOf(row);
    },
    list: async (query) => {
      const { where, parameters } = buildFilter(query);
      const sql = `SELECT trace FROM traces WHERE ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`;
      const rows = await database.all(sql, [...parameters, limitOf(query), query.offset ?? 0]);
      return rows.map(traceOf);
    },
    export: (query) => exportLinks(database, query),
    verify: async () => {
      // Read first: what is appended meanwhile may reach the anchor before it is checked here.
      const written = anchor?.read();
      return againstAnchor(await verify(database, auditKey), written);
    },
  };
}

/** Appends the trace of an action that has none. */
export async function appendMissing(queries: Queries, auditKey: Uint8Array, trace: Trace): Promise<void> {
  const known = await first(queries, 'SELECT seq FROM traces WHERE action_id = ? LIMIT 1', [trace.action_id]);
  if (known === undefined) {
    await append(queries, auditKey, trace);
  }
}

async function append(
  queries: Queries,
  auditKey: Uint8Array,
  trace: Trace,
): Promise<{ readonly link: ChainedTrace; readonly head: ChainHead }> {
  const stored = await readHead(queries);
  const { entry, head } = linkTrace(auditKey, stored ?? { count: 0, hash: '', mac: '' }, trace);
  const columns = signedColumns(trace);
  await queries.run(`INSERT INTO traces (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
    entry.seq,
    ...SIGNED_COLUMNS.map((column) => columns[column]),
    entry.prev_hash,
    entry.hash,
    entry.text,
  ]);
  await queries.run('UPDATE trace_head SET count = ?, hash = ?, mac = ? WHERE id = 1', [
    head.count,
    head.hash,
    head.mac,
  ]);
  return { link: { seq: entry.seq, prev_hash: entry.prev_hash, hash: entry.hash, trace }, head };
}

async function readHead(queries: Queries): Promise<ChainHead | undefined> {
  const row = await first(queries, 'SELECT count, hash, mac FROM trace_head WHERE id = 1');
  return row && { count: numberOf(row, 'count'), hash: textOf(row, 'hash'), mac: textOf(row, 'mac') };
}

/** The columns that repeat parts of the trace so that queries can use them. */
function signedColumns(trace: Trace): Readonly<Record<(typeof SIGNED_COLUMNS)[number], SqlValue>> {
  return {
    action_id: trace.action_id,
    principal_id: trace.principal_id,
    capability_id: trace.capability_id ?? null,
    event: trace.event,
    outcome: trace.outcome,
    started_ms: toMillis(trace.started_at, 'started_at'),
  };
}

function traceOf(row: SqlRow): Trace {
  const trace: Trace = JSON.parse(textOf(row, 'trace'));
  return trace;
}

function linkOf(row: SqlRow): ChainedTrace {
  return {
    seq: numberOf(row, 'seq'),
    prev_hash: textOf(row, 'prev_hash'),
    hash: textOf(row, 'hash'),
    trace: traceOf(row),
  };
}

function limitOf(query: TraceQuery): number {
  return query.limit ?? Number.MAX_SAFE_INTEGER;
}

function buildFilter(query: TraceQuery): { readonly where: string; readonly parameters: readonly SqlValue[] } {
  const conditions: readonly (readonly [string, SqlValue | undefined])[] = [
    ['principal_id = ?', query.principal_id],
    ['capability_id = ?', query.capability_id],
    ['event = ?', query.event],
    ['outcome = ?', query.outcome],
    ['started_ms >= ?', query.since === undefined ? undefined : toMillis(query.since, 'since')],
    ['started_ms < ?', query.until === undefined ? undefined : toMillis(query.until, 'until')],
  ];
  const active = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return {
    where: ['1 = 1', ...active.map(({ sql }) => sql)].join(' AND '),
    parameters: active.map(({ value }) => value),
  };
}

/** Pages by sequence number, so that neither memory nor a lock grows with the chain. */
async function* exportLinks(database: Queries, query: TraceQuery): AsyncGenerator<ChainedTrace> {
  const { where, parameters } = buildFilter(query);
  const sql = `SELECT ${COLUMNS} FROM traces WHERE ${where} AND seq > ? ORDER BY seq LIMIT ? OFFSET ?`;
  let left = limitOf(query);
  let skip = query.offset ?? 0;
  let after = 0;
  while (left > 0) {
    const rows = await database.all(sql, [...parameters, after, Math.min(PAGE, left), skip]);
    skip = 0;
    for (const row of rows) {
      yield linkOf(row);
    }
    left -= rows.length;
    after = numberOf(rows.at(-1), 'seq');
    if (rows.length < PAGE) {
      return;
    }
  }
}

async function verify(database: Queries, auditKey: Uint8Array): Promise<ChainVerdict> {
  const checker = createChainChecker(auditKey);
  for (;;) {
    const intact = await checkPages(database, checker);
    // Read after the records: what is appended meanwhile makes the head longer, never shorter, and is checked next.
    const head = await readHead(database);
    const grew = intact && head !== undefined && head.count > checker.checked();
    if (!(grew && (await hasMore(database, checker.checked())))) {
      return checker.endsAt(head);
    }
  }
}

/** The anchor may be behind, never ahead: it is written after the record. */
function againstAnchor(verdict: ChainVerdict, anchor: ChainHead | undefined): ChainVerdict {
  if (!verdict.ok || anchor === undefined || anchor.count <= verdict.records_checked) {
    return verdict;
  }
  const detail = `${anchor.count} records were written, and ${verdict.records_checked} are there`;
  return { ...verdict, ok: false, first_bad_seq: verdict.records_checked + 1, detail };
}

async function checkPages(database: Queries, checker: ReturnType<typeof createChainChecker>): Promise<boolean> {
  const sql = `SELECT ${COLUMNS} FROM traces WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`;
  for (;;) {
    // Before the first record also what someone may have put in front of it.
    const after = checker.checked() === 0 ? Number.MIN_SAFE_INTEGER : checker.checked();
    const rows = await database.all(sql, [after]);
    const intact = rows.every((row) => checker.check(entryOf(row)));
    if (!intact || rows.length < PAGE) {
      return intact;
    }
    // The database answers at once and hashing is work: keys and timers have their turn between two pages.
    await nextTurn();
  }
}

async function hasMore(database: Queries, after: number): Promise<boolean> {
  return (await first(database, 'SELECT seq FROM traces WHERE seq > ? LIMIT 1', [after])) !== undefined;
}

/** A row whose columns do not say the same as its text gives an entry that cannot pass. */
function entryOf(row: SqlRow): ChainEntry {
  return {
    seq: numberOf(row, 'seq'),
    prev_hash: textOf(row, 'prev_hash'),
    hash: columnsFit(row) ? textOf(row, 'hash') : '',
    text: textOf(row, 'trace'),
  };
}

function columnsFit(row: SqlRow): boolean {
  try {
    const columns = signedColumns(traceOf(row));
    return SIGNED_COLUMNS.every((column) => (row[column] ?? null) === columns[column]);
  } catch {
    return false;
  }
}
