import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser';
import { describe, expect, it, test } from 'vitest';
import { dependencyRules } from './dependency-rules.js';
import { ROOMS } from './firewall-rooms.js';

const FIREWALL = 'src/firewall';
const TABLE = 'find/detectors.ts';

interface Scan {
  readonly modules: number;
  readonly broken: readonly string[];
}

async function scan(root: string): Promise<Scan> {
  const rules: IForbiddenRuleType[] = dependencyRules(root);
  const { output } = await cruise(
    [root],
    {
      ruleSet: { forbidden: rules },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      enhancedResolveOptions: {
        extensions: ['.ts', '.tsx', '.js', '.json'],
        conditionNames: ['import', 'require', 'node', 'default'],
        exportsFields: ['exports'],
      },
    },
    { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  );
  if (typeof output === 'string') {
    throw new Error('expected a result object');
  }
  const { violations, totalCruised } = output.summary;
  return { modules: totalCruised, broken: violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`) };
}

describe('the import graph', () => {
  it('holds every rule', async () => {
    const { modules, broken } = await scan('src');
    expect(broken).toEqual([]);
    // A scan that sees nothing finds nothing wrong.
    expect(modules).toBeGreaterThan(40);
  });

  it('reports every planted violation', async () => {
    const { broken } = await scan('fixtures/architecture');
    const found = new Set(broken.map((line) => line.slice(0, line.indexOf(':'))));
    expect([...found].sort()).toEqual(
      dependencyRules('x')
        .map(({ name }) => name)
        .sort(),
    );
  });
});

describe('tables are whole', () => {
  it.each([
    ['src/drivers/index.ts', driverFolders],
    [`${FIREWALL}/${TABLE}`, detectorFiles],
  ])('%s names every part', (table, partsOf) => {
    const text = readFileSync(table, 'utf8');
    const parts = partsOf();
    expect(parts.length).toBeGreaterThan(3);
    for (const name of parts) {
      expect(text, name).toContain(`/${name}`);
    }
  });
});

test('every file of the firewall lies in a room', () => {
  const entries = readdirSync(FIREWALL, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.sort()).toEqual([...ROOMS].sort());
  expect(entries.filter((entry) => entry.name.endsWith('.ts'))).toEqual([]);
});

function driverFolders(): readonly string[] {
  const entries = readdirSync('src/drivers', { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Beside the detectors lie their tables and the parts that several of them share. */
function detectorFiles(): readonly string[] {
  const files = ROOMS.flatMap((room) => readdirSync(join(FIREWALL, room)).map((name) => `${room}/${name}`));
  const hasDetector = (name: string): boolean =>
    /^export const \w+: (?:readonly )?Detector\b/m.test(readFileSync(join(FIREWALL, name), 'utf8'));
  return files
    .filter((name) => name.endsWith('.ts') && name !== TABLE && hasDetector(name))
    .map((name) => name.replace(/\.ts$/, '.js'));
}
