import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from '../../contract/kernel.js';

/** Why a capability token opens nothing any more; `unchecked`: the store does not say whether it still does. */
export type TokenEnd = 'expired' | 'revoked' | 'unchecked';

export const END_REASONS = {
  expired: 'its capability token has expired',
  revoked: 'its capability token was revoked',
  unchecked: 'the store does not say whether its capability token still holds',
} as const satisfies Record<TokenEnd, string>;

/** Tells once, soon after it ends, that a token has; what it gives stops the watch. */
export type WatchToken = (capabilityToken: string, onEnd: (how: TokenEnd) => void) => () => void;

export interface TokenWatchTimes {
  readonly everyMs: number;
  /** How long one answer of the store is waited for; longer than a store waits for a server that was started again. */
  readonly answerMs: number;
  /** How long a store that has failed is asked again: a run ends by itself then, and its readers are told how. */
  readonly graceMs: number;
}

const TIMES: TokenWatchTimes = { everyMs: 500, answerMs: 7000, graceMs: 2000 };

/** Tokens are asked for again and again while somebody watches, each once for all who do. */
export function createTokenWatch(
  kernel: Pick<Kernel, 'inspect'>,
  now: () => number,
  times: TokenWatchTimes = TIMES,
): WatchToken {
  const watched = new Map<string, Set<(how: TokenEnd) => void>>();
  let timer: NodeJS.Timeout | undefined;
  let failingSince: number | undefined;
  const tell = (capabilityToken: string, how: TokenEnd): void => {
    const watchers = watched.get(capabilityToken) ?? [];
    watched.delete(capabilityToken);
    for (const onEnd of watchers) {
      onEnd(how);
    }
  };
  const ask = async (): Promise<void> => {
    const withinMs = failingSince === undefined ? times.answerMs : times.graceMs;
    const ends = await Promise.all(
      [...watched.keys()].map(async (capabilityToken) => ({
        capabilityToken,
        how: await endOf(kernel, { capabilityToken, withinMs, now }),
      })),
    );
    const isFailing = ends.some(({ how }) => how === 'unchecked');
    failingSince = isFailing ? (failingSince ?? performance.now()) : undefined;
    const isGraceOver = failingSince !== undefined && performance.now() - failingSince >= times.graceMs;
    for (const { capabilityToken, how } of ends) {
      if (how !== undefined && (how !== 'unchecked' || isGraceOver)) {
        tell(capabilityToken, how);
      }
    }
    timer = undefined;
    plan();
  };
  const plan = (): void => {
    if (timer === undefined && watched.size > 0) {
      timer = setTimeout(() => void ask(), times.everyMs).unref();
    }
  };
  return (capabilityToken, onEnd) => {
    const watchers = watched.get(capabilityToken) ?? new Set();
    watched.set(capabilityToken, watchers.add(onEnd));
    plan();
    return () => {
      watchers.delete(onEnd);
      if (watchers.size === 0 && watched.get(capabilityToken) === watchers) {
        watched.delete(capabilityToken);
      }
    };
  };
}

interface Asked {
  readonly capabilityToken: string;
  readonly withinMs: number;
  readonly now: () => number;
}

async function endOf(
  kernel: Pick<Kernel, 'inspect'>,
  { capabilityToken, withinMs, now }: Asked,
): Promise<TokenEnd | undefined> {
  const answered = new AbortController();
  try {
    const report = await Promise.race([
      kernel.inspect(capabilityToken),
      sleep(withinMs, undefined, { signal: answered.signal, ref: false }),
    ]);
    if (report === undefined) {
      return 'unchecked';
    }
    const { valid, expires_at: expiresAt } = report;
    if (valid) {
      return undefined;
    }
    return expiresAt !== undefined && Date.parse(expiresAt) <= now() ? 'expired' : 'revoked';
  } catch {
    return 'unchecked';
  } finally {
    answered.abort();
  }
}
