import type { ChainedTrace, Trace } from '../../contract/trace.js';
import { type ChainHead, linkTraces } from '../trace-chain.js';
import { type Database, LOCKS, type Transaction, textOf } from './database.js';
import { type HeadAnchor, moveAnchor, readHead } from './head-anchor.js';
import { COLUMNS, SIGNED_COLUMNS, signedColumns } from './trace-columns.js';
import { endedMeanwhile } from './trace-of-death.js';

export interface AppenderPorts {
  readonly database: Database;
  readonly auditKey: Uint8Array;
  readonly anchor?: HeadAnchor;
  /** What else ends with the trace, in the same transaction. */
  readonly beforeEach: (queries: Transaction, trace: Trace) => void;
}

const MOST_TOGETHER = 64;
const MOST_TURNS = 8;

interface Waiting {
  readonly trace: Trace;
  readonly settle: (link: ChainedTrace) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Appends traces, each resolved when it is kept. Those that come while others are written, or in the same turns of the event
 * loop, go into one transaction: a lock, a head and an anchor for all of them.
 */
export function createTraceAppender(ports: AppenderPorts): (trace: Trace) => Promise<ChainedTrace> {
  const waiting: Waiting[] = [];
  let isWriting = false;
  /** Others came with the last one, or while it was written. */
  let hadCompany = false;
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      await gather(waiting, hadCompany);
      const together = waiting.splice(0, MOST_TOGETHER);
      await write(ports, together);
      hadCompany = together.length > 1 || waiting.length > 0;
    }
    isWriting = false;
  };
  return (trace) =>
    new Promise((settle, fail) => {
      waiting.push({ trace, settle, fail });
      if (!isWriting) {
        void writeAll();
      }
    });
}

/** As long as each turn of the event loop brings another one. Calls one by one do not wait for a turn that brings none. */
async function gather(waiting: readonly Waiting[], hadCompany: boolean): Promise<void> {
  await null;
  if (waiting.length === 1 && !hadCompany) {
    return;
  }
  for (let turn = 0, known = 0; turn < MOST_TURNS && waiting.length > known; turn += 1) {
    known = waiting.length;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

async function write({ database, auditKey, anchor, beforeEach }: AppenderPorts, together: readonly Waiting[]) {
  try {
    const all = together.map(({ trace }) => trace);
    const { from, to, links } = await database.transaction(async (queries) => {
      await queries.lock(LOCKS.traces);
      for (const trace of all) {
        beforeEach(queries, trace);
      }
      const ended = await endedOf(queries, all);
      const traces = all.filter(({ action_id: id }) => !ended.has(id));
      return appendTraces(queries, auditKey, traces);
    });
    await moveAnchor(database, anchor, { from, to });
    const linkOf = new Map(links.map((link) => [link.trace, link]));
    for (const { trace, settle, fail } of together) {
      const link = linkOf.get(trace);
      if (link === undefined) {
        fail(endedMeanwhile());
      } else {
        settle(link);
      }
    }
  } catch (error) {
    // They are not tried again one by one: nobody may know whether they were kept.
    for (const { fail } of together) {
      fail(error);
    }
  }
}

/** Those of the actions that have their trace: somebody took this process for dead. */
async function endedOf(queries: Transaction, traces: readonly Trace[]): Promise<ReadonlySet<string>> {
  const ids = traces.map(({ action_id: id }) => id);
  // Of few lengths, as each is a statement of its own.
  const places = ids.length === 1 ? 1 : MOST_TOGETHER;
  const padded = Array.from({ length: places }, (_, index) => ids[index] ?? null);
  const known = `SELECT action_id FROM traces WHERE action_id IN (${padded.map(() => '?').join(', ')})`;
  return new Set((await queries.all(known, padded)).map((row) => textOf(row, 'action_id')));
}

/** In a transaction that has the lock of the traces. `from`: the head that they follow. */
export async function appendTraces(
  queries: Transaction,
  auditKey: Uint8Array,
  traces: readonly Trace[],
): Promise<{ readonly from: ChainHead; readonly to: ChainHead; readonly links: readonly ChainedTrace[] }> {
  const from = (await readHead(queries)) ?? { count: 0, hash: '', mac: '' };
  const { linked, head: to } = linkTraces(auditKey, from, traces);
  for (const { trace, entry } of linked) {
    const columns = signedColumns(trace);
    const values = SIGNED_COLUMNS.map((column) => columns[column]);
    queries.send(INSERT, [entry.seq, ...values, entry.prev_hash, entry.hash, entry.text]);
  }
  queries.send('UPDATE trace_head SET count = ?, hash = ?, mac = ? WHERE id = 1', [to.count, to.hash, to.mac]);
  const links = linked.map(({ trace, entry: { seq, prev_hash, hash } }) => ({ seq, prev_hash, hash, trace }));
  return { from, to, links };
}

const INSERT = `INSERT INTO traces (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
