import { KernelError } from '../../../contract/errors.js';
import type { RestartPolicy } from '../../../contract/runner.js';

const BASE_MS = 1000;
const CAP_MS = 60_000;
const JITTER_MS = 500;
const STABLE_MS = 60_000;

/** How often a crashed runner was started again, and whether and when it will be once more. */
export interface Restarts {
  /** The next delay, or undefined when there is no further start; `ranMs` is how long the last run was. */
  readonly next: (ranMs: number) => { readonly attempt: number; readonly delayMs: number } | undefined;
  /** Starts in a row, none of them healthy. */
  readonly attempts: () => number;
}

export function createRestarts(policy: RestartPolicy | undefined, random: () => number = Math.random): Restarts {
  const {
    maxRestarts = 0,
    backoffBaseMs = BASE_MS,
    backoffCapMs = CAP_MS,
    backoffJitterMs = JITTER_MS,
    stableAfterMs = STABLE_MS,
  } = policy ?? {};
  const amounts = { maxRestarts, backoffBaseMs, backoffCapMs, backoffJitterMs, stableAfterMs };
  const isSound = Object.values(amounts).every((amount) => Number.isFinite(amount) && amount >= 0);
  if (!isSound || backoffCapMs < backoffBaseMs) {
    throw new KernelError('USAGE', 'the restart policy makes no sense', {
      hint: 'amounts are not negative, and backoffCapMs is at least backoffBaseMs',
    });
  }
  let attempts = 0;
  return {
    attempts: () => attempts,
    next(ranMs) {
      if (ranMs > stableAfterMs) {
        attempts = 0;
      }
      if (attempts >= maxRestarts) {
        return undefined;
      }
      const backoff = Math.min(backoffBaseMs * 2 ** attempts, backoffCapMs);
      const jitter = (random() * 2 - 1) * backoffJitterMs;
      attempts += 1;
      return { attempt: attempts, delayMs: Math.max(0, Math.round(backoff + jitter)) };
    },
  };
}
