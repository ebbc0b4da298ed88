import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ChainVerdict } from '../../contract/trace.js';
import { type ChainChecker, createChainChecker } from '../trace-chain.js';
import { first, type Queries } from './database.js';
import { readBase, readHead } from './head-anchor.js';
import { COLUMNS, entryOf } from './trace-columns.js';

const PAGE = 500;

/** The chain of the database, from where it begins, against its own head. */
export async function verifyChain(database: Queries, auditKey: Uint8Array): Promise<ChainVerdict> {
  for (;;) {
    const base = await readBase(database);
    const verdict = await verifyFrom(database, createChainChecker(auditKey, base));
    // What is pruned meanwhile is missing in no other way: it is looked at again from the new beginning.
    if (verdict.ok || (await readBase(database))?.count === base?.count) {
      return verdict;
    }
  }
}

async function verifyFrom(database: Queries, checker: ChainChecker): Promise<ChainVerdict> {
  for (;;) {
    const intact = await checkPages(database, checker);
    // Read after the records: what is appended meanwhile makes the head longer, never shorter, and is checked next.
    const head = await readHead(database);
    const grew = intact && head !== undefined && head.count > checker.reached();
    if (!(grew && (await hasMore(database, checker.reached())))) {
      return checker.endsAt(head);
    }
  }
}

async function checkPages(database: Queries, checker: ChainChecker): Promise<boolean> {
  const sql = `SELECT ${COLUMNS} FROM traces WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`;
  for (;;) {
    // Before the first record also what someone may have put in front of it.
    const after = checker.checked() === 0 ? Number.MIN_SAFE_INTEGER : checker.reached();
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
