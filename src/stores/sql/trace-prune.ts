import type { PrunedTraces, PruneRequest } from '../../contract/stores.js';
import { toMillis } from '../time.js';
import { createChainChecker, signBase } from '../trace-chain.js';
import { first, numberOf, type Queries } from './database.js';
import { notPruned, readBase, readHead } from './head-anchor.js';
import { COLUMNS, entryOf } from './trace-columns.js';

const PAGE = 500;

/** Removes the oldest records and signs the last of them as the new beginning; the caller adds the trace that says so. */
export async function pruneRecords(
  queries: Queries,
  auditKey: Uint8Array,
  request: PruneRequest,
): Promise<PrunedTraces | undefined> {
  const base = await readBase(queries);
  const from = base?.count ?? 0;
  const upTo = Math.min(from + request.most, await lastToGo(queries, from, request));
  if (upTo <= from) {
    return undefined;
  }
  const hash = await lastHashOf(queries, createChainChecker(auditKey, base), upTo);
  await queries.run('DELETE FROM traces WHERE seq <= ?', [upTo]);
  const next = signBase(auditKey, upTo, hash);
  await queries.run(
    `INSERT INTO trace_base (id, count, hash, mac) VALUES (1, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET count = excluded.count, hash = excluded.hash, mac = excluded.mac`,
    [next.count, next.hash, next.mac],
  );
  return { removed: upTo - from, up_to: upTo };
}

/** The trace of the pruning itself counts too. */
async function lastToGo(queries: Queries, from: number, { max_traces, spare, before }: PruneRequest): Promise<number> {
  const last = (await readHead(queries))?.count ?? 0;
  const young = await first(queries, 'SELECT seq FROM traces WHERE started_ms >= ? ORDER BY seq LIMIT 1', [
    toMillis(before, 'before'),
  ]);
  const tooOld = young === undefined ? last : numberOf(young, 'seq') - 1;
  const tooMany = last - from > max_traces ? last + 1 + spare - max_traces : 0;
  return Math.min(last, Math.max(tooOld, tooMany));
}

/** Nothing goes that was changed: pruning must not be the way to hide it. */
async function lastHashOf(
  queries: Queries,
  checker: ReturnType<typeof createChainChecker>,
  upTo: number,
): Promise<string> {
  const sql = `SELECT ${COLUMNS} FROM traces WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${PAGE}`;
  let hash = '';
  let after = Number.MIN_SAFE_INTEGER;
  while (checker.reached() < upTo) {
    const entries = (await queries.all(sql, [after, upTo])).map(entryOf);
    if (entries.length === 0 || !entries.every((entry) => checker.check(entry))) {
      throw notPruned();
    }
    hash = entries.at(-1)?.hash ?? hash;
    after = checker.reached();
  }
  return hash;
}
