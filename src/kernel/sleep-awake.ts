import type { Clock } from '../contract/clock.js';

/** Somebody wants the answer: the process must not end because nothing else is to do in it. */
export async function sleepAwake(clock: Pick<Clock, 'sleep'>, ms: number, signal: AbortSignal): Promise<void> {
  const awake = setInterval(() => undefined, ms);
  await clock.sleep(ms, signal);
  clearInterval(awake);
}
