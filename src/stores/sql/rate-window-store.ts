import type { RateWindowStore } from '../../contract/stores.js';
import { type Database, first, LOCKS, numberOf, type Queries } from './database.js';

export function createSqlRateWindowStore(database: Database): RateWindowStore {
  return {
    admit: async (key, { limit, windowMs, now }) =>
      limit > 0 &&
      // Run twice, where nobody knows whether it was kept, it counts a call too many.
      (
        await database.batch(LOCKS.ofRate(key), [
          ['DELETE FROM rate_calls WHERE expires_ms <= ?', [now]],
          [TAKE, [key, now, now + windowMs, key, now - windowMs, now + windowMs, limit]],
        ])
      )[1] === 1,
    peek: (key, rule) => countCalls(database, key, rule),
  };
}

const COUNT = 'SELECT count(*) AS calls FROM rate_calls WHERE bucket = ? AND at_ms > ? AND at_ms <= ?';
const TAKE = `INSERT INTO rate_calls (bucket, at_ms, expires_ms) SELECT ?, ?, ? WHERE (${COUNT}) < ?`;

/**
 * Counts calls up to one window ahead of `now` too: another process may have read its clock a little later and still
 * have recorded first. What is further ahead was left by a clock that has been set back.
 */
async function countCalls(
  queries: Queries,
  key: string,
  rule: { readonly windowMs: number; readonly now: number },
): Promise<number> {
  const row = await first(queries, COUNT, [key, rule.now - rule.windowMs, rule.now + rule.windowMs]);
  return numberOf(row, 'calls');
}
