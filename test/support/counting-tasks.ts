import type { Clock } from '../../src/contract/clock.js';
import type { Stores } from '../../src/contract/stores.js';
import { START } from './store-values.js';

/** What a process of its own can be asked to count with others; part of `store-worker.ts`. */
export type CountingTask =
  | { readonly type: 'ledger'; readonly sessionId: string; readonly prefix: string; readonly count: number }
  | { readonly type: 'calls'; readonly grantId: string; readonly count: number; readonly most: number }
  | { readonly type: 'watch'; readonly grantId: string };

interface Ports {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly say: (said: unknown) => void;
}

export function runCountingTask(ports: Ports, task: CountingTask): Promise<void> {
  switch (task.type) {
    case 'ledger':
      return spendFromLedger(ports, task);
    case 'calls':
      return takeCalls(ports, task);
    case 'watch':
      return watchGrant(ports, task);
  }
}

/** Reserves, charges all of it or a half, and gives the rest back. */
async function spendFromLedger(
  { stores: { sessions }, say }: Ports,
  { sessionId, prefix, count }: Extract<CountingTask, { type: 'ledger' }>,
): Promise<void> {
  let charged = 0;
  for (let index = 0; index < count; index += 1) {
    const reservationId = `${prefix}${index}`;
    const { amount = 0 } = (await sessions.reserve({ sessionId, reservationId, want: 7 })) ?? {};
    const spent = index % 3 === 0 ? Math.floor(amount / 2) : amount;
    await sessions.charge(reservationId, spent);
    await sessions.settle(reservationId);
    charged += spent;
  }
  say({ charged });
}

async function takeCalls(
  { stores: { calls }, say }: Ports,
  { grantId, count, most }: Extract<CountingTask, { type: 'calls' }>,
): Promise<void> {
  let taken = 0;
  for (let index = 0; index < count; index += 1) {
    taken += (await calls.take(grantId, most)) ? 1 : 0;
  }
  say({ taken });
}

/** Asks as a stream does, only more often, until the grant is revoked. */
async function watchGrant(
  { stores: { revocations }, clock, say }: Ports,
  { grantId }: Extract<CountingTask, { type: 'watch' }>,
): Promise<void> {
  const grant = { grantId, principalId: 'alice', issuedAt: new Date(START).toISOString() };
  say({ is_revoked: await revocations.isRevoked(grant) });
  while (!(await revocations.isRevoked(grant))) {
    await clock.breathe();
  }
}
