import { KernelError } from '../../../contract/errors.js';
import { errorCode, type StoreFailure, toStoreError } from '../../store-error.js';
import type { ObjectPlace } from './object-place.js';
import type { ObjectAnswer } from './object-request.js';

/** Whether the same request may be taken a moment later. */
export interface ObjectFailure {
  readonly error: KernelError;
  readonly mayPass: boolean;
}

/** What a connection said, by its code alone: its sentences repeat addresses. */
export function lostConnection(place: ObjectPlace, error: unknown, what: string): ObjectFailure {
  const code = errorCode(error);
  const why = typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'the connection ended';
  const hint = `see whether ${hostOf(place)} can be reached: akernel doctor tries it (${why})`;
  return { error: toStoreError(new Error(why), what, { reason: 'unreachable', hint }), mayPass: true };
}

const PASSING = new Set([408, 429, 500, 502, 503, 504]);
const PASSING_CODES = new Set(['BadDigest', 'InternalError', 'RequestTimeout', 'SlowDown', 'ServiceUnavailable']);

/** What a service said, by status and code: its sentences repeat what was asked. */
export function refusedBy(place: ObjectPlace, answer: ObjectAnswer, what: string): ObjectFailure {
  const code = codeOf(answer);
  const failure = explain(place, answer, code);
  const cause = new Error(`HTTP ${answer.status} ${code}`.trim());
  const mayPass = PASSING.has(answer.status) || PASSING_CODES.has(code);
  return { error: toStoreError(cause, what, failure), mayPass };
}

function codeOf({ body }: ObjectAnswer): string {
  return /<Code>([A-Za-z0-9.]{1,80})<\/Code>/.exec(body.subarray(0, 4096).toString('latin1'))?.[1] ?? '';
}

const KEY_CODES = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'TokenRefreshRequired',
]);

function explain(place: ObjectPlace, answer: ObjectAnswer, code: string): StoreFailure {
  const { status } = answer;
  if (KEY_CODES.has(code)) {
    const hint = 'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN';
    return { reason: 'login refused', hint };
  }
  if (code === 'RequestTimeTooSkewed') {
    return { reason: 'login refused', hint: 'the clock of this machine is not that of the service; set it' };
  }
  if (isElsewhere(status, code)) {
    return { reason: 'not there', hint: elsewhere(answer) };
  }
  if (status === 401 || status === 403) {
    const hint = `the key needs rights to list the bucket ${place.bucket}, and to write, read and delete objects in it`;
    return { reason: 'not allowed', hint };
  }
  if (code === 'NoSuchBucket' || (status === 404 && code !== 'NoSuchKey')) {
    const hint = `there is no bucket ${place.bucket} at ${hostOf(place)}; make it, or mend store.segments`;
    return { reason: 'no bucket', hint };
  }
  if (status === 404) {
    return { reason: 'missing', hint: MISSING };
  }
  if (status === 416) {
    return { reason: 'damaged', hint: 'an object is shorter than it was; remove the handle with akernel handles rm' };
  }
  if (PASSING.has(status) || PASSING_CODES.has(code)) {
    return { reason: 'busy', hint: `the service of store.segments does not manage now, HTTP ${status}; try again` };
  }
  return { reason: 'failed', hint: `the service of store.segments said HTTP ${status} ${code}`.trim() };
}

const MISSING =
  'an object of it is not in the bucket of store.segments; remove the handle with akernel handles rm, or see that all machines name the same bucket and prefix';

function isElsewhere(status: number, code: string): boolean {
  return (status >= 300 && status < 400) || code === 'AuthorizationHeaderMalformed' || code === 'PermanentRedirect';
}

function elsewhere({ headers }: ObjectAnswer): string {
  const region = String(headers['x-amz-bucket-region'] ?? '');
  const named = /^[a-z0-9-]{1,63}$/.test(region) ? ` (${region})` : '';
  return `the bucket is elsewhere: set store.segments.region${named} or endpoint; redirects are not followed`;
}

/** An answer that is not what was asked for. */
export function damagedObject(what: string): KernelError {
  const hint = 'an object is not as it was written; remove the handle with akernel handles rm';
  return toStoreError(undefined, what, { reason: 'damaged', hint });
}

export function closedClient(): KernelError {
  return new KernelError('STORE_FAILED', 'the store has been closed');
}

function hostOf({ root }: ObjectPlace): string {
  return new URL(root).host;
}
