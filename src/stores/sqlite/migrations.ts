import type { Migration } from '../sql/migrations.js';

/** What a store needs besides where it is a file of its own. */
export const SQLITE_MIGRATIONS: readonly Migration[] = [
  {
    name: 's001_small_results',
    apply: async (queries) => {
      await queries.run('ALTER TABLE blocks ADD COLUMN sealed BLOB');
    },
  },
];
