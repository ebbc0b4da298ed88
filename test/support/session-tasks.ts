import type { Clock } from '../../src/contract/clock.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelMessage } from '../../src/contract/model.js';
import type { Stores } from '../../src/contract/stores.js';
import { createSessions } from '../../src/kernel/sessions.js';
import { createToldMessages, type TellingPorts } from '../../src/kernel/told-messages.js';

/** What a process of its own can be asked to do with one session; part of `store-worker.ts`. */
export type SessionTask =
  | { readonly type: 'turns'; readonly sessionId: string; readonly prefix: string; readonly count: number }
  | { readonly type: 'steps-forever'; readonly sessionId: string; readonly width: number }
  | { readonly type: 'spend'; readonly sessionId: string; readonly prefix: string; readonly count: number }
  | { readonly type: 'keep-open'; readonly sessionId: string };

const OWNER = { principal_id: 'alice', roles: [], attributes: {} };

export async function runSessionTask(
  { stores, clock, say }: { readonly stores: Stores; readonly clock: Clock; readonly say: (said: unknown) => void },
  task: SessionTask,
): Promise<void> {
  const sessions = sessionsOver(stores, clock);
  switch (task.type) {
    case 'turns':
      for (let turn = 0; turn < task.count; turn += 1) {
        const open = await sessions.open(task.sessionId, OWNER);
        await open.keep([{ role: 'user', content: `${task.prefix}${turn}` }]);
        await open.keep(stepWithCalls(`${task.prefix}${turn}`, 10));
        await open.close();
      }
      return;
    case 'steps-forever': {
      const open = await sessions.open(task.sessionId, OWNER);
      await open.keep([{ role: 'user', content: 'go on' }]);
      for (let step = 0; ; step += 1) {
        await open.keep(stepWithCalls(`c${step}`, task.width));
        say({ kept: open.size().entries });
      }
    }
    case 'spend':
      for (let index = 0; index < task.count; index += 1) {
        const reservationId = `${task.prefix}${index}`;
        await stores.sessions.reserve({ sessionId: task.sessionId, reservationId, want: 10 });
        await stores.sessions.charge(reservationId, 7);
        await stores.sessions.spend(task.sessionId, 100 + index);
        await stores.sessions.settle(reservationId);
      }
      return;
    case 'keep-open': {
      const open = await sessions.open(task.sessionId, OWNER);
      await open.keep([{ role: 'user', content: 'mine' }]);
      say({ opened: true });
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    }
  }
}

/** The sessions of a kernel that has nothing else. */
export function sessionsOver(stores: Stores, clock: Clock): Kernel['sessions'] {
  let made = 0;
  const newId = (): string => {
    made += 1;
    return `r_${process.pid}_${made}`;
  };
  const ports = { stores, clock, newId, told: createToldMessages(), settings: { redaction: {} } };
  return createSessions(ports as unknown as TellingPorts).sessions;
}

function stepWithCalls(id: string, width: number): readonly ModelMessage[] {
  const asked = { name: 'read', arguments: '{}' };
  return [
    { role: 'assistant', content: '', tool_calls: [{ id, type: 'function', function: asked }] },
    { role: 'tool', content: `${id} ${'x'.repeat(width)}`, tool_call_id: id },
    { role: 'assistant', content: `answer to ${id}` },
  ];
}
