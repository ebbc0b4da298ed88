import { KernelError } from '../contract/errors.js';

/** Unix milliseconds of an ISO time, for comparing times that were written differently. */
export function toMillis(iso: string, name: string): number {
  const millis = Date.parse(iso);
  if (Number.isNaN(millis)) {
    throw new KernelError('USAGE', `${name} is not a time`, {
      hint: 'give an ISO time such as 2026-11-21T20:00:00Z',
    });
  }
  return millis;
}
