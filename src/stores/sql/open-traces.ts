import type { Clock } from '../../contract/clock.js';
import type { Trace } from '../../contract/trace.js';
import { type Liveness, mayLive } from '../liveness.js';
import { type Database, LOCKS, numberOf, type Transaction, textOf } from './database.js';
import { traceOf } from './trace-columns.js';
import { DIED, endedMeanwhile } from './trace-of-death.js';

export interface OpenTracePorts {
  readonly database: Database;
  readonly liveness: Liveness;
  readonly clock: Clock;
}

export async function holdTrace({ database, liveness, clock }: OpenTracePorts, trace: Trace): Promise<void> {
  const owner = await liveness.begin();
  const { action_id: id } = trace;
  if ((await database.runAgain(HOLD, [id, owner, clock.now(), JSON.stringify(trace), id])) === 0) {
    throw endedMeanwhile();
  }
}

const HOLD = `INSERT INTO open_traces (action_id, owner, seen_ms, trace)
  SELECT ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM traces WHERE action_id = ?)
  ON CONFLICT (action_id) DO UPDATE SET seen_ms = excluded.seen_ms, trace = excluded.trace`;

export const RELEASE = 'DELETE FROM open_traces WHERE action_id = ?';

/** Gives each trace that a dead process held to `append`, in the transaction in which it is held no more. */
export async function settleTraces(
  { database, liveness, clock }: OpenTracePorts,
  append: (queries: Transaction, trace: Trace) => Promise<unknown>,
): Promise<number> {
  let settled = 0;
  for (const row of await database.all('SELECT action_id, owner, seen_ms, trace FROM open_traces')) {
    if (await mayLive(liveness, textOf(row, 'owner'), clock.now() - numberOf(row, 'seen_ms'))) {
      continue;
    }
    const isMine = await database.transaction(async (queries) => {
      await queries.lock(LOCKS.traces);
      const isHeld = (await queries.run(RELEASE, [textOf(row, 'action_id')])) > 0;
      if (isHeld) {
        await append(queries, { ...traceOf(row), ...DIED });
      }
      return isHeld;
    });
    settled += isMine ? 1 : 0;
  }
  return settled;
}
