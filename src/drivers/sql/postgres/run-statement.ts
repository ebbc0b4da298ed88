import type { Connection } from 'pg';
import type { Chunk } from '../../../contract/chunk.js';
import { recordsFromValues } from '../../../streams/records.js';
import { createPatience } from '../patience.js';
import type { SqlRun } from '../sql-database.js';
import { createBatchSize } from './batch-size.js';
import type { PgConnection } from './connection.js';
import { lookUpTypes } from './look-up-types.js';
import { parameterText } from './parameter-text.js';
import { createChunkMaker } from './rows-chunks.js';
import { end } from './transaction.js';
import { toJsonOf } from './value-json.js';

const STATEMENT = 'akernel_statement';
const PORTAL = 'akernel_portal';

/**
 * The rows of a statement through a portal: the server makes as many as were asked for and then waits. The transaction
 * is over when they have all been read.
 */
export async function* runStatement(
  connection: PgConnection,
  run: SqlRun,
  elementTypes: Map<number, number>,
): AsyncGenerator<Chunk> {
  const startedAt = performance.now();
  const { fields, parameterTypes = [] } = await connection.exchange((wire) => parse(wire, run.sql)).reply;
  const roundTripMs = performance.now() - startedAt;
  await lookUpTypes(connection, fields?.map(({ dataTypeID }) => dataTypeID) ?? [], elementTypes);
  const toChunks = createChunkMaker(
    (fields ?? []).map(({ name, dataTypeID }) => ({ name, toJson: toJsonOf(dataTypeID, elementTypes) })),
  );
  const values = run.values.map((value, index) => parameterText(value, parameterTypes[index] ?? 0));
  const batchSize = createBatchSize(roundTripMs);
  // The server's own limit is for one batch.
  const patience = createPatience(run.timeoutMs);
  let commandTag: string | undefined;
  for (let isFirst = true; commandTag === undefined; isFirst = false) {
    patience.check();
    const { reply, takeRows } = connection.exchange((wire) => {
      if (isFirst) {
        bind(wire, values);
      }
      execute(wire, batchSize.next());
    });
    for (let rows = await patience.count(takeRows()); rows !== undefined; rows = await patience.count(takeRows())) {
      batchSize.note(rows);
      yield* toChunks(rows);
    }
    ({ commandTag } = await patience.count(reply));
  }
  await connection.exchange(closeAll).reply;
  await end(connection, run);
  if (run.mayWrite && fields === undefined) {
    yield recordsFromValues([{ rows_affected: Number(/\d+$/.exec(commandTag)?.[0] ?? 0) }]);
  }
}

function parse(wire: Connection, sql: string): void {
  wire.parse({ name: STATEMENT, text: sql, types: [] }, true);
  wire.describe({ type: 'S', name: STATEMENT }, true);
  wire.sync();
}

function bind(wire: Connection, values: (string | null)[]): void {
  wire.bind({ portal: PORTAL, statement: STATEMENT, values }, true);
}

function execute(wire: Connection, rows: number): void {
  const name = Buffer.from(`${PORTAL}\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(4 + name.length + 4, 1);
  const count = Buffer.alloc(4);
  count.writeInt32BE(rows);
  wire.stream.write(Buffer.concat([head, name, count]));
  wire.sync();
}

function closeAll(wire: Connection): void {
  wire.close({ type: 'P', name: PORTAL }, true);
  wire.close({ type: 'S', name: STATEMENT }, true);
  wire.sync();
}
