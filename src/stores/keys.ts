import { hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, linkSync, readFileSync, type Stats, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { KernelError } from '../contract/errors.js';
import { createPrivateFile, makePrivateDirectory, openRegularFile } from './private-files.js';
import { errorCode, toStoreError } from './store-error.js';

const KEY_BYTES = 32;
const SHARED_BITS = 0o077;

export interface Keys {
  /** Encrypts handles. */
  readonly storeKey: Uint8Array;
  /** Signs the audit chain; it follows from the store key, so that changing the secret leaves the chain verifiable. */
  readonly auditKey: Uint8Array;
  /** Signs capability tokens. */
  readonly secret: Uint8Array;
  /** Still verify capability tokens. */
  readonly previousSecrets: readonly Uint8Array[];
}

/**
 * The keys of a state directory: from the environment, else from key files (mode 0600) that the first process makes;
 * processes that start at once agree on them. A key file that others may read is refused.
 */
export async function loadKeys(source: {
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<Keys> {
  const { directory, env } = source;
  const storeKey = parseStoreKey(env['AKERNEL_STORE_KEY']) ?? keyFromFile(directory, 'store.key');
  const secret = parseSecret('AKERNEL_SECRET', env['AKERNEL_SECRET']) ?? keyFromFile(directory, 'secret.key');
  return {
    storeKey,
    auditKey: new Uint8Array(hkdfSync('sha256', storeKey, '', 'akernel audit chain', KEY_BYTES)),
    secret,
    previousSecrets: parsePreviousSecrets(env['AKERNEL_SECRET_PREVIOUS']),
  };
}

const NAMES = ['AKERNEL_STORE_KEY', 'AKERNEL_SECRET', 'AKERNEL_SECRET_PREVIOUS'];

/** The keys as a file or the environment writes them: a child can read both, and nothing of them is ever shown. */
export function writtenKeys({ storeKey, secret }: Keys, env: Readonly<Record<string, string | undefined>>): string[] {
  const given = NAMES.flatMap((name) => (env[name] ?? '').split(',')).map((value) => value.trim());
  const inFiles = [storeKey, secret].map((key) => Buffer.from(key).toString('hex'));
  return [...new Set([...inFiles, ...given])].filter((value) => value !== '');
}

function parseStoreKey(value: string | undefined): Uint8Array | undefined {
  if (value === undefined) {
    return undefined;
  }
  const text = value.trim();
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES || !/^[0-9A-Za-z+/_=-]+$/.test(text)) {
    throw new KernelError('CONFIG_INVALID', 'AKERNEL_STORE_KEY is not a key of 32 bytes in hex or base64', {
      hint: 'make one with openssl rand -hex 32, or unset it to use the key file in the state directory',
    });
  }
  return key;
}

function parseSecret(name: string, value: string | undefined): Uint8Array | undefined {
  if (value === undefined) {
    return undefined;
  }
  const secret = Buffer.from(value.trim(), 'utf8');
  if (secret.length < KEY_BYTES) {
    throw new KernelError('CONFIG_INVALID', `${name} is shorter than 32 bytes`, {
      hint: 'make one with openssl rand -hex 32, or unset it to use the key file in the state directory',
    });
  }
  return secret;
}

function parsePreviousSecrets(value: string | undefined): readonly Uint8Array[] {
  const names = (value ?? '').split(',').map((part) => part.trim());
  return names.filter((part) => part !== '').flatMap((part) => parseSecret('AKERNEL_SECRET_PREVIOUS', part) ?? []);
}

function keyFromFile(directory: string, name: string): Uint8Array {
  const path = join(directory, name);
  try {
    return readKeyFile(path) ?? createKeyFile(directory, path);
  } catch (error) {
    throw toStoreError(error, `use its key file ${name}`);
  }
}

function readKeyFile(path: string): Uint8Array | undefined {
  let file: number;
  try {
    file = openRegularFile(path, 'read a key file', true);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
  try {
    refuseShared(path, fstatSync(file));
    return parseKeyFile(path, readFileSync(file, 'utf8'));
  } finally {
    closeSync(file);
  }
}

/** Who may have read a key, or made it, can forge what it signs: that is for a person to decide. */
function refuseShared(path: string, { mode, uid }: Stats): void {
  const self = process.getuid?.();
  if (self === undefined) {
    return;
  }
  if (uid !== self && uid !== 0) {
    throw new KernelError('CONFIG_INVALID', 'a key file of the state directory belongs to another user', {
      hint: `run chown on ${path} if it is yours; otherwise move the state directory away and start anew`,
    });
  }
  if ((mode & SHARED_BITS) !== 0) {
    throw new KernelError('CONFIG_INVALID', 'a key file of the state directory can be read by other users', {
      hint: `run chmod 600 ${path}; if others may have read it, move the state directory away and start anew`,
    });
  }
}

function parseKeyFile(path: string, text: string): Uint8Array {
  if (!/^[0-9a-f]{64}\s*$/.test(text)) {
    throw new KernelError('STORE_FAILED', 'a key file of the state directory is damaged', {
      hint: `restore ${path} from a backup; without it what it protects cannot be read, and the state directory must be moved away`,
    });
  }
  return Buffer.from(text.trim(), 'hex');
}

/** Written aside and linked into place, so that no process ever sees half a key and the first one wins. */
function createKeyFile(directory: string, path: string): Uint8Array {
  makePrivateDirectory(directory);
  const key = randomBytes(KEY_BYTES);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = createPrivateFile(draft);
  try {
    writeSync(file, `${key.toString('hex')}\n`);
    linkSync(draft, path);
    return key;
  } catch (error) {
    const existing = errorCode(error) === 'EEXIST' ? readKeyFile(path) : undefined;
    if (existing === undefined) {
      throw error;
    }
    return existing;
  } finally {
    closeSync(file);
    unlinkSync(draft);
  }
}
