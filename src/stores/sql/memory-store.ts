import type { Clock } from '../../contract/clock.js';
import type { MemoryStore, StoredMemory } from '../../contract/conversation-store.js';
import { sessionDamaged, sessionNotFound } from '../session-errors.js';
import { type Database, first, LOCKS, numberOf, type Queries, type SqlRow, textOf } from './database.js';
import { createSessionCipher, type RowLabel, type SessionCipher } from './session-cipher.js';

interface Ports {
  readonly database: Database;
  readonly storeKey: Uint8Array;
  readonly clock: Clock;
}

/** One row a key. The key itself is sealed with its value, and found by what only the store key can compute of it. */
export function createSqlMemoryStore({ database, storeKey, clock }: Ports): MemoryStore {
  const cipherOf = async (queries: Queries, sessionId: string): Promise<SessionCipher | undefined> => {
    const row = await first(queries, 'SELECT principal_id FROM sessions WHERE session_id = ?', [sessionId]);
    return row && createSessionCipher(storeKey, { sessionId, principalId: textOf(row, 'principal_id') });
  };
  return {
    get: async (sessionId, key) => {
      const cipher = await cipherOf(database, sessionId);
      const keyId = cipher?.nameId(key) ?? '';
      const sql = 'SELECT key_id, changed_ms, sealed FROM session_memory WHERE session_id = ? AND key_id = ?';
      const row = await first(database, sql, [sessionId, keyId]);
      return cipher && row && opened(cipher, row);
    },
    list: async (sessionId) => {
      const cipher = await cipherOf(database, sessionId);
      const sql = 'SELECT key_id, changed_ms, sealed FROM session_memory WHERE session_id = ?';
      const rows = cipher === undefined ? [] : await database.all(sql, [sessionId]);
      const items = rows.flatMap((row) => (cipher === undefined ? [] : [opened(cipher, row)]));
      return items.sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    set: (sessionId, item, mostKeys) =>
      database.transaction(async (queries) => {
        await queries.lock(LOCKS.ofSession(sessionId));
        const cipher = await cipherOf(queries, sessionId);
        if (cipher === undefined) {
          throw sessionNotFound();
        }
        const keyId = cipher.nameId(item.key);
        await queries.run('DELETE FROM session_memory WHERE session_id = ? AND key_id = ?', [sessionId, keyId]);
        const kept = await first(queries, 'SELECT count(*) AS kept FROM session_memory WHERE session_id = ?', [
          sessionId,
        ]);
        if (numberOf(kept, 'kept') >= mostKeys) {
          return false;
        }
        const changedMs = clock.now();
        const sealed = cipher.seal(JSON.stringify([item.key, item.json]), memoryLabel(keyId, changedMs));
        const sql = 'INSERT INTO session_memory (session_id, key_id, changed_ms, sealed) VALUES (?, ?, ?, ?)';
        await queries.run(sql, [sessionId, keyId, changedMs, sealed]);
        return true;
      }),
    remove: async (sessionId, key) => {
      const cipher = await cipherOf(database, sessionId);
      const sql = 'DELETE FROM session_memory WHERE session_id = ? AND key_id = ?';
      return cipher !== undefined && (await database.run(sql, [sessionId, cipher.nameId(key)])) > 0;
    },
  };
}

function memoryLabel(keyId: string, changedMs: number): RowLabel {
  return ['memory', keyId, changedMs];
}

function opened(cipher: SessionCipher, row: SqlRow): StoredMemory {
  const changedMs = numberOf(row, 'changed_ms');
  const text = cipher.open(textOf(row, 'sealed'), memoryLabel(textOf(row, 'key_id'), changedMs));
  if (text === undefined) {
    throw sessionDamaged();
  }
  const [key, json]: readonly [string, string] = JSON.parse(text);
  return { key, json, changed_at: new Date(changedMs).toISOString() };
}
