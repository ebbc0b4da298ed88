import { KernelError } from '../../contract/errors.js';
import type { SessionRecord } from '../../contract/session.js';
import type { SessionStore } from '../../contract/stores.js';

export function createMemorySessionStore(): SessionStore {
  const sessions = new Map<string, SessionRecord>();
  const reservations = new Map<string, { readonly sessionId: string; readonly amount: number }>();
  const withReserved = (session: SessionRecord): SessionRecord => {
    const open = [...reservations.values()].filter(({ sessionId }) => sessionId === session.session_id);
    return { ...session, reserved: open.reduce((sum, { amount }) => sum + amount, 0) };
  };
  return {
    create: async (session) => {
      if (sessions.has(session.session_id)) {
        throw new KernelError('STORE_FAILED', 'there is a session with this id already');
      }
      sessions.set(session.session_id, session);
    },
    get: async (sessionId) => {
      const session = sessions.get(sessionId);
      return session && withReserved(session);
    },
    list: async (principalId) =>
      [...sessions.values()]
        .filter((session) => principalId === undefined || session.principal_id === principalId)
        .map(withReserved)
        .reverse(),
    remove: async (sessionId) => {
      for (const [id, reservation] of reservations) {
        if (reservation.sessionId === sessionId) {
          reservations.delete(id);
        }
      }
      return sessions.delete(sessionId);
    },
    reserve: async ({ sessionId, reservationId, want }) => {
      const stored = sessions.get(sessionId);
      if (stored === undefined) {
        throw new KernelError('SESSION_NOT_FOUND', 'there is no such session', {
          hint: 'akernel session list shows the sessions of this principal',
        });
      }
      const session = withReserved(stored);
      const remaining = session.total - session.used - session.reserved;
      if (remaining <= 0) {
        return undefined;
      }
      const amount = Math.min(Math.max(0, want), remaining);
      reservations.set(reservationId, { sessionId, amount });
      return {
        session_id: sessionId,
        reservation_id: reservationId,
        amount,
        remaining_fraction: remaining / session.total,
      };
    },
    charge: async (reservationId, amount) => {
      const reservation = reservations.get(reservationId);
      const session = reservation && sessions.get(reservation.sessionId);
      if (reservation !== undefined && session !== undefined) {
        sessions.set(session.session_id, { ...session, used: Math.min(session.total, session.used + amount) });
        reservations.set(reservationId, { ...reservation, amount: Math.max(0, reservation.amount - amount) });
      }
    },
    settle: async (reservationId) => {
      reservations.delete(reservationId);
    },
  };
}
