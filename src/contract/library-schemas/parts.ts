import * as z from 'zod';
import { type Content, firstWrong } from './first-wrong.js';

/** A schema for each member of a type, and for nothing else. */
export type SchemasOf<Type> = { readonly [Member in keyof Type]-?: z.ZodType };

/** What setTimeout can count. */
const LONGEST_MS = 2 ** 31 - 1;

export const text = z.string();
export const name = z.string().min(1);
export const texts = z.array(z.string());
/** Whole numbers from 0 on. */
export const amount = z.int().min(0);
export const count = z.int().min(1);
/** 0 never comes to mean "for ever". */
export const milliseconds = z.number().min(1).max(LONGEST_MS);
export const flag = z.boolean();
export const aFunction = kind((value) => typeof value === 'function', 'expected a function');
export const members = kind(isMembers, 'expected an object');
/** Of anybody's values, which are handed on as they are. */
export const readableMembers = membersOf('anything', 'cannot be read');
/** They will be written as JSON. */
export const jsonMembers = membersOf('json', 'expected what JSON can hold');
/** A row, or any other value of JSON. */
export const jsonValue = z.unknown().superRefine((value, context) => {
  const path = value === undefined ? [] : firstWrong(value, 'json');
  if (path !== undefined) {
    context.addIssue({ code: 'custom', path: [...path], message: 'expected what JSON can hold' });
  }
});
export const textMembers = z.record(z.string(), z.string());
export const signal = kind(isSignal, 'expected an AbortSignal');

/** An object of somebody's own making, known by its functions. */
export function having(functions: readonly string[], what: string): z.ZodType {
  return kind(
    (value) => isObject(value) && functions.every((each) => typeof Reflect.get(value, each) === 'function'),
    `expected ${what}`,
  );
}

/** Whole numbers from there on, and Infinity, which is none. */
export function limitFrom(least: number): z.ZodType {
  return kind(
    (value) => value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= least),
    `expected a whole number of ${least === 0 ? '0 or more' : `at least ${least}`}`,
  );
}

/** What is only looked at, never copied. */
export function kind(isIt: (value: unknown) => boolean, message: string): z.ZodType {
  return z.custom(isIt, { error: () => message });
}

function membersOf(content: Content, message: string): z.ZodType {
  return members.superRefine((value, context) => {
    const path = isMembers(value) ? firstWrong(value, content) : undefined;
    if (path !== undefined) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });
}

function isMembers(value: unknown): boolean {
  return isObject(value) && !Array.isArray(value) && typeof value !== 'function';
}

function isSignal(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof Reflect.get(value, 'aborted') === 'boolean' &&
    typeof Reflect.get(value, 'addEventListener') === 'function'
  );
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
