import type { CallCountStore, RateWindowStore } from '../../contract/stores.js';

export function createMemoryRateWindowStore(): RateWindowStore {
  const windows = new Map<string, readonly number[]>();
  const callsIn = (key: string, { windowMs, now }: { windowMs: number; now: number }): readonly number[] =>
    (windows.get(key) ?? []).filter((at) => at > now - windowMs && at <= now + windowMs);
  return {
    admit: async (key, { limit, windowMs, now }) => {
      const calls = callsIn(key, { windowMs, now });
      const isAdmitted = calls.length < limit;
      windows.set(key, isAdmitted ? [...calls, now] : calls);
      return isAdmitted;
    },
    peek: async (key, rule) => callsIn(key, rule).length,
  };
}

export function createMemoryCallCountStore(): CallCountStore {
  const counts = new Map<string, number>();
  return {
    take: async (grantId, maxCalls) => {
      const calls = counts.get(grantId) ?? 0;
      if (calls >= maxCalls) {
        return false;
      }
      counts.set(grantId, calls + 1);
      return true;
    },
  };
}
