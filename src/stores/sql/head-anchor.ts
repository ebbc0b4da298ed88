import { KernelError } from '../../contract/errors.js';
import type { ChainVerdict } from '../../contract/trace.js';
import { type ChainBase, type ChainHead, GENESIS_HASH } from '../trace-chain.js';
import { type Database, first, numberOf, type Queries, type SqlRow, textOf } from './database.js';

/** A second place for the signed head, so that a database that was emptied or put back is found out. */
export interface HeadAnchor {
  /** For people. */
  readonly name: string;
  readonly read: () => WrittenHead;
  /** With several processes it may end at the head of any of them; otherwise they write in the order of the chain. */
  readonly mayBeBehind?: boolean;
  /** Replaces it whole. */
  readonly write: (head: ChainHead) => void;
  /** Writes `to` in the place of `from`; false, and nothing is done, where anything else stands. */
  readonly advance: (from: ChainHead, to: ChainHead) => boolean;
}

/** Damaged is also what was not signed with this audit key. */
export type WrittenHead =
  | { readonly state: 'signed'; readonly head: ChainHead }
  | { readonly state: 'missing' }
  | { readonly state: 'damaged' }
  /** Nothing is known of it. */
  | { readonly state: 'unread'; readonly error: KernelError };

export async function readHead(queries: Queries): Promise<ChainHead | undefined> {
  const row = await first(queries, 'SELECT count, hash, mac FROM trace_head WHERE id = 1');
  return row && headOf(row);
}

/**
 * Brings the anchor to the head of the database. One that is missing, damaged or does not fit stays as it is: it tells that
 * something happened, until a person accepts it. One that is where the chain stood before this step need not be looked up
 * in it.
 */
export async function moveAnchor(
  database: Database,
  anchor: HeadAnchor | undefined,
  step?: { readonly from: ChainHead; readonly to: ChainHead },
): Promise<void> {
  if (anchor === undefined) {
    return;
  }
  const move = async (queries: Queries): Promise<void> => {
    if (step !== undefined && anchor.advance(step.from, step.to)) {
      return;
    }
    const written = anchor.read();
    if (written.state !== 'signed') {
      return;
    }
    if (step !== undefined && isSame(written.head, step.from)) {
      anchor.write(step.to);
      return;
    }
    const { head, isInChain: isKnown } = await readPlaceOf(queries, written.head);
    if (head !== undefined && isKnown && written.head.count < head.count) {
      anchor.write(head);
    }
  };
  await (anchor.mayBeBehind === true ? move(database) : database.transaction(move));
}

function isSame(one: ChainHead, other: ChainHead): boolean {
  return one.count === other.count && one.hash === other.hash;
}

/** Puts the anchor where the database is, whatever it said. */
export async function resetAnchor(database: Database, anchor: HeadAnchor | undefined): Promise<void> {
  await database.transaction(async (queries) => {
    const head = await readHead(queries);
    if (head !== undefined) {
      anchor?.write(head);
    }
  });
}

/** What the anchor says against a chain that is intact by itself. It may be behind it, as a crash leaves it. */
export async function againstAnchor(
  queries: Queries,
  { name, written }: { readonly name: string; readonly written: WrittenHead },
  verdict: ChainVerdict,
): Promise<ChainVerdict> {
  const fail = (detail: string, seq?: number): ChainVerdict => ({
    ...verdict,
    ok: false,
    problem: 'head_file',
    ...(seq === undefined ? {} : { first_bad_seq: seq }),
    detail,
  });
  if (written.state === 'missing') {
    return fail(`the file ${name} is missing, so nobody can tell whether records are`);
  }
  if (written.state === 'damaged') {
    return fail(`the file ${name} is damaged or was not signed with this audit key`);
  }
  if (written.state === 'unread') {
    throw written.error;
  }
  const { count } = written.head;
  const { count: reached = 0 } = (await readHead(queries)) ?? {};
  if (count > reached) {
    return fail(`${count} records were written, and ${reached} are there`, reached + 1);
  }
  return (await isInChain(queries, written.head))
    ? verdict
    : fail(`record ${count} is not the one that was written: an older copy was put back and went on`);
}

/** Nothing goes from a trail that the anchor speaks against: the record that tells of an older copy would go with it. */
export async function refuseUnanchored(queries: Queries, anchor: HeadAnchor | undefined): Promise<void> {
  if (anchor === undefined) {
    return;
  }
  const told = { name: anchor.name, written: anchor.read() };
  if (!(await againstAnchor(queries, told, { ok: true, records_checked: 0 })).ok) {
    throw notPruned();
  }
}

export function notPruned(): KernelError {
  return new KernelError('STORE_FAILED', 'the audit trail is not intact, so nothing of it is pruned', {
    hint: 'run akernel audit verify',
  });
}

/** Where the records begin that are kept; undefined where none were pruned. */
export async function readBase(queries: Queries): Promise<ChainBase | undefined> {
  const row = await first(queries, 'SELECT count, hash, mac FROM trace_base WHERE id = 1');
  return row && { count: numberOf(row, 'count'), hash: textOf(row, 'hash'), mac: textOf(row, 'mac') };
}

async function isInChain(queries: Queries, head: ChainHead): Promise<boolean> {
  return (await readPlaceOf(queries, head)).isInChain;
}

const PLACE_OF = `SELECT h.count, h.hash, h.mac, coalesce(b.count, 0) AS base_count, b.hash AS base_hash,
  (SELECT hash FROM traces WHERE seq = ?) AS hash_there
  FROM trace_head h LEFT JOIN trace_base b ON b.id = 1 WHERE h.id = 1`;

/** What was pruned cannot be looked up, but only what is newer than the anchor can have pruned it. */
async function readPlaceOf(
  queries: Queries,
  { count, hash }: ChainHead,
): Promise<{ readonly head: ChainHead | undefined; readonly isInChain: boolean }> {
  const row = await first(queries, PLACE_OF, [count]);
  if (row === undefined) {
    return { head: undefined, isInChain: false };
  }
  const base = numberOf(row, 'base_count');
  const there = count === base ? textOf(row, 'base_hash') || GENESIS_HASH : textOf(row, 'hash_there');
  return { head: headOf(row), isInChain: count < base || there === hash };
}

function headOf(row: SqlRow): ChainHead {
  return { count: numberOf(row, 'count'), hash: textOf(row, 'hash'), mac: textOf(row, 'mac') };
}
