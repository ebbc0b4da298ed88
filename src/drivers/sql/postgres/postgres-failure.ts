import { type ErrorCode, isKernelError, KernelError } from '../../../contract/errors.js';

interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

const UNREACHABLE: Failure = {
  code: 'DRIVER_UNAVAILABLE',
  message: 'cannot be reached',
  hint: 'check its address in the config, and whether it runs',
};
const LOST: Failure = {
  code: 'DRIVER_UNAVAILABLE',
  message: 'ended the connection',
  hint: 'try again; its log tells why',
};
const REFUSED_LOGIN: Failure = {
  code: 'DRIVER_UNAVAILABLE',
  message: 'refused the login',
  hint: 'check user, password and database in its address',
};
const BUSY: Failure = {
  code: 'DRIVER_UNAVAILABLE',
  message: 'takes no more connections or work now',
  hint: 'try again later',
};
const CONFLICT: Failure = {
  code: 'DRIVER_FAILED',
  message: 'stopped the statement for another one',
  hint: 'try again',
};
const CONSTRAINT: Failure = {
  code: 'DRIVER_FAILED',
  message: 'refused the change by a constraint',
  hint: 'check the arguments',
};
const VALUE: Failure = {
  code: 'DRIVER_FAILED',
  message: 'could not use a value',
  hint: 'an argument or a stored value does not fit its type or its place',
};
const STATEMENT: Failure = {
  code: 'DRIVER_FAILED',
  message: 'does not take the statement',
  hint: 'check it against the tables and the rights of the user',
};
const UNKNOWN: Failure = { code: 'DRIVER_FAILED', message: 'did not finish the statement', hint: 'its log tells why' };

const BY_STATE: Readonly<Record<string, Failure>> = {
  '25006': {
    code: 'DRIVER_FAILED',
    message: 'was to be changed, and the capability may only read',
    hint: 'a statement that writes needs the safety_class WRITE or DESTRUCTIVE',
  },
  '42501': { code: 'DRIVER_FAILED', message: 'does not allow that', hint: 'check the rights of the user' },
  '57014': {
    code: 'TIMEOUT',
    message: 'stopped the statement',
    hint: 'it ran longer than statement_timeout_ms, or somebody cancelled it',
  },
};

/** By the class of a SQLSTATE, its first two characters. */
const BY_CLASS: Readonly<Record<string, Failure>> = {
  '08': UNREACHABLE,
  '22': VALUE,
  '23': CONSTRAINT,
  '28': REFUSED_LOGIN,
  '3D': REFUSED_LOGIN,
  '40': CONFLICT,
  '42': STATEMENT,
  '53': BUSY,
  '55': CONFLICT,
  '57': LOST,
};

interface Circumstances {
  /** Whether the connection had been made. */
  readonly isConnected: boolean;
  readonly writtenAt?: (position: number) => number;
}

/**
 * What the server or the connection said, by its code alone: the server's sentences repeat values of rows, and the
 * system's errors addresses. A place in the statement is told as it was written.
 */
export function postgresFailure(name: string, error: unknown, circumstances: Circumstances): KernelError {
  if (isKernelError(error)) {
    return error;
  }
  const state = textMember(error, 'severity') === undefined ? undefined : textMember(error, 'code');
  if (state === undefined) {
    return connectionFailure(name, error, circumstances.isConnected);
  }
  const { code, message, hint } = BY_STATE[state] ?? BY_CLASS[state.slice(0, 2)] ?? UNKNOWN;
  const position = Number(textMember(error, 'position') ?? 0);
  const written = position > 0 ? circumstances.writtenAt?.(position - 1) : undefined;
  return new KernelError(code, `the database ${name} ${message}`, {
    hint: written === undefined ? hint : `look at character ${written + 1} of the statement; ${hint}`,
    details: { sqlstate: state, ...(written === undefined ? {} : { position: written + 1 }) },
  });
}

/** Sentences of the library that have no code. */
const REASONS: Readonly<Record<string, string>> = {
  'timeout expired': 'ETIMEDOUT',
  'The server does not support SSL connections': 'NO_TLS',
};

function connectionFailure(name: string, error: unknown, isConnected: boolean): KernelError {
  const code = textMember(error, 'code') ?? REASONS[textMember(error, 'message') ?? ''];
  const details = code !== undefined && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? { details: { reason: code } } : {};
  const { message, hint } = isConnected ? LOST : UNREACHABLE;
  return new KernelError('DRIVER_UNAVAILABLE', `the database ${name} ${message}`, { hint, ...details });
}

function textMember(error: unknown, name: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
