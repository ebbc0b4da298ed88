import type { TraceStore } from '../../contract/stores.js';
import type { ChainedTrace, Trace, TraceQuery } from '../../contract/trace.js';
import { toMillis } from '../time.js';
import {
  first,
  LOCKS,
  numberOf,
  type Queries,
  type SqlRow,
  type SqlValue,
  type Transaction,
  textOf,
} from './database.js';
import { againstAnchor, type HeadAnchor, moveAnchor, readHead, refuseUnanchored, resetAnchor } from './head-anchor.js';
import { holdTrace, type OpenTracePorts, RELEASE, settleTraces } from './open-traces.js';
import { appendTraces, createTraceAppender } from './trace-appender.js';
import { COLUMNS, traceOf } from './trace-columns.js';
import { pruneRecords } from './trace-prune.js';
import { verifyChain } from './trace-verify.js';

const PAGE = 500;
/** Traces that could not be written, and wait for the next one that can. */
const MOST_LATE = 1000;

export interface TracePorts extends OpenTracePorts {
  readonly auditKey: Uint8Array;
  readonly anchor?: HeadAnchor;
}

export function createSqlTraceStore(ports: TracePorts): TraceStore {
  const { database, auditKey, anchor } = ports;
  const held = new Set<string>();
  const beforeEach = (queries: Transaction, { action_id }: Trace): void => {
    if (held.has(action_id)) {
      queries.send(RELEASE, [action_id]);
    }
  };
  const append = createTraceAppender({ ...ports, beforeEach });
  const late: Trace[] = [];
  /** Nobody knows whether a commit that was lost was done: one that is there is left. */
  const writeLate = async (): Promise<void> => {
    const traces = late.splice(0);
    try {
      for (let trace = traces[0]; trace !== undefined; trace = traces[0]) {
        const missed = trace;
        await database.transaction(async (queries) => {
          await appendMissing(queries, auditKey, missed);
          await queries.run(RELEASE, [missed.action_id]);
        });
        traces.shift();
        await moveAnchor(database, anchor);
      }
    } catch {
      late.push(...traces);
    }
  };
  return {
    append: async (trace) => {
      const link = await append(trace).catch((error: unknown) => {
        late.push(trace);
        late.splice(0, late.length - MOST_LATE);
        throw error;
      });
      held.delete(trace.action_id);
      await writeLate();
      return link;
    },
    hold: (trace) => {
      held.add(trace.action_id);
      return holdTrace(ports, trace);
    },
    settle: async () => {
      if ((await settleTraces(ports, (queries, trace) => appendMissing(queries, auditKey, trace))) > 0) {
        await moveAnchor(database, anchor);
      }
    },
    accept: async (trace) => {
      await database.transaction(async (queries) => {
        await queries.lock(LOCKS.traces);
        await appendTraces(queries, auditKey, [trace]);
      });
      await resetAnchor(database, anchor);
    },
    prune: async (request) => {
      const pruned = await database.transaction(async (queries) => {
        await queries.lock(LOCKS.traces);
        await refuseUnanchored(queries, anchor);
        const done = await pruneRecords(queries, auditKey, request);
        if (done !== undefined) {
          await appendTraces(queries, auditKey, [request.traceOf(done)]);
        }
        return done;
      });
      await moveAnchor(database, anchor);
      return pruned;
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
      // A new store has its anchor when it is open. Read first: what is appended meanwhile may reach it before it is checked.
      await readHead(database);
      const told = anchor && { name: anchor.name, written: anchor.read() };
      const verdict = await verifyChain(database, auditKey);
      return told === undefined || !verdict.ok ? verdict : againstAnchor(database, told, verdict);
    },
  };
}

/** Appends the trace of an action that has none. */
export async function appendMissing(queries: Transaction, auditKey: Uint8Array, trace: Trace): Promise<void> {
  await queries.lock(LOCKS.traces);
  const known = await first(queries, 'SELECT seq FROM traces WHERE action_id = ? LIMIT 1', [trace.action_id]);
  if (known === undefined) {
    await appendTraces(queries, auditKey, [trace]);
  }
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
