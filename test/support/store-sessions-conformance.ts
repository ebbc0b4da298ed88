import { expect, test } from 'vitest';

import type { SessionRecord } from '../../src/contract/session.js';
import type { OpenStores } from './store-conformance.js';
import { START } from './store-values.js';

function newSession(sessionId: string, changes: Partial<SessionRecord> = {}): SessionRecord {
  const created = new Date(START).toISOString();
  return {
    session_id: sessionId,
    principal_id: 'alice',
    created_at: created,
    total: 100,
    used: 0,
    reserved: 0,
    ...changes,
  };
}

export function testSessions(open: OpenStores): void {
  test('sessions are created once, listed by principal and removed', async () => {
    const { sessions } = await open();
    await sessions.create(newSession('s_1'));
    await sessions.create(newSession('s_2', { principal_id: 'bob', created_at: new Date(START + 1).toISOString() }));
    await expect(sessions.create(newSession('s_1'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(await sessions.get('s_1')).toEqual(newSession('s_1'));
    expect((await sessions.list()).map((session) => session.session_id)).toEqual(['s_2', 's_1']);
    expect((await sessions.list('bob')).map((session) => session.session_id)).toEqual(['s_2']);
    expect(await sessions.remove('s_1')).toBe(true);
    expect(await sessions.remove('s_1')).toBe(false);
    expect(await sessions.get('s_1')).toBeUndefined();
  });

  test('reserve, charge and settle exactly once', async () => {
    const { sessions } = await open();
    await sessions.create(newSession('s_1'));
    expect(await sessions.reserve({ sessionId: 's_1', reservationId: 'r_1', want: 60 })).toEqual({
      session_id: 's_1',
      reservation_id: 'r_1',
      amount: 60,
      remaining_fraction: 1,
    });
    await sessions.charge('r_1', 25);
    expect(await sessions.get('s_1')).toMatchObject({ used: 25, reserved: 35 });
    await sessions.settle('r_1');
    await sessions.settle('r_1');
    await sessions.charge('r_1', 10);
    expect(await sessions.get('s_1')).toMatchObject({ used: 25, reserved: 0 });
  });

  test('the reservations of others count, and nothing is granted when nothing remains', async () => {
    const { sessions } = await open();
    await sessions.create(newSession('s_1'));
    await sessions.reserve({ sessionId: 's_1', reservationId: 'r_1', want: 70 });
    expect(await sessions.reserve({ sessionId: 's_1', reservationId: 'r_2', want: 70 })).toMatchObject({
      amount: 30,
      remaining_fraction: 0.3,
    });
    expect(await sessions.reserve({ sessionId: 's_1', reservationId: 'r_3', want: 1 })).toBeUndefined();
  });

  test('concurrent reservations never exceed the total', async () => {
    const { sessions } = await open();
    await sessions.create(newSession('s_1'));
    const granted = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        sessions.reserve({ sessionId: 's_1', reservationId: `r_${index}`, want: 30 }),
      ),
    );
    expect(granted.map((reservation) => reservation?.amount ?? 0)).toEqual([30, 30, 30, 10, 0, 0, 0, 0, 0, 0]);
  });

  test('spending beyond a reservation is charged up to the total', async () => {
    const { sessions } = await open();
    await sessions.create(newSession('s_1'));
    await sessions.reserve({ sessionId: 's_1', reservationId: 'r_1', want: 10 });
    await sessions.charge('r_1', 15);
    expect(await sessions.get('s_1')).toMatchObject({ used: 15, reserved: 0 });
    await sessions.charge('r_1', 500);
    expect(await sessions.get('s_1')).toMatchObject({ used: 100, reserved: 0 });
  });

  test('a session that does not exist is an error of its own', async () => {
    const { sessions } = await open();
    await expect(sessions.reserve({ sessionId: 's_x', reservationId: 'r', want: 1 })).rejects.toMatchObject({
      code: 'SESSION_NOT_FOUND',
    });
  });
}
