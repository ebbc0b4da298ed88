import type { CallCountStore } from '../../contract/stores.js';
import type { Database } from './database.js';

export function createSqlCallCountStore(database: Database): CallCountStore {
  return {
    take: async (grantId, maxCalls) => {
      if (maxCalls < 1) {
        return false;
      }
      const changed = await database.run(
        `INSERT INTO call_counts (grant_id, calls) VALUES (?, 1)
         ON CONFLICT (grant_id) DO UPDATE SET calls = call_counts.calls + 1 WHERE call_counts.calls < ?`,
        [grantId, maxCalls],
      );
      return changed > 0;
    },
  };
}
