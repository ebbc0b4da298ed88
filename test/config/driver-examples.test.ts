import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { configJsonSchema } from '../../src/config/json-schema.js';
import { isRecord } from '../../src/config/trees.js';
import { isKernelError } from '../../src/contract/errors.js';
import { compileSchema } from '../../src/kernel/json-schema/compile.js';
import { type ConfigHome, createConfigHome } from '../support/config-home.js';
import { failureOf } from '../support/driver-call.js';

const FOLDER = 'fixtures/config-examples';
const EXAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
/** Their members are named by people. */
const OPEN = new Set([
  'env',
  'headers',
  'query',
  'json',
  'form',
  'tools',
  'databases',
  'mcp_servers',
  'properties',
  'params',
]);

let home: ConfigHome;
beforeEach(() => {
  home = createConfigHome();
});
afterEach(() => home.dispose());

function readExample(name: string): {
  readonly tree: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
} {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const tree: unknown = parseDocument(text).toJS();
  if (!isRecord(tree)) {
    throw new Error(`${name} is no config`);
  }
  const names = [...text.matchAll(/\$\{env:([^}]+)\}/g)].map(([, variable = '']) => variable);
  return { tree, env: Object.fromEntries(names.map((variable) => [variable, valueFor(variable)])) };
}

function valueFor(variable: string): string {
  if (variable.endsWith('DATABASE_URL')) {
    return 'postgres://localhost/shop';
  }
  return variable.endsWith('URL') ? 'https://example.org' : 'x';
}

/** Every member that a schema knows by name, as steps from the top. */
function knownMembers(
  value: unknown,
  steps: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => knownMembers(item, [...steps, index]));
  }
  if (!isRecord(value)) {
    return [];
  }
  const isOpen = OPEN.has(String(steps.at(-1))) || steps.includes('params') || steps.includes('json');
  return Object.entries(value).flatMap(([key, member]) => [
    ...(isOpen ? [] : [[...steps, key]]),
    ...knownMembers(member, [...steps, key]),
  ]);
}

function misspelt(value: unknown, [step, ...below]: readonly (string | number)[]): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? misspelt(item, below) : item));
  }
  const members = Object.entries(isRecord(value) ? value : {}).map(([key, member]) => {
    if (key !== step) {
      return [key, member];
    }
    return below.length === 0 ? [`${key}x`, member] : [key, misspelt(member, below)];
  });
  return Object.fromEntries(members);
}

describe.each(EXAMPLES)('%s', (name) => {
  test('fits the JSON Schema of a config', () => {
    const { tree } = readExample(name);
    const schema: Readonly<Record<string, unknown>> = { ...configJsonSchema() };
    expect(compileSchema(schema)(tree)).toEqual([]);
  });

  test('is valid, and every misspelt member is found', async () => {
    const { tree, env } = readExample(name);
    expect(
      (await home.load(env, { file: home.put('akernel.config.json', JSON.stringify(tree)) })).config,
    ).toBeDefined();
    for (const steps of knownMembers(tree)) {
      const file = home.put('wrong.json', JSON.stringify(misspelt(tree, steps), undefined, 1));
      const error = await failureOf(() => home.load(env, { file }));
      expect([steps.join('.'), isKernelError(error) && error.code]).toEqual([steps.join('.'), 'CONFIG_INVALID']);
      expect(isKernelError(error) ? error.message : '').toMatch(
        new RegExp(`wrong\\.json:\\d+: .*${String(steps.at(-1))}x`),
      );
    }
  });
});
