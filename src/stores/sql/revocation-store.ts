import type { RevocationStore } from '../../contract/stores.js';
import { toMillis } from '../time.js';
import { type Database, first, LOCKS, numberOf, type Queries, textOf } from './database.js';

export function createSqlRevocationStore(database: Database): RevocationStore {
  return {
    issue: ({ grantId, principalId, now, expiresAt }) =>
      database.transaction(async (queries) => {
        await queries.lock(LOCKS.ofPrincipal(principalId));
        const nowMs = toMillis(now, 'now');
        const revokedMs = await revokedUpTo(queries, principalId);
        const issuedMs = Math.max(nowMs, (revokedMs ?? -1) + 1);
        await queries.run('DELETE FROM grants WHERE expires_ms <= ?', [nowMs]);
        const sql = 'INSERT INTO grants (grant_id, principal_id, issued_ms, expires_ms) VALUES (?, ?, ?, ?)';
        await queries.run(sql, [grantId, principalId, issuedMs, toMillis(expiresAt, 'expiresAt')]);
        return new Date(issuedMs).toISOString();
      }),
    principalOf: async (grantId) => {
      const row = await first(database, 'SELECT principal_id FROM grants WHERE grant_id = ?', [grantId]);
      return row && textOf(row, 'principal_id');
    },
    revoke: async (grantId, at) => {
      const sql = 'INSERT INTO revoked_grants (grant_id, revoked_ms) VALUES (?, ?) ON CONFLICT DO NOTHING';
      return (await database.run(sql, [grantId, toMillis(at, 'at')])) > 0;
    },
    revokePrincipal: (principalId, at) =>
      database.transaction(async (queries) => {
        await queries.lock(LOCKS.ofPrincipal(principalId));
        const before = await revokedUpTo(queries, principalId);
        const sql = 'SELECT max(issued_ms) AS last FROM grants WHERE principal_id = ?';
        const last = numberOf(await first(queries, sql, [principalId]), 'last');
        await queries.run(
          `INSERT INTO revoked_principals (principal_id, revoked_ms) VALUES (?, ?)
           ON CONFLICT (principal_id) DO UPDATE SET revoked_ms = excluded.revoked_ms`,
          [principalId, Math.max(toMillis(at, 'at'), before ?? 0, last)],
        );
        return before === undefined || last > before;
      }),
    isRevoked: async ({ grantId, principalId, issuedAt }) => {
      const row = await first(
        database,
        `SELECT 1 AS revoked WHERE EXISTS (SELECT 1 FROM revoked_grants WHERE grant_id = ?)
         OR EXISTS (SELECT 1 FROM revoked_principals WHERE principal_id = ? AND revoked_ms >= ?)`,
        [grantId, principalId, toMillis(issuedAt, 'issuedAt')],
      );
      return row !== undefined;
    },
  };
}

async function revokedUpTo(queries: Queries, principalId: string): Promise<number | undefined> {
  const row = await first(queries, 'SELECT revoked_ms FROM revoked_principals WHERE principal_id = ?', [principalId]);
  return row && numberOf(row, 'revoked_ms');
}
