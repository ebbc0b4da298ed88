import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hideSecrets } from '../../src/cli/hide-secrets.js';
import type { LoadedConfig } from '../../src/config/config.js';
import { configJsonSchema } from '../../src/config/json-schema.js';
import { loadConfig } from '../../src/config/load.js';
import { loadConfigForHost } from '../../src/config/load-for-host.js';
import { storePlace } from '../../src/config/store-address.js';
import { keepDirectories } from '../support/store-fixtures.js';

const newDirectory = keepDirectories();
const PASSWORD = 'gr3en-h0rse-battery';
const URL = `postgres://ada:${PASSWORD}@db.example.com:5433/shared`;

async function load(yaml: string, env: NodeJS.ProcessEnv = {}, read = loadConfig): Promise<LoadedConfig> {
  const cwd = newDirectory();
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'akernel.config.yaml'), yaml);
  return read({ env: { HOME: cwd, ...env }, cwd });
}

describe('the address of a shared store', () => {
  test.each([
    ['alone', `store: ${URL}`, {}],
    ['in its section', `store: { url: "${URL}" }`, {}],
    ['by a reference', `store: "\${env:PG}"`, { PG: URL }],
    ['with a password by reference', `store: "postgres://ada:\${env:PG}@db.example.com:5433/shared"`, { PG: PASSWORD }],
    ['by a variable', 'exec: true', { AKERNEL_STORE_URL: URL }],
    ['by a variable, over a file', 'store: postgres://other/x', { AKERNEL_STORE_URL: URL }],
  ])('is taken %s, and its password hidden from then on', async (_, yaml, env) => {
    const { config, written } = await load(yaml, env);
    expect(config.store.url).toBe(URL);
    expect(storePlace(config.store)).toBe('postgres://db.example.com:5433/shared');
    expect(config.secrets).toContain(PASSWORD);
    expect(JSON.stringify(hideSecrets(written))).not.toContain(PASSWORD);
  });

  test('stands beside what else is said of a store', async () => {
    const { config } = await load(`store: { url: "${URL}", ca_file: ca.pem, ttl: 2h }`);
    expect(config.store).toMatchObject({ ttl_ms: 7_200_000, ca_file: expect.stringMatching(/^\/.*ca\.pem$/) });
    const { config: other } = await load('store: { ttl: 2h }', { AKERNEL_STORE_URL: URL });
    expect(other.store).toMatchObject({ url: URL, ttl_ms: 7_200_000 });
  });

  test.each([
    [`store: mysql://ada:${PASSWORD}@db/x`],
    [`store: "${PASSWORD}"`],
    [`store: { url: "postgres://ada:${PASSWORD}@db/x?ssl=1" }`],
  ])('that is none is a mistake which does not repeat it: %#', async (yaml) => {
    const failure = await load(yaml).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringContaining('store.url') });
    expect(JSON.stringify([failure, String(failure)])).not.toContain(PASSWORD);
  });

  test('in the config of a project does not count for what an agent host starts', async () => {
    const { config, warnings } = await load(`store: ${URL}`, {}, loadConfigForHost);
    expect(config.store.url).toBeUndefined();
    expect(warnings.join()).toContain('no agent host is given store;');
  });

  test('may be a text or a section in the schema for editors', () => {
    expect(JSON.stringify(configJsonSchema())).toContain('"store":{"anyOf":[{"type":"string"');
  });
});
