import { MINIMUM_BUDGET } from '../contract/budget.js';
import type { Clock } from '../contract/clock.js';
import { KernelError } from '../contract/errors.js';
import type { ResponseMode } from '../contract/frame.js';
import type { SessionStore } from '../contract/stores.js';
import { ownSession } from './session-access.js';
import { sleepAwake } from './sleep-awake.js';

export interface LedgerRequest {
  readonly sessionId: string;
  readonly principalId: string;
  /** Model tokens asked for; Infinity asks for all that is left. */
  readonly want: number;
  /** Less than this is of no use to the caller; by default the smallest budget a frame stream can have. */
  readonly atLeast?: number;
  /**
   * While the reservations of others leave too little, it is waited for their settling. Not to be given by who holds a
   * reservation itself: two who wait for each other would wait for ever.
   */
  readonly waiting?: Waiting;
}

export interface Waiting {
  readonly signal: AbortSignal;
  /** Not longer than this; Infinity where the signal is a deadline. */
  readonly mostMs: number;
}

/** One reserved share of a session's allowance. */
export interface LedgerEntry {
  /** Model tokens that may be spent. */
  readonly amount: number;
  /** What was left of the session before this reservation, as a fraction. */
  readonly remainingFraction: number;
  /** Records model tokens that left; more than was reserved is a bug and throws. */
  readonly charge: (modelTokens: number) => Promise<void>;
  /** Gives back what was not spent. Happens once, however often it is called. */
  readonly settle: () => Promise<void>;
}

export interface BudgetLedger {
  readonly reserve: (request: LedgerRequest) => Promise<LedgerEntry>;
}

/** Others may settle in another process, so the store is asked again and again, less and less often. */
const FIRST_LOOK_MS = 20;
const LAST_LOOK_MS = 250;

/**
 * Shares a session's allowance between its invocations: reserve before the driver runs, charge as frames leave, settle
 * at the end, also after a failure. Throws BUDGET_EXHAUSTED when too little is left, and one and the same
 * SESSION_NOT_FOUND for an unknown session and for another principal's.
 */
export function createBudgetLedger(ports: {
  readonly sessions: SessionStore;
  readonly randomId: () => string;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
}): BudgetLedger {
  const { sessions, randomId, clock } = ports;

  /** Nothing stays reserved of what is too little. */
  const tryReserve = async (request: LedgerRequest, atLeast: number): Promise<LedgerEntry | undefined> => {
    const reservationId = randomId();
    const want = Number.isFinite(request.want) ? request.want : Number.MAX_SAFE_INTEGER;
    const reserved = await sessions.reserve({ sessionId: request.sessionId, reservationId, want });
    if (reserved === undefined || reserved.amount < atLeast) {
      await sessions.settle(reservationId);
      return undefined;
    }
    const { amount, remaining_fraction: remainingFraction } = reserved;
    return openEntry(sessions, reservationId, { amount, remainingFraction });
  };

  return Object.freeze({
    reserve: async (request: LedgerRequest) => {
      const atLeast = Math.min(request.atLeast ?? MINIMUM_BUDGET, request.want);
      const { signal, mostMs = 0 } = request.waiting ?? {};
      const giveUpAt = clock.monotonic() + mostMs;
      await ownSession(sessions, request.sessionId, request.principalId);
      for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(LAST_LOOK_MS, pauseMs * 2)) {
        const entry = await tryReserve(request, atLeast);
        if (entry !== undefined) {
          return entry;
        }
        const session = await ownSession(sessions, request.sessionId, request.principalId);
        const mayComeFree = session.total - session.used >= atLeast;
        if (signal === undefined || signal.aborted || !mayComeFree || clock.monotonic() >= giveUpAt) {
          throw exhausted(Math.max(0, session.total - session.used - session.reserved));
        }
        await sleepAwake(clock, pauseMs, signal);
      }
    },
  });
}

function exhausted(left: number): KernelError {
  return new KernelError('BUDGET_EXHAUSTED', `the session has too few model tokens left (${left})`, {
    hint: 'start a new session with akernel session new, or wait for running invocations of this one to end',
    details: { remaining: left },
  });
}

function openEntry(
  sessions: SessionStore,
  reservationId: string,
  { amount, remainingFraction }: Pick<LedgerEntry, 'amount' | 'remainingFraction'>,
): LedgerEntry {
  let left = amount;
  let settled: Promise<void> | undefined;

  return Object.freeze({
    amount,
    remainingFraction,
    charge: async (modelTokens: number) => {
      const isAmount = Number.isSafeInteger(modelTokens) && modelTokens >= 0;
      if (settled !== undefined || !isAmount || modelTokens > left) {
        throw new KernelError('INTERNAL', 'more was charged to a session than was reserved for the invocation');
      }
      left -= modelTokens;
      if (modelTokens > 0) {
        await sessions.charge(reservationId, modelTokens);
      }
    },
    settle: () => {
      // The store takes a second settle as done already, so a failed one may be tried again.
      settled ??= sessions.settle(reservationId).catch((error: unknown) => {
        settled = undefined;
        throw error;
      });
      return settled;
    },
  });
}

const TIGHTNESS = { raw: 0, auto: 0, table: 1, summary: 2, handle_only: 3 } as const satisfies Record<
  ResponseMode,
  number
>;

/**
 * The mode a session can still afford, from remaining / total before the own reservation: below 5 % the handle only,
 * up to 20 % at least a summary, up to 50 % at least a table. Never looser than what was asked for.
 */
export function escalateMode(requested: ResponseMode, remainingFraction: number): ResponseMode {
  const floor = floorFor(remainingFraction);
  return TIGHTNESS[floor] > TIGHTNESS[requested] ? floor : requested;
}

function floorFor(remainingFraction: number): ResponseMode {
  if (!(remainingFraction >= 0.05)) {
    return 'handle_only';
  }
  if (remainingFraction <= 0.2) {
    return 'summary';
  }
  return remainingFraction <= 0.5 ? 'table' : 'raw';
}
