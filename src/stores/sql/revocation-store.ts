import type { RevocationStore } from '../../contract/stores.js';
import { toMillis } from '../time.js';
import { type Database, first } from './database.js';

export function createSqlRevocationStore(database: Database): RevocationStore {
  return {
    revoke: async (grantId, at) => {
      const sql = 'INSERT INTO revoked_grants (grant_id, revoked_ms) VALUES (?, ?) ON CONFLICT DO NOTHING';
      return (await database.run(sql, [grantId, toMillis(at, 'at')])) > 0;
    },
    revokePrincipal: async (principalId, at) => {
      await database.run(
        `INSERT INTO revoked_principals (principal_id, revoked_ms) VALUES (?, ?)
         ON CONFLICT (principal_id) DO UPDATE SET revoked_ms = excluded.revoked_ms
         WHERE excluded.revoked_ms > revoked_principals.revoked_ms`,
        [principalId, toMillis(at, 'at')],
      );
    },
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
