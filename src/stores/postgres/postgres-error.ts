import { isKernelError, type KernelError } from '../../contract/errors.js';
import { type StoreFailure, toStoreError } from '../store-error.js';

/** What the server or the connection said, by its code alone: the server's sentences repeat values, and the system's errors addresses. */
export function toPostgresError(error: unknown, what: string, isConnected = true): KernelError {
  if (isKernelError(error)) {
    return error;
  }
  const state = sqlStateOf(error);
  if (state !== undefined) {
    return toStoreError(new Error(`SQLSTATE ${state}`), what, BY_STATE[state] ?? byClass(state));
  }
  const code = systemCodeOf(error);
  const cause = new Error(code ?? 'the connection ended');
  if (isConnected) {
    return toStoreError(cause, what, isOfConnection(error) ? LOST : UNKNOWN);
  }
  return toStoreError(cause, what, unreachable(code));
}

/** Undefined for what did not come from the server. */
export function sqlStateOf(error: unknown): string | undefined {
  return textMember(error, 'severity') === undefined ? undefined : textMember(error, 'code');
}

/** The connection is gone; whatever was begun on it was undone, unless it was just being made to last. */
export function isLost(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === undefined ? isOfConnection(error) : state.startsWith('57P') || state.startsWith('08');
}

/** The server itself has said that it ends the connection: nothing of the statement was kept. */
export function isEnded(error: unknown): boolean {
  return sqlStateOf(error)?.startsWith('57P') === true;
}

/** Stopped in favour of another one. */
export function isConflict(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '40001' || state === '40P01';
}

const LOST: StoreFailure = {
  reason: 'connection lost',
  hint: 'see whether the server of the store runs: akernel store status',
};
const DISK_FULL: StoreFailure = {
  reason: 'disk full',
  hint: 'free space where the server of the store keeps its data',
};
const BUSY: StoreFailure = {
  reason: 'busy',
  hint: 'the server of the store takes no more connections, or another one has kept it locked for 10 seconds; try again',
};
const LOGIN: StoreFailure = {
  reason: 'login refused',
  hint: 'check user, password and database in store.url, or AKERNEL_STORE_URL',
};
const NO_RIGHTS: StoreFailure = {
  reason: 'not allowed',
  hint: 'run akernel store migrate as a user who may make tables, and give this one rights on the schema akernel',
};
const READ_ONLY: StoreFailure = {
  reason: 'not writable',
  hint: 'store.url leads to a server that only reads; name the one that writes',
};
const REMOVED: StoreFailure = { reason: 'removed meanwhile', hint: 'what it belongs to was removed by somebody else' };
const DAMAGED: StoreFailure = {
  reason: 'damaged',
  hint: 'the tables in the schema akernel are not those of a store; restore them from a backup, or use another database',
};

const BY_STATE: Readonly<Record<string, StoreFailure>> = {
  '23503': REMOVED,
  '25006': READ_ONLY,
  '3D000': LOGIN,
  '3F000': NO_RIGHTS,
  '42501': NO_RIGHTS,
  '53100': DISK_FULL,
  '55P03': BUSY,
  '57014': BUSY,
  '57P03': BUSY,
};

/** By the class of a SQLSTATE, its first two characters. */
const BY_CLASS: Readonly<Record<string, StoreFailure>> = {
  '08': LOST,
  '28': LOGIN,
  '42': DAMAGED,
  '53': BUSY,
  '57': LOST,
};

function byClass(state: string): StoreFailure {
  return (
    BY_CLASS[state.slice(0, 2)] ?? { reason: 'failed', hint: `the log of the server tells why, SQLSTATE ${state}` }
  );
}

function unreachable(code: string | undefined): StoreFailure {
  const why = code === undefined ? '' : ` (${code})`;
  return { reason: 'unreachable', hint: `check store.url or AKERNEL_STORE_URL, and whether the server runs${why}` };
}

const UNKNOWN: StoreFailure = { reason: 'failed', hint: 'see what akernel store status says' };

function isOfConnection(error: unknown): boolean {
  const message = textMember(error, 'message') ?? '';
  return !isKernelError(error) && (systemCodeOf(error) !== undefined || ENDED.test(message));
}

/** Sentences of the library that have no code. */
const ENDED =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;

const REASONS: Readonly<Record<string, string>> = {
  'timeout expired': 'ETIMEDOUT',
  'The server does not support SSL connections': 'NO_TLS',
};

function systemCodeOf(error: unknown): string | undefined {
  const code = textMember(error, 'code') ?? REASONS[textMember(error, 'message') ?? ''];
  return code !== undefined && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}

function textMember(error: unknown, name: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
