import { expect, test } from 'vitest';
import type { Capability } from '../../src/contract/capability.js';
import { type ErrorCode, KernelError } from '../../src/contract/errors.js';
import { mayFallThrough, planRoute } from '../../src/kernel/router.js';
import { sampleCapability } from '../support/sample-capability.js';

const first = { driver_id: 'http', operation: 'notes.read' };
const second = { driver_id: 'sql', operation: 'read_notes' };
const withFallback = (changes: Partial<Capability>) =>
  sampleCapability({ driver: first, fallbacks: [second], ...changes });

test.each<[Partial<Capability>, readonly unknown[]]>([
  [{ safety_class: 'READ' }, [first, second]],
  [{ safety_class: 'WRITE' }, [first]],
  [{ safety_class: 'WRITE', idempotent: true }, [first, second]],
  [{ safety_class: 'DESTRUCTIVE' }, [first]],
])('W24: the route of %j comes from the capability alone', (changes, route) => {
  expect(planRoute(withFallback(changes))).toEqual(route);
});

test('without fallbacks there is one driver', () => {
  expect(planRoute(sampleCapability({ driver: first }))).toEqual([first]);
});

const failure = (code: ErrorCode) => new KernelError(code, 'It failed.');

test.each<[string, Partial<Capability>, unknown, boolean]>([
  ['READ, driver failed', {}, failure('DRIVER_FAILED'), true],
  ['READ, any other error', {}, new Error('x'), true],
  ['READ, protocol', {}, failure('DRIVER_PROTOCOL'), true],
  ['READ, unavailable', {}, failure('DRIVER_UNAVAILABLE'), true],
  ['READ, timeout', {}, failure('TIMEOUT'), true],
  ['READ, cancelled', {}, failure('CANCELLED'), false],
  ['READ, bad arguments', {}, failure('USAGE'), false],
  ['READ, revoked', {}, failure('TOKEN_REVOKED'), false],
  ['READ, budget', {}, failure('BUDGET_EXHAUSTED'), false],
  ['READ, store', {}, failure('STORE_FAILED'), false],
  ['WRITE, driver failed', { safety_class: 'WRITE' }, failure('DRIVER_FAILED'), false],
  ['WRITE, timeout', { safety_class: 'WRITE' }, failure('TIMEOUT'), false],
  ['idempotent WRITE, driver failed', { safety_class: 'WRITE', idempotent: true }, failure('DRIVER_FAILED'), true],
  ['idempotent WRITE, timeout', { safety_class: 'WRITE', idempotent: true }, failure('TIMEOUT'), false],
  ['DESTRUCTIVE, error', { safety_class: 'DESTRUCTIVE' }, new Error('x'), false],
])('%s', (_name, changes, error, expected) => {
  expect(mayFallThrough(withFallback(changes), error)).toBe(expected);
});
