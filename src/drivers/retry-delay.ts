import { setTimeout as sleep } from 'node:timers/promises';
import { cancellation } from './cancellation.js';

const FIRST_DELAY_MS = 200;

/** A random wait, so that many who failed together do not come back together; longer after each attempt. */
export function backOffMs(attempt: number, maxMs: number): number {
  const most = Math.min(maxMs, FIRST_DELAY_MS * 2 ** attempt);
  return Math.round(most / 2 + (Math.random() * most) / 2);
}

/** What the server asks for with Retry-After, in seconds or as a date. */
export function wantedDelayMs(headers: ReadonlyMap<string, string>, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) {
    return Number(text) * 1000;
  }
  const date = /^[A-Za-z]{3,9}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

export async function sleepOrCancelled(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw cancellation(signal);
  }
}
