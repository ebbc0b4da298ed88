/**
 * Tells the work of living processes from what dead ones left behind. An owner is named by a text that no later
 * process can have, even with the same process id.
 */
export interface Liveness {
  /** The owner text of this process. */
  readonly self: string;
  /** The same, once others can see that it lives. */
  readonly begin: () => Promise<string>;
  /** `unknown` when it cannot be seen from here, for example across containers. */
  readonly judge: (owner: string) => Promise<'alive' | 'dead' | 'unknown'>;
}

const UNKNOWN_OWNER_MS = 3_600_000;

/**
 * Whether an owner may still be at work; one that cannot be seen is believed for an hour after its last sign. A sign that
 * is further ahead was left by a clock that has been set back, and holds nothing for as long.
 */
export async function mayLive(liveness: Liveness, owner: string, silentMs: number): Promise<boolean> {
  if (owner === liveness.self) {
    return true;
  }
  const verdict = await liveness.judge(owner);
  return verdict === 'alive' || (verdict === 'unknown' && Math.abs(silentMs) < UNKNOWN_OWNER_MS);
}
