import { KernelError } from '../../contract/errors.js';
import type { SessionRecord } from '../../contract/session.js';
import { DEEPEST_SESSION, type NewSessionRecord, type SessionStore } from '../../contract/stores.js';
import { sessionNotFound, sessionTooDeep } from '../session-errors.js';
import type { SessionState, SessionStates } from './session-states.js';

export function createMemorySessionStore(sessions: SessionStates): SessionStore {
  const reservations = new Map<string, { readonly rootId: string; readonly amount: number }>();
  const rootOf = (state: SessionState): SessionState => sessions.get(state.rootId) ?? state;
  const shown = (state: SessionState): SessionRecord => {
    const { rootId, record, counts } = state;
    const open = [...reservations.values()].filter((reservation) => reservation.rootId === rootId);
    const { total } = rootOf(state).record;
    const reserved = open.reduce((sum, { amount }) => sum + amount, 0);
    const { entries, turns } = counts;
    return { ...record, total, used: rootOf(state).used, reserved, entries, turns };
  };
  const childrenOf = (sessionId: string): readonly string[] =>
    [...sessions.values()]
      .filter(({ record }) => record.parent_id === sessionId)
      .map(({ record }) => record.session_id);
  const removeTree = (sessionId: string): boolean => {
    for (const child of childrenOf(sessionId)) {
      removeTree(child);
    }
    for (const [id, { rootId }] of reservations) {
      if (rootId === sessionId) {
        reservations.delete(id);
      }
    }
    return sessions.delete(sessionId);
  };
  return {
    create: async (session) => {
      if (sessions.has(session.session_id)) {
        throw new KernelError('STORE_FAILED', 'there is a session with this id already');
      }
      sessions.set(session.session_id, newState(sessions, session));
    },
    get: async (sessionId) => {
      const state = sessions.get(sessionId);
      return state && shown(state);
    },
    list: async (principalId) =>
      [...sessions.values()]
        .filter(({ record }) => principalId === undefined || record.principal_id === principalId)
        .map(shown)
        .reverse(),
    remove: async (sessionId) => removeTree(sessionId),
    reserve: async ({ sessionId, reservationId, want }) => {
      const state = sessions.get(sessionId);
      if (state === undefined) {
        throw sessionNotFound();
      }
      const { total, used, reserved } = shown(state);
      const remaining = total - used - reserved;
      if (remaining <= 0) {
        return undefined;
      }
      const amount = Math.min(Math.max(0, want), remaining);
      reservations.set(reservationId, { rootId: state.rootId, amount });
      return {
        session_id: sessionId,
        reservation_id: reservationId,
        amount,
        remaining_fraction: remaining / total,
      };
    },
    charge: async (reservationId, amount) => {
      const reservation = reservations.get(reservationId);
      const root = reservation && sessions.get(reservation.rootId);
      if (reservation !== undefined && root !== undefined) {
        root.used += amount;
        reservations.set(reservationId, { ...reservation, amount: Math.max(0, reservation.amount - amount) });
      }
    },
    settle: async (reservationId) => {
      reservations.delete(reservationId);
    },
    spend: async (sessionId, amount) => {
      const state = sessions.get(sessionId);
      if (state !== undefined) {
        rootOf(state).used += amount;
      }
    },
  };
}

function newState(sessions: SessionStates, record: NewSessionRecord): SessionState {
  const parent = record.parent_id === undefined ? undefined : sessions.get(record.parent_id);
  if (record.parent_id !== undefined && parent?.record.principal_id !== record.principal_id) {
    throw sessionNotFound();
  }
  if (parent !== undefined && parent.depth >= DEEPEST_SESSION) {
    throw sessionTooDeep(DEEPEST_SESSION);
  }
  return {
    record,
    rootId: parent?.rootId ?? record.session_id,
    depth: parent === undefined ? 0 : parent.depth + 1,
    used: 0,
    claimId: undefined,
    counts: { entries: 0, turns: 0, tool_calls: 0 },
    steps: [],
    memory: new Map(),
  };
}
