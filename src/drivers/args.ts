import { KernelError } from '../contract/errors.js';

type Members = Readonly<Record<string, unknown>>;

/** Reads a text argument or option; absent gives the fallback, any other type is refused. */
export function readText<Fallback extends string | undefined>(
  members: Members,
  name: string,
  fallback: Fallback,
): string | Fallback {
  const value = members[name];
  if (value === undefined) {
    return fallback;
  }
  if (typeof value !== 'string') {
    throw new KernelError('USAGE', `${name} must be a text`);
  }
  return value;
}

/** Reads a whole number from 0 to `max`; absent gives the fallback. */
export function readCount(members: Members, name: string, range: { fallback: number; max: number }): number {
  const value = members[name];
  if (value === undefined) {
    return range.fallback;
  }
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > range.max) {
    throw new KernelError('USAGE', `${name} must be a whole number from 0 to ${range.max}`);
  }
  return value;
}

/** Reads one of the named choices; absent gives the fallback. */
export function readChoice<Choice extends string>(
  members: Members,
  name: string,
  choices: { readonly from: readonly Choice[]; readonly fallback: Choice },
): Choice {
  const value = members[name];
  if (value === undefined) {
    return choices.fallback;
  }
  const found = choices.from.find((choice) => choice === value);
  if (found === undefined) {
    throw new KernelError('USAGE', `${name} must be one of ${choices.from.join(', ')}`);
  }
  return found;
}

/** Reads a list of texts; absent gives an empty list. */
export function readTexts(members: Members, name: string): readonly string[] {
  const value = members[name];
  if (value === undefined) {
    return [];
  }
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw new KernelError('USAGE', `${name} must be a list of texts`);
  }
  return value;
}
