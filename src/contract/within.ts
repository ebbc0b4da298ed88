/** Set for every program that akernel starts: what it prints may go to a model, so values are shown to none of them. */
export const WITHIN = 'AKERNEL_WITHIN';

export function isWithin(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env[WITHIN] ?? '') !== '';
}
