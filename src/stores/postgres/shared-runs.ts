import type { OwnedRun, ReadEvents, RunEnding, RunPiece, SharedRun, SharedRuns } from '../../contract/shared-runs.js';
import type { Liveness } from '../liveness.js';
import { type Database, first, numberOf, type SqlRow, type SqlValue, textOf } from '../sql/database.js';
import type { RunCipher, RunLabel } from './run-cipher.js';
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
    list: async (owner) => {
      const rows = await database.all(sql.LIST, [ownerOf({ owner })]);
      return rows.filter((row) => headOf(cipher, row) !== undefined).map((row) => toRun(cipher, row));
    },
    read: async (run, behind, mostBytes) => {
      const ownerId = ownerOf(run);
      for (let from = behind; ; ) {
        const rows = await database.all(sql.READ, [from, mostBytes, run.run_id, ownerId]);
        const found = toEvents(cipher, [run.run_id, ownerId], rows);
        const last = numberOf(rows.at(-1), 'last_seq');
        // Behind those that were changed there may be others; a number that was changed leads to no end of it.
        if (found?.pieces.length !== 0 || !found.is_damaged || last <= from) {
          return found;
        }
        from = last;
      }
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
      return new Map(
        rows.map((row) => [
          textOf(row, 'run_id'),
          { last_seq: numberOf(row, 'last_seq'), is_ended: row['is_ended'] === true },
        ]),
      );
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
    end === undefined ? null : cipher.seal(end, [runId, ownerId, 'end', to]),
  ];
}

function toRun(cipher: RunCipher, row: SqlRow): SharedRun {
  const label = labelOf(row);
  return {
    run_id: label[0],
    head: cipher.open(row['head'], [...label, 'head']),
    last_seq: numberOf(row, 'last_seq'),
    ...endingOf(cipher, row, [...label, 'end', numberOf(row, 'last_seq')]),
  };
}

function labelOf(row: SqlRow): readonly [string, string] {
  return [textOf(row, 'run_id'), textOf(row, 'owner_id')];
}

function headOf(cipher: RunCipher, row: SqlRow): string | undefined {
  return cipher.openWhole(row['head'], [...labelOf(row), 'head']);
}

/** That it has ended, and with which event, is believed as it is sealed with the end, and not as it stands beside it. */
function endingOf(cipher: RunCipher, row: SqlRow, label: RunLabel): Pick<SharedRun, 'end' | 'is_ended' | 'is_damaged'> {
  const end = cipher.openWhole(row['ending'], label);
  return end === undefined
    ? { is_ended: false, is_damaged: row['ending'] !== null || row['is_ended'] === true }
    : { end, is_ended: true, is_damaged: false };
}

function toEvents(
  cipher: RunCipher,
  label: readonly [string, string],
  rows: readonly SqlRow[],
): ReadEvents | undefined {
  const [row] = rows;
  if (row === undefined) {
    return undefined;
  }
  const ending = endingOf(cipher, row, [...label, 'end', numberOf(row, 'upto')]);
  const kept = rows.filter(({ sealed }) => sealed !== null);
  const pieces = kept.flatMap((piece) => {
    const [from, to] = [numberOf(piece, 'first_seq'), numberOf(piece, 'last_seq')];
    const text = cipher.openWhole(piece['sealed'], [...label, 'events', from, to]);
    return text === undefined ? [] : [{ first_seq: from, last_seq: to, text }];
  });
  const isDamaged = ending.is_damaged || (kept.length > 0 && pieces.length === 0);
  return { last_seq: numberOf(row, 'upto'), ...ending, is_damaged: isDamaged, pieces };
}

/** The number was perhaps changed: one that cannot be counted on must not keep the ends of other runs from being told. */
const LAST_NUMBER = 999_999_999_999_999;

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
    const seq = Math.min(Math.max(numberOf(held, 'last_seq') + 1, 1), LAST_NUMBER);
    const { text, end } = endOf(runId, seq);
    const sealed = cipher.seal(text, [runId, ownerId, 'events', seq, seq]);
    const ending = cipher.seal(end, [runId, ownerId, 'end', seq]);
    await queries.run(sql.PUT_EVENT, [runId, seq, seq, sealed]);
    await queries.run(sql.END_RUN, [seq, sealed.length, ending, liveness.self, runId]);
    await queries.all(sql.TELL, [`${runId}:${seq}`]);
  });
}
