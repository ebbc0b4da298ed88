import { MINIMUM_BUDGET } from '../contract/budget.js';
import { isKernelError } from '../contract/errors.js';
import type { Frame, ResponseMode } from '../contract/frame.js';
import { createBudgetLedger, escalateMode, type Waiting } from './budget-ledger.js';
import type { KernelPorts } from './ports.js';

/** What one call may spend, and in which form it can be afforded. */
export interface BudgetShare {
  readonly maxTokens: number;
  readonly mode: ResponseMode | undefined;
  /** Charges the session for what was used so far, all in all. */
  readonly charge: (used: number) => Promise<void>;
  readonly settle: () => Promise<void>;
}

export interface ShareRequest {
  readonly principalId: string;
  readonly sessionId?: string | undefined;
  readonly maxTokens: number;
  /** As in the ledger. */
  readonly atLeast?: number;
  /** The mode asked for; undefined for a stream that starts in full. */
  readonly mode: ResponseMode | undefined;
  /** What a call without a mode gets when nothing forces another. */
  readonly usualMode: ResponseMode;
  /** As long as others hold what is left of the session. */
  readonly waiting?: Waiting | undefined;
}

/**
 * What the last frame of a call may cost that was refused before it had a share: its session pays for that too. Undefined
 * when nothing is left for it.
 */
export async function openRefusalShare(ports: KernelPorts, request: ShareRequest): Promise<BudgetShare | undefined> {
  const withoutSession = { ...request, sessionId: undefined };
  if (request.sessionId === undefined) {
    return openBudgetShare(ports, withoutSession);
  }
  try {
    return await openBudgetShare(ports, { ...request, maxTokens: MINIMUM_BUDGET, atLeast: 1 });
  } catch (error) {
    const code = isKernelError(error) ? error.code : undefined;
    return code === 'SESSION_NOT_FOUND' ? openBudgetShare(ports, withoutSession) : undefined;
  }
}

/** A share of the session's allowance when there is a session, else just the budget. */
export async function openBudgetShare(ports: KernelPorts, request: ShareRequest): Promise<BudgetShare> {
  const { sessionId, maxTokens, mode, principalId, waiting, atLeast } = request;
  if (sessionId === undefined) {
    return { maxTokens, mode, charge: async () => undefined, settle: async () => undefined };
  }
  const { stores, clock } = ports;
  const ledger = createBudgetLedger({ sessions: stores.sessions, clock, randomId: () => ports.newId('r') });
  const asked = { sessionId, principalId, want: maxTokens, ...(atLeast === undefined ? {} : { atLeast }) };
  const entry = await ledger.reserve(waiting === undefined ? asked : { ...asked, waiting });
  const affordable = escalateMode(mode ?? request.usualMode, entry.remainingFraction);
  let charged = 0;
  return {
    maxTokens: entry.amount,
    mode: mode === undefined && affordable === request.usualMode ? undefined : affordable,
    charge: async (used) => {
      const spent = Math.min(used, entry.amount);
      if (spent > charged) {
        await entry.charge(spent - charged);
        charged = spent;
      }
    },
    settle: entry.settle,
  };
}

/** Charges each frame as it passes. */
export async function* chargedFrames(
  frames: AsyncIterable<Frame> | undefined,
  share: BudgetShare | undefined,
): AsyncGenerator<Frame> {
  for await (const frame of frames ?? []) {
    await share?.charge(frame.budget.used);
    yield frame;
  }
}
