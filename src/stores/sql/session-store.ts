import type { Clock } from '../../contract/clock.js';
import { KernelError } from '../../contract/errors.js';
import type { Reservation, SessionRecord } from '../../contract/session.js';
import type { SessionStore } from '../../contract/stores.js';
import { type Liveness, mayLive } from '../liveness.js';
import { type Database, first, numberOf, type Queries, type SqlRow, textOf } from './database.js';

const SELECT = `SELECT session_id, principal_id, created_at, total, used,
  (SELECT coalesce(sum(amount), 0) FROM reservations r WHERE r.session_id = s.session_id) AS reserved FROM sessions s`;

interface Ports {
  readonly liveness: Liveness;
  readonly clock: Clock;
}

export function createSqlSessionStore(database: Database, ports: Ports): SessionStore {
  return {
    create: async (session) => {
      await database.run(
        'INSERT INTO sessions (session_id, principal_id, created_at, total, used) VALUES (?, ?, ?, ?, ?)',
        [session.session_id, session.principal_id, session.created_at, session.total, session.used],
      );
    },
    get: async (sessionId) => {
      await releaseDead(database, ports, sessionId);
      return find(database, sessionId);
    },
    list: async (principalId) => {
      const [where, parameters] = principalId === undefined ? ['', []] : [' WHERE principal_id = ?', [principalId]];
      const rows = await database.all(`${SELECT}${where} ORDER BY created_at DESC, session_id DESC`, parameters);
      return rows.map(sessionOf);
    },
    remove: (sessionId) =>
      database.transaction(async (queries) => {
        await queries.run('DELETE FROM reservations WHERE session_id = ?', [sessionId]);
        return (await queries.run('DELETE FROM sessions WHERE session_id = ?', [sessionId])) > 0;
      }),
    reserve: async (request) => {
      await releaseDead(database, ports, request.sessionId);
      return database.transaction((queries) => reserve(queries, ports, request));
    },
    charge: (reservationId, amount) => database.transaction((queries) => charge(queries, reservationId, amount)),
    settle: async (reservationId) => {
      await database.run('DELETE FROM reservations WHERE reservation_id = ?', [reservationId]);
    },
  };
}

async function find(queries: Queries, sessionId: string): Promise<SessionRecord | undefined> {
  const row = await first(queries, `${SELECT} WHERE session_id = ?`, [sessionId]);
  return row && sessionOf(row);
}

function sessionOf(row: SqlRow): SessionRecord {
  return {
    session_id: textOf(row, 'session_id'),
    principal_id: textOf(row, 'principal_id'),
    created_at: textOf(row, 'created_at'),
    total: numberOf(row, 'total'),
    used: numberOf(row, 'used'),
    reserved: numberOf(row, 'reserved'),
  };
}

/** Gives back what processes had reserved that have died since; a session must not stay blocked by them. */
async function releaseDead(database: Database, { liveness, clock }: Ports, sessionId: string): Promise<void> {
  const rows = await database.all(
    'SELECT reservation_id, owner, reserved_ms FROM reservations WHERE session_id = ? AND owner <> ?',
    [sessionId, liveness.self],
  );
  for (const row of rows) {
    if (!(await mayLive(liveness, textOf(row, 'owner'), clock.now() - numberOf(row, 'reserved_ms')))) {
      await database.run('DELETE FROM reservations WHERE reservation_id = ?', [textOf(row, 'reservation_id')]);
    }
  }
}

async function reserve(
  queries: Queries,
  { liveness, clock }: Ports,
  request: { readonly sessionId: string; readonly reservationId: string; readonly want: number },
): Promise<Reservation | undefined> {
  const session = await find(queries, request.sessionId);
  if (session === undefined) {
    throw new KernelError('SESSION_NOT_FOUND', 'there is no such session', {
      hint: 'akernel session list shows the sessions of this principal',
    });
  }
  const remaining = session.total - session.used - session.reserved;
  if (remaining <= 0) {
    return undefined;
  }
  const amount = Math.min(Math.max(0, request.want), remaining);
  await queries.run(
    'INSERT INTO reservations (reservation_id, session_id, amount, owner, reserved_ms) VALUES (?, ?, ?, ?, ?)',
    [request.reservationId, request.sessionId, amount, liveness.self, clock.now()],
  );
  return {
    session_id: request.sessionId,
    reservation_id: request.reservationId,
    amount,
    remaining_fraction: remaining / session.total,
  };
}

/** What was spent beyond the reservation is spent all the same; `used` never passes the total. */
async function charge(queries: Queries, reservationId: string, amount: number): Promise<void> {
  const changed = await queries.run(
    `UPDATE sessions SET used = CASE WHEN used + ? > total THEN total ELSE used + ? END
     WHERE session_id = (SELECT session_id FROM reservations WHERE reservation_id = ?)`,
    [amount, amount, reservationId],
  );
  if (changed > 0) {
    await queries.run(
      'UPDATE reservations SET amount = CASE WHEN amount > ? THEN amount - ? ELSE 0 END WHERE reservation_id = ?',
      [amount, amount, reservationId],
    );
  }
}
