import { KernelError } from '../contract/errors.js';
import type { ModelUsage } from '../contract/model.js';
import type { ModelCall } from '../contract/model-call.js';
import type { KernelPorts } from './ports.js';
import { ownSession } from './session-access.js';

export type ModelPayer = Pick<ModelCall, 'sessionId' | 'principal'>;

/** What a call will take nobody knows before its end; it may begin as long as anything is left. */
export async function checkSessionCanPay(ports: KernelPorts, { sessionId, principal }: ModelPayer): Promise<void> {
  if (sessionId === undefined) {
    return;
  }
  const { total, used, reserved } = await ownSession(ports.stores.sessions, sessionId, principal.principal_id);
  if (used + reserved >= total) {
    throw new KernelError('BUDGET_EXHAUSTED', 'the session has no model tokens left for a call of a model', {
      hint: 'start a new session with akernel session new --budget N, or wait for running invocations of this one to end',
      details: { remaining: 0, total, used, reserved },
    });
  }
}

/** What a model took is spent, whatever became of the call, and above the total too. */
export async function paySession(ports: KernelPorts, { sessionId }: ModelPayer, usage: ModelUsage): Promise<void> {
  const amount = (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0);
  if (sessionId !== undefined && amount > 0) {
    await ports.stores.sessions.spend(sessionId, amount);
  }
}
