import type { Clock } from '../../contract/clock.js';
import type { Reservation, SessionRecord } from '../../contract/session.js';
import { DEEPEST_SESSION, type NewSessionRecord, type SessionStore } from '../../contract/stores.js';
import { type Liveness, mayLive } from '../liveness.js';
import { sessionNotFound, sessionTooDeep } from '../session-errors.js';
import {
  type Database,
  first,
  LOCKS,
  numberOf,
  type Queries,
  type SqlRow,
  type Transaction,
  textOf,
} from './database.js';
import { type DiskReserve, withReserve } from './disk-reserve.js';

/** The amounts are those of the session at the root. */
const SELECT = `SELECT s.session_id, s.principal_id, s.created_at, s.agent, s.parent_id, s.entries, s.turns,
  root.session_id AS root_id, root.total, root.used,
  (SELECT coalesce(sum(amount), 0) FROM reservations r WHERE r.session_id = root.session_id) AS reserved
  FROM sessions s JOIN sessions root ON root.session_id = coalesce(s.root_id, s.session_id)`;

const ROOT_OF = 'SELECT coalesce(root_id, session_id) AS root_id FROM sessions WHERE session_id = ?';

/** A session and everything below it. */
const TREE = `WITH RECURSIVE tree (id) AS (
    SELECT session_id FROM sessions WHERE session_id = ?
    UNION ALL SELECT s.session_id FROM sessions s JOIN tree ON s.parent_id = tree.id)
  SELECT id FROM tree`;

interface Ports {
  readonly liveness: Liveness;
  readonly clock: Clock;
  readonly reserve?: DiskReserve;
}

export function createSqlSessionStore(database: Database, ports: Ports): SessionStore {
  return {
    create: (session) => database.transaction((queries) => insert(queries, session)),
    // On a full disk one must see what can be removed.
    get: (sessionId) =>
      withReserve(ports.reserve, async () => {
        await releaseDead(database, ports, sessionId);
        return find(database, sessionId);
      }),
    list: (principalId) => withReserve(ports.reserve, () => list(database, principalId)),
    remove: (sessionId) =>
      withReserve(ports.reserve, () => database.transaction((queries) => removeTree(queries, sessionId))),
    reserve: async (request) => {
      await releaseDead(database, ports, request.sessionId);
      const owner = await ports.liveness.begin();
      const rootId = await rootOf(database, request.sessionId);
      return database.transaction((queries) =>
        reserve(queries, { ...request, owner, rootId, nowMs: ports.clock.now() }),
      );
    },
    charge: (reservationId, amount) => database.transaction((queries) => charge(queries, reservationId, amount)),
    settle: async (reservationId) => {
      await database.runAgain('DELETE FROM reservations WHERE reservation_id = ?', [reservationId]);
    },
    spend: async (sessionId, amount) => {
      await database.run(`UPDATE sessions SET used = used + ? WHERE session_id = (${ROOT_OF})`, [amount, sessionId]);
    },
  };
}

async function insert(queries: Queries, session: NewSessionRecord): Promise<void> {
  const {
    session_id: id,
    principal_id: principalId,
    created_at: createdAt,
    agent = null,
    parent_id: parentId,
  } = session;
  const parent = parentId === undefined ? undefined : await parentOf(queries, parentId, principalId);
  await queries.run(
    `INSERT INTO sessions (session_id, principal_id, created_at, total, used, agent, parent_id, root_id, depth)
     VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?)`,
    [id, principalId, createdAt, parent === undefined ? session.total : 0, agent, parentId ?? null, ...below(parent)],
  );
}

async function parentOf(queries: Queries, parentId: string, principalId: string): Promise<SqlRow> {
  const sql = `SELECT principal_id, depth, coalesce(root_id, session_id) AS root_id FROM sessions WHERE session_id = ?`;
  const parent = await first(queries, sql, [parentId]);
  if (parent === undefined || textOf(parent, 'principal_id') !== principalId) {
    throw sessionNotFound();
  }
  if (numberOf(parent, 'depth') >= DEEPEST_SESSION) {
    throw sessionTooDeep(DEEPEST_SESSION);
  }
  return parent;
}

function below(parent: SqlRow | undefined): readonly [string | null, number] {
  return parent === undefined ? [null, 0] : [textOf(parent, 'root_id'), numberOf(parent, 'depth') + 1];
}

async function removeTree(queries: Transaction, sessionId: string): Promise<boolean> {
  const ids = (await queries.all(TREE, [sessionId])).map((row) => textOf(row, 'id'));
  for (const id of ids) {
    for (const table of ['reservations', 'session_steps', 'session_memory', 'sessions']) {
      await queries.run(`DELETE FROM ${table} WHERE session_id = ?`, [id]);
    }
  }
  return ids.length > 0;
}

async function list(database: Database, principalId: string | undefined): Promise<readonly SessionRecord[]> {
  const [where, parameters] = principalId === undefined ? ['', []] : [' WHERE s.principal_id = ?', [principalId]];
  const rows = await database.all(`${SELECT}${where} ORDER BY s.created_at DESC, s.session_id DESC`, parameters);
  return rows.map(sessionOf);
}

async function find(queries: Queries, sessionId: string): Promise<SessionRecord | undefined> {
  const row = await first(queries, `${SELECT} WHERE s.session_id = ?`, [sessionId]);
  return row && sessionOf(row);
}

function sessionOf(row: SqlRow): SessionRecord {
  const [agent, parentId] = [textOf(row, 'agent'), textOf(row, 'parent_id')];
  return {
    session_id: textOf(row, 'session_id'),
    principal_id: textOf(row, 'principal_id'),
    created_at: textOf(row, 'created_at'),
    ...(agent === '' ? {} : { agent }),
    ...(parentId === '' ? {} : { parent_id: parentId }),
    entries: numberOf(row, 'entries'),
    turns: numberOf(row, 'turns'),
    total: numberOf(row, 'total'),
    used: numberOf(row, 'used'),
    reserved: numberOf(row, 'reserved'),
  };
}

/** Gives back what processes had reserved that have died since; a session must not stay blocked by them. */
async function releaseDead(database: Database, { liveness, clock }: Ports, sessionId: string): Promise<void> {
  const rows = await database.all(
    `SELECT reservation_id, owner, reserved_ms FROM reservations WHERE session_id = (${ROOT_OF}) AND owner <> ?`,
    [sessionId, liveness.self],
  );
  for (const row of rows) {
    if (!(await mayLive(liveness, textOf(row, 'owner'), clock.now() - numberOf(row, 'reserved_ms')))) {
      await database.run('DELETE FROM reservations WHERE reservation_id = ?', [textOf(row, 'reservation_id')]);
    }
  }
}

async function rootOf(database: Database, sessionId: string): Promise<string> {
  const row = await first(database, ROOT_OF, [sessionId]);
  return row === undefined ? '' : textOf(row, 'root_id');
}

interface ReservationRequest {
  readonly sessionId: string;
  /** It never changes while the session is there. */
  readonly rootId: string;
  readonly reservationId: string;
  readonly want: number;
  readonly owner: string;
  readonly nowMs: number;
}

async function reserve(queries: Transaction, request: ReservationRequest): Promise<Reservation | undefined> {
  await queries.lock(LOCKS.ofSession(request.rootId));
  const row = await first(queries, `${SELECT} WHERE s.session_id = ?`, [request.sessionId]);
  if (row === undefined) {
    throw sessionNotFound();
  }
  const session = sessionOf(row);
  const remaining = session.total - session.used - session.reserved;
  if (remaining <= 0) {
    return undefined;
  }
  const amount = Math.min(Math.max(0, request.want), remaining);
  await queries.run(
    'INSERT INTO reservations (reservation_id, session_id, amount, owner, reserved_ms) VALUES (?, ?, ?, ?, ?)',
    [request.reservationId, textOf(row, 'root_id'), amount, request.owner, request.nowMs],
  );
  return {
    session_id: request.sessionId,
    reservation_id: request.reservationId,
    amount,
    remaining_fraction: remaining / session.total,
  };
}

/** What was spent beyond the reservation is spent all the same: a ledger that forgot it would not add up. */
async function charge(queries: Queries, reservationId: string, amount: number): Promise<void> {
  const changed = await queries.run(
    `UPDATE sessions SET used = used + ?
     WHERE session_id = (SELECT session_id FROM reservations WHERE reservation_id = ?)`,
    [amount, reservationId],
  );
  if (changed > 0) {
    await queries.run(
      'UPDATE reservations SET amount = CASE WHEN amount > ? THEN amount - ? ELSE 0 END WHERE reservation_id = ?',
      [amount, amount, reservationId],
    );
  }
}
