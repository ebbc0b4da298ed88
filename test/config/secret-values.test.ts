import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import { secretsIn } from '../../src/config/secret-values.js';

const KEY = ['walnut', 'harbour', '42'].join('-');
const folder = mkdtempSync(join(tmpdir(), 'akernel-secret-values-'));
afterAll(() => rmSync(folder, { recursive: true }));

function of(reference: string): string {
  return `\${${reference}}`;
}

test.each([
  ['API_KEY', KEY, [KEY]],
  ['DB_PASSWORD', 'correcthorse', ['correcthorse']],
  ['key.txt', `  ${KEY}\n`, [KEY]],
  ['ID', '6f1c1a52-8d0c-4f5e-9b0a-0d5a8b6f2c11', ['6f1c1a52-8d0c-4f5e-9b0a-0d5a8b6f2c11']],
  ['DB_URL', `postgres://shop:${KEY}@db.example.org:5432/shop`, [KEY]],
  ['DB_URL', 'postgres://shop:a%2Fb%40c%3Ad123@db/shop', ['a%2Fb%40c%3Ad123', 'a/b@c:d123']],
  ['DB_URL', 'postgres://shop:%zz%abcd%zz@db/shop', ['%zz%abcd%zz']],
  ['DB_URL', 'postgres://shop@db/shop', []],
  ['API_URL', 'https://api.example.org/v1', []],
  ['API_KEY', 'short', []],
  ['API_KEY', 'aaaaaaaabbb', []],
  ['PIN', '1234567890', []],
  ['SINCE', '2026-11-22 12:00:00', []],
  ['ROOT', '/var/lib/things', []],
  ['ROOT', './things/here', []],
  ['ROOT', 'C:\\things\\here', []],
  ['SITE', 'db.internal.example', []],
  ['WHERE', 'eu-central-1', []],
  ['WHAT', 'Production', []],
  ['DB_USER', 'alexander', []],
  ['USER', 'alexander', []],
  ['SUPERUSER_KEY', 'alexander', ['alexander']],
])('%s=%s', (name, value, secrets) => {
  expect(secretsIn(name, value)).toEqual(secrets);
});

test('a config knows what its references lead to, from all its places, and writes it nowhere', async () => {
  writeFileSync(join(folder, 'key.txt'), `${KEY}!\n`);
  writeFileSync(
    join(folder, 'akernel.config.yaml'),
    [
      `databases: { shop: { url: "${of('env:SHOP_URL')}" } }`,
      `mcp_servers: { docs: { command: node, env: { A: "${of('env:DOCS_KEY')}", B: "x ${of('file:key.txt')}", C: "$${of('env:DOCS_KEY')}" } } }`,
    ].join('\n'),
  );
  const env = { HOME: folder, SHOP_URL: 'postgres://u:p4ssword-of-shop@localhost/shop', DOCS_KEY: KEY };
  const { config, written } = await loadConfig({ env, cwd: folder });
  expect(config.secrets).toEqual(['p4ssword-of-shop', KEY, `${KEY}!`]);
  expect(JSON.stringify(written)).not.toContain(KEY);
  const without = await loadConfig({ env: { HOME: folder }, cwd: tmpdir() });
  expect(without.config).not.toHaveProperty('secrets');
});
