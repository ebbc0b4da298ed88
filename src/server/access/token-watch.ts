import type { Kernel } from '../../contract/kernel.js';

/** Why a capability token opens nothing any more. */
export type TokenEnd = 'expired' | 'revoked';

/** Tells once, soon after it ends, that a token has; what it gives stops the watch. */
export type WatchToken = (capabilityToken: string, onEnd: (how: TokenEnd) => void) => () => void;

const ASK_AGAIN_MS = 500;

/** Tokens are asked for again and again while somebody watches, each once for all who do. */
export function createTokenWatch(
  kernel: Pick<Kernel, 'inspect'>,
  now: () => number,
  everyMs = ASK_AGAIN_MS,
): WatchToken {
  const watched = new Map<string, Set<(how: TokenEnd) => void>>();
  let timer: NodeJS.Timeout | undefined;
  const ask = async (): Promise<void> => {
    for (const capabilityToken of [...watched.keys()]) {
      const how = await endOf(kernel, capabilityToken, now);
      const watchers = how === undefined ? undefined : watched.get(capabilityToken);
      if (how !== undefined && watchers !== undefined) {
        watched.delete(capabilityToken);
        for (const onEnd of watchers) {
          onEnd(how);
        }
      }
    }
    timer = undefined;
    plan();
  };
  const plan = (): void => {
    if (timer === undefined && watched.size > 0) {
      timer = setTimeout(() => void ask(), everyMs).unref();
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

/** One that cannot be asked for counts as revoked. */
async function endOf(
  kernel: Pick<Kernel, 'inspect'>,
  capabilityToken: string,
  now: () => number,
): Promise<TokenEnd | undefined> {
  try {
    const { valid, expires_at: expiresAt } = await kernel.inspect(capabilityToken);
    if (valid) {
      return undefined;
    }
    return expiresAt !== undefined && Date.parse(expiresAt) <= now() ? 'expired' : 'revoked';
  } catch {
    return 'revoked';
  }
}
