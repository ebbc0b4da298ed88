import { expect, test } from 'vitest';

import { DEEPEST_SESSION, type NewSessionRecord } from '../../src/contract/stores.js';
import type { OpenStores } from './store-conformance.js';
import { START } from './store-values.js';

function newSession(sessionId: string, changes: Partial<NewSessionRecord> = {}): NewSessionRecord {
  const created = new Date(START).toISOString();
  return {
    session_id: sessionId,
    principal_id: 'alice',
    created_at: created,
    total: 100,
    ...changes,
  };
}

const NOTHING_YET = { used: 0, reserved: 0, entries: 0, turns: 0 };

export function testSessions(open: OpenStores): void {
  test('sessions are created once, listed by principal and removed', async () => {
    const { sessions } = await open();
    await sessions.create(newSession('s_1'));
    await sessions.create(newSession('s_2', { principal_id: 'bob', created_at: new Date(START + 1).toISOString() }));
    await expect(sessions.create(newSession('s_1'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(await sessions.get('s_1')).toEqual({ ...newSession('s_1'), ...NOTHING_YET });
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
    const amounts = granted.map((reservation) => reservation?.amount ?? 0).sort((a, b) => b - a);
    expect(amounts).toEqual([30, 30, 30, 10, 0, 0, 0, 0, 0, 0]);
  });

  test('spending beyond a reservation is charged in full, above the total too', async () => {
    const { sessions } = await open();
    await sessions.create(newSession('s_1'));
    await sessions.reserve({ sessionId: 's_1', reservationId: 'r_1', want: 10 });
    await sessions.charge('r_1', 15);
    expect(await sessions.get('s_1')).toMatchObject({ used: 15, reserved: 0 });
    await sessions.charge('r_1', 500);
    expect(await sessions.get('s_1')).toMatchObject({ used: 515, reserved: 0 });
    expect(await sessions.reserve({ sessionId: 's_1', reservationId: 'r_2', want: 1 })).toBeUndefined();
  });

  test('what was spent without a reservation counts, above the total too, and is nothing where the session is gone', async () => {
    const { sessions } = await open();
    await sessions.create(newSession('s_1'));
    await Promise.all([30, 40, 50].map((amount) => sessions.spend('s_1', amount)));
    expect(await sessions.get('s_1')).toMatchObject({ total: 100, used: 120 });
    await sessions.spend('s_x', 10);
  });

  test('children spend from the ledger of the root, and show its amounts', async () => {
    const { sessions } = await open();
    await sessions.create(newSession('s_1'));
    await sessions.create(newSession('s_2', { parent_id: 's_1', agent: 'reader', total: 0 }));
    await sessions.create(newSession('s_3', { parent_id: 's_2', total: 0 }));
    expect(await sessions.reserve({ sessionId: 's_3', reservationId: 'r_1', want: 60 })).toMatchObject({ amount: 60 });
    expect(await sessions.reserve({ sessionId: 's_2', reservationId: 'r_2', want: 60 })).toMatchObject({
      session_id: 's_2',
      amount: 40,
      remaining_fraction: 0.4,
    });
    await sessions.charge('r_1', 10);
    await sessions.spend('s_3', 5);
    await sessions.settle('r_2');
    const amounts = { total: 100, used: 15, reserved: 50 };
    for (const session of await sessions.list('alice')) {
      expect(session).toMatchObject(amounts);
    }
    expect(await sessions.get('s_2')).toMatchObject({ ...amounts, agent: 'reader', parent_id: 's_1' });
  });

  test('a parent of another principal is not there, and one at the deepest place takes no children', async () => {
    const { sessions } = await open();
    await sessions.create(newSession('s_0'));
    const strangers = sessions.create(newSession('s_x', { parent_id: 's_0', principal_id: 'bob' }));
    await expect(strangers).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    const orphan = sessions.create(newSession('s_y', { parent_id: 's_none' }));
    await expect(orphan).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    for (let depth = 1; depth <= DEEPEST_SESSION; depth += 1) {
      await sessions.create(newSession(`s_${depth}`, { parent_id: `s_${depth - 1}` }));
    }
    const below = sessions.create(newSession('s_z', { parent_id: `s_${DEEPEST_SESSION}` }));
    await expect(below).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  });

  test('with a session its children are removed, and nobody else', async () => {
    const { sessions } = await open();
    await sessions.create(newSession('s_1'));
    await sessions.create(newSession('s_2', { parent_id: 's_1' }));
    await sessions.create(newSession('s_3', { parent_id: 's_2' }));
    await sessions.create(newSession('s_4', { parent_id: 's_1' }));
    await sessions.reserve({ sessionId: 's_3', reservationId: 'r_1', want: 60 });
    expect(await sessions.remove('s_2')).toBe(true);
    expect((await sessions.list()).map(({ session_id: id }) => id).sort()).toEqual(['s_1', 's_4']);
    // The one below it may still run: what it reserved is the root's to settle.
    expect(await sessions.get('s_1')).toMatchObject({ reserved: 60 });
    await sessions.charge('r_1', 20);
    expect(await sessions.get('s_4')).toMatchObject({ used: 20, reserved: 40 });
  });

  test('a session that does not exist is an error of its own', async () => {
    const { sessions } = await open();
    await expect(sessions.reserve({ sessionId: 's_x', reservationId: 'r', want: 1 })).rejects.toMatchObject({
      code: 'SESSION_NOT_FOUND',
    });
  });
}
