import type { RateWindowStore } from '../../contract/stores.js';
import { type Database, first, LOCKS, numberOf, type Queries } from './database.js';

export function createSqlRateWindowStore(database: Database): RateWindowStore {
  return {
    admit: async (key, { limit, windowMs, now }) =>
      limit > 0 &&
      (await database.transaction(async (queries) => {
        await queries.lock(LOCKS.ofRate(key));
        await queries.run('DELETE FROM rate_calls WHERE expires_ms <= ?', [now]);
        if ((await countCalls(queries, key, { windowMs, now })) >= limit) {
          return false;
        }
        const sql = 'INSERT INTO rate_calls (bucket, at_ms, expires_ms) VALUES (?, ?, ?)';
        await queries.run(sql, [key, now, now + windowMs]);
        return true;
      })),
    peek: (key, rule) => countCalls(database, key, rule),
  };
}

/**
 * Counts calls up to one window ahead of `now` too: another process may have read its clock a little later and still
 * have recorded first. What is further ahead was left by a clock that has been set back.
 */
async function countCalls(
  queries: Queries,
  key: string,
  rule: { readonly windowMs: number; readonly now: number },
): Promise<number> {
  const sql = 'SELECT count(*) AS calls FROM rate_calls WHERE bucket = ? AND at_ms > ? AND at_ms <= ?';
  const row = await first(queries, sql, [key, rule.now - rule.windowMs, rule.now + rule.windowMs]);
  return numberOf(row, 'calls');
}
