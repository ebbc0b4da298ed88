import type { OwnedRun, ReadEvents, RunEnding, RunPiece, SharedRun, SharedRuns } from '../../contract/shared-runs.js';
import type { Liveness } from '../liveness.js';
import { type Database, first, numberOf, type SqlRow, type SqlValue, textOf } from '../sql/database.js';
import type { RunCipher } from './run-cipher.js';
import * as sql from './run-statements.js';

export interface SharedRunPorts {
  readonly database: Database;
  readonly liveness: Liveness;
  readonly cipher: RunCipher;
}

/** Runs as rows, their events beside them in the pieces in which they were written. */
export function createSharedRuns(ports: SharedRunPorts): Omit<SharedRuns, 'listen' | 'replies'> {
  const { database, liveness, cipher } = ports;
  const ownerOf = ({ owner }: Pick<OwnedRun, 'owner'>) => cipher.idOf('owner', owner);
  return {
    append: async (pieces) => {
      const writer = await liveness.begin();
      const values = pieces.flatMap((piece) => valuesOf(cipher, piece, ownerOf(piece)));
      const rows = await database.all(sql.appendStatement(pieces.length), [...values, writer, writer, writer]);
      return new Set(rows.map((row) => textOf(row, 'run_id')));
    },
    find: async (run) => {
      const row = await first(database, sql.FIND, [run.run_id, ownerOf(run)]);
      return row && toRun(cipher, row);
    },
    list: async (owner) => (await database.all(sql.LIST, [ownerOf({ owner })])).map((row) => toRun(cipher, row)),
    read: async (run, behind, mostBytes) => {
      const ownerId = ownerOf(run);
      const rows = await database.all(sql.READ, [behind, mostBytes, run.run_id, ownerId]);
      return toEvents(cipher, [run.run_id, ownerId], rows);
    },
    settle: (endOf) => settleDead(ports, endOf),
    ask: async (run, what) => (await database.all(sql.ASK, [what, run.run_id, ownerOf(run)])).length > 0,
    asked: async () => {
      const rows = await database.all(sql.ASKED, [liveness.self]);
      return rows.map((row) => ({
        run_id: textOf(row, 'run_id'),
        what: textOf(row, 'asked') === 'stop' ? 'stop' : 'cancel',
      }));
    },
    reading: async (runIds) => {
      const rows = await database.all(sql.READ_HERE, [runIds.join(',')]);
      return new Map(rows.map((row) => [textOf(row, 'run_id'), progressOf(row, 'last_seq')]));
    },
    isRead: async (runId) => (await first(database, sql.IS_READ, [runId])) !== undefined,
    prune: async () => {
      for (const statement of sql.PRUNE) {
        await database.runAgain(statement);
      }
    },
  };
}

function valuesOf(cipher: RunCipher, piece: RunPiece, ownerId: string): readonly SqlValue[] {
  const { run_id: runId, head, first_seq: from, last_seq: to, text, keep_from: keepFrom, end } = piece;
  return [
    runId,
    ownerId,
    head === undefined ? null : cipher.seal(head, [runId, ownerId, 'head']),
    from,
    to,
    keepFrom ?? null,
    cipher.seal(text, [runId, ownerId, 'events', from, to]),
    end === undefined ? null : cipher.seal(end, [runId, ownerId, 'end']),
  ];
}

function progressOf(row: SqlRow, column: string) {
  return { last_seq: numberOf(row, column), is_ended: row['is_ended'] === true };
}

function toRun(cipher: RunCipher, row: SqlRow): SharedRun {
  const [runId, ownerId] = [textOf(row, 'run_id'), textOf(row, 'owner_id')];
  const end = row['ending'] === null ? undefined : cipher.open(row['ending'], [runId, ownerId, 'end']);
  return {
    run_id: runId,
    head: cipher.open(row['head'], [runId, ownerId, 'head']),
    ...progressOf(row, 'last_seq'),
    ...(end === undefined ? {} : { end }),
  };
}

function toEvents(
  cipher: RunCipher,
  [runId, ownerId]: readonly [string, string],
  rows: readonly SqlRow[],
): ReadEvents | undefined {
  const [row] = rows;
  const pieces = rows
    .filter(({ sealed }) => sealed !== null)
    .map((piece) => {
      const [from, to] = [numberOf(piece, 'first_seq'), numberOf(piece, 'last_seq')];
      return {
        first_seq: from,
        last_seq: to,
        text: cipher.open(piece['sealed'], [runId, ownerId, 'events', from, to]),
      };
    });
  return row && { ...progressOf(row, 'upto'), pieces };
}

type EndOf = (runId: string, seq: number) => RunEnding;

/** A process whose lease ended may still run, and learns at its next event that the end has been told. */
async function settleDead(ports: SharedRunPorts, endOf: EndOf): Promise<void> {
  const { database, liveness } = ports;
  for (const row of await database.all(sql.OTHER_WRITERS, [liveness.self])) {
    const writer = textOf(row, 'writer');
    if ((await liveness.judge(writer)) === 'dead') {
      for (const run of await database.all(sql.GOING_ON, [writer])) {
        await endRun(ports, { runId: textOf(run, 'run_id'), ownerId: textOf(run, 'owner_id'), writer }, endOf);
      }
    }
  }
}

interface DeadRun {
  readonly runId: string;
  readonly ownerId: string;
  readonly writer: string;
}

function endRun(
  { database, liveness, cipher }: SharedRunPorts,
  { runId, ownerId, writer }: DeadRun,
  endOf: EndOf,
): Promise<void> {
  return database.transaction(async (queries) => {
    const held = await first(queries, sql.LOCK_RUN, [runId, writer]);
    if (held === undefined) {
      return;
    }
    const seq = numberOf(held, 'last_seq') + 1;
    const { text, end } = endOf(runId, seq);
    const sealed = cipher.seal(text, [runId, ownerId, 'events', seq, seq]);
    const ending = cipher.seal(end, [runId, ownerId, 'end']);
    await queries.run(sql.PUT_EVENT, [runId, seq, seq, sealed]);
    await queries.run(sql.END_RUN, [seq, sealed.length, ending, liveness.self, runId]);
    await queries.all(sql.TELL, [`${runId}:${seq}`]);
  });
}
