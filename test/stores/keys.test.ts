import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { loadKeys } from '../../src/stores/keys.js';
import { keepDirectories } from '../support/store-fixtures.js';

const newDirectory = keepDirectories();
const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7));

describe('key files', () => {
  test('are made once, private, and read by the next process', async () => {
    const directory = newDirectory();
    const before = process.umask(0);
    const [keys, again] = [await loadKeys({ directory, env: {} }), await loadKeys({ directory, env: {} })];
    process.umask(before);
    expect(again).toEqual(keys);
    expect(keys.storeKey).toHaveLength(32);
    expect(keys.secret).toHaveLength(32);
    expect(Buffer.from(keys.storeKey).equals(keys.secret)).toBe(false);
    expect(keys.previousSecrets).toEqual([]);
    expect(readdirSync(directory).sort()).toEqual(['secret.key', 'store.key']);
    const modes = ['.', 'secret.key', 'store.key'].map((name) => statSync(join(directory, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });

  test('that others can read are refused', async () => {
    const directory = newDirectory();
    await loadKeys({ directory, env: {} });
    chmodSync(join(directory, 'secret.key'), 0o640);
    await expect(loadKeys({ directory, env: {} })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      hint: expect.stringContaining('chmod 600'),
    });
  });

  test('that are damaged are never replaced', async () => {
    const directory = newDirectory();
    mkdirSync(directory);
    writeFileSync(join(directory, 'store.key'), 'abc\n', { mode: 0o600 });
    await expect(loadKeys({ directory, env: {} })).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(readFileSync(join(directory, 'store.key'), 'utf8')).toBe('abc\n');
  });

  test('the audit key follows from the store key alone', async () => {
    const env = { AKERNEL_STORE_KEY: bytes.toString('hex') };
    const keys = await loadKeys({ directory: newDirectory(), env });
    const others = await loadKeys({ directory: newDirectory(), env });
    expect(others.auditKey).toEqual(keys.auditKey);
    expect(Buffer.from(keys.auditKey).equals(keys.storeKey)).toBe(false);
  });
});

describe('the environment', () => {
  test.each(['hex', 'base64', 'base64url'] as const)('gives a store key in %s', async (encoding) => {
    const directory = newDirectory();
    const secret = 's'.repeat(32);
    const env = { AKERNEL_STORE_KEY: bytes.toString(encoding), AKERNEL_SECRET: secret };
    const keys = await loadKeys({ directory, env });
    expect(Buffer.from(keys.storeKey).equals(bytes)).toBe(true);
    expect(Buffer.from(keys.secret).toString()).toBe(secret);
    expect(statSync(directory, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('gives previous secrets, separated by commas', async () => {
    const previous = ['p'.repeat(32), 'q'.repeat(40)];
    const env = { AKERNEL_SECRET_PREVIOUS: ` ${previous.join(' , ')},` };
    const { previousSecrets } = await loadKeys({ directory: newDirectory(), env });
    expect(previousSecrets.map((secret) => Buffer.from(secret).toString())).toEqual(previous);
  });

  test.each([
    { AKERNEL_STORE_KEY: '' },
    { AKERNEL_STORE_KEY: 'a'.repeat(63) },
    { AKERNEL_STORE_KEY: `${'a'.repeat(42)}!?` },
    { AKERNEL_SECRET: '' },
    { AKERNEL_SECRET: 'short' },
    { AKERNEL_SECRET_PREVIOUS: 'short' },
  ])('is refused with %j, without repeating the value', async (env) => {
    const failure = loadKeys({ directory: newDirectory(), env });
    await expect(failure).rejects.toMatchObject({ code: 'CONFIG_INVALID', hint: expect.any(String) });
    await expect(failure).rejects.not.toThrow(/a{42}|: short/);
  });
});
