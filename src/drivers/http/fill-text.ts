import { fillPlaceholders, placeholdersIn } from '../../contract/driver-options/placeholders.js';
import { KernelError } from '../../contract/errors.js';

export type Arguments = Readonly<Record<string, unknown>>;

/** The argument, or undefined when it is absent or null. */
export function argumentOf(args: Arguments, name: string): unknown {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return value === null ? undefined : value;
}

/** The template with its placeholders filled; undefined when an argument is absent. */
export function fillText(template: string, args: Arguments): string | undefined {
  const names = placeholdersIn(template);
  if (names.some((name) => argumentOf(args, name) === undefined)) {
    return undefined;
  }
  return fillPlaceholders(template, (name) => toText(name, argumentOf(args, name)));
}

export function missingArgument(name: string): KernelError {
  return new KernelError('USAGE', `the argument ${name} is needed for the request`);
}

export function toText(name: string, value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  if (typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  throw new KernelError('USAGE', `the argument ${name} must be a text, a number or a boolean here`);
}

/** Percent-encodes everything that has a meaning anywhere in a URL. */
export function encodeComponent(name: string, text: string): string {
  try {
    return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  } catch {
    throw new KernelError('USAGE', `the argument ${name} is not a well-formed text`);
  }
}
