import { createRequire } from 'node:module';

import type { DatabaseSyncInstance, SqliteModule } from '@photostructure/sqlite';

export type OpenSqlite = (path: string, options: { readonly timeout: number }) => DatabaseSyncInstance;

/**
 * Loads SQLite's native part itself where it lies at its usual place: the package spends ten times as long on finding
 * it, and every command waits for that. Anywhere else the package finds it.
 */
export async function loadSqlite(): Promise<OpenSqlite> {
  const { DatabaseSync } = loadNative() ?? (await import('@photostructure/sqlite'));
  return (path, options) => new DatabaseSync(path, options);
}

function loadNative(): Pick<SqliteModule, 'DatabaseSync'> | undefined {
  try {
    const require = createRequire(import.meta.url);
    const file = `prebuilds/${process.platform}-${process.arch}/@photostructure+sqlite.glibc.node`;
    const native: SqliteModule = require(
      require.resolve('@photostructure/sqlite/package.json').replace(/package\.json$/, file),
    );
    return native;
  } catch {
    return undefined;
  }
}
