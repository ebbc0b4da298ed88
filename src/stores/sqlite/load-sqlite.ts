import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseSyncInstance, SqliteModule } from '@photostructure/sqlite';

import { FAILURES, toStoreError } from '../store-error.js';

export type OpenSqlite = (path: string, options: { readonly timeout: number }) => DatabaseSyncInstance;

/**
 * Loads SQLite's native part itself where it lies at its usual place: the package spends ten times as long on finding
 * it, and every command waits for that. Anywhere else the package finds it.
 */
export async function loadSqlite(): Promise<OpenSqlite> {
  const { DatabaseSync } = loadNative() ?? (await importPackage());
  return (path, options) => new DatabaseSync(path, options);
}

async function importPackage(): Promise<Pick<SqliteModule, 'DatabaseSync'>> {
  try {
    return await import('@photostructure/sqlite');
  } catch (error) {
    throw toStoreError(error, 'load SQLite');
  }
}

let native: Pick<SqliteModule, 'DatabaseSync'> | undefined;

/** Not by `require`, which looks for packages and links on the way. */
function loadNative(): Pick<SqliteModule, 'DatabaseSync'> | undefined {
  try {
    native ??= openLibrary(findNative(fileURLToPath(import.meta.url)));
  } catch (error) {
    if (String(error).includes('Too many open files')) {
      throw toStoreError(error, 'load SQLite', FAILURES.tooManyFiles);
    }
    // The package finds it, or says what is wrong.
  }
  return native;
}

function openLibrary(file: string): Pick<SqliteModule, 'DatabaseSync'> | undefined {
  const library: { readonly exports: Partial<SqliteModule> } = { exports: {} };
  process.dlopen(library, file);
  const { DatabaseSync } = library.exports;
  return DatabaseSync && { DatabaseSync };
}

/** As packages are looked for: in the `node_modules` of each folder above. Node's own search costs 5 ms here. */
function findNative(from: string): string {
  const directory = dirname(from);
  const platform = `${process.platform}-${process.arch}`;
  const file = join(directory, `node_modules/@photostructure/sqlite/prebuilds/${platform}`, NATIVE);
  return existsSync(file) || directory === from ? file : findNative(directory);
}

const NATIVE = '@photostructure+sqlite.glibc.node';
