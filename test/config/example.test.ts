import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EXAMPLE_YAML, exampleJson } from '../../src/config/example.js';
import { configJsonSchema } from '../../src/config/json-schema.js';
import { loadConfig } from '../../src/config/load.js';

const home = mkdtempSync(join(tmpdir(), 'akernel-example-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function load(name: string, text: string) {
  const file = join(home, name);
  writeFileSync(file, text);
  return loadConfig({ env: { HOME: home }, cwd: home, file });
}

test('the example changes nothing', async () => {
  const { config: defaults } = await loadConfig({ env: { HOME: home }, cwd: home });
  expect((await load('a.yaml', EXAMPLE_YAML)).config).toEqual(defaults);
  expect((await load('a.json', exampleJson())).config).toEqual(defaults);
});

test('what is commented out in it is valid too', async () => {
  const all = EXAMPLE_YAML.replace(/^(\s*)# (?=\s*(?:[a-z_]+:|- ))/gm, '$1');
  const { config } = await load('all.yaml', all);
  expect(config.timeout_ms).toBe(30_000);
  expect(Object.keys(config.principals)).toEqual(['deploy']);
  expect(config.policy.rules).toHaveLength(1);
  expect(config.capabilities).toHaveLength(1);
});

test('the JSON Schema names every section and refuses others', () => {
  const schema: Readonly<Record<string, unknown>> = { ...configJsonSchema() };
  expect(Object.keys(Object(schema['properties']))).toEqual([
    '$schema',
    'principal',
    'principals',
    'budget',
    'limits',
    'store',
    'audit',
    'policy',
    'redaction',
    'hooks',
    'agents',
    'databases',
    'mcp_servers',
    'capabilities',
    'exec',
    'telemetry',
    'timeout',
    'trusted_folders',
  ]);
  expect(schema['additionalProperties']).toBe(false);
});
