import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { dependencyRules } from './dependency-rules.js';

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
  }, 60_000);

  it('reports every planted violation', async () => {
    const { broken } = await scan('fixtures/architecture');
    const found = new Set(broken.map((line) => line.slice(0, line.indexOf(':'))));
    expect([...found].sort()).toEqual(
      dependencyRules('x')
        .map(({ name }) => name)
        .sort(),
    );
  }, 60_000);
});

describe('tables are whole', () => {
  it.each([
    ['src/drivers', driverFolders],
    ['src/firewall/detectors', detectorFiles],
  ])('%s: every part is named in its index', (folder, partsOf) => {
    const text = readFileSync(join(folder, 'index.ts'), 'utf8');
    const parts = partsOf(folder);
    expect(parts.length).toBeGreaterThan(3);
    for (const name of parts) {
      expect(text, name).toContain(`./${name}`);
    }
  });
});

function driverFolders(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Beside the detectors lie their tables and the parts that several of them share. */
function detectorFiles(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'index.ts');
  const hasDetector = (name: string): boolean =>
    /^export .*: (?:readonly )?Detector\b/m.test(readFileSync(join(folder, name), 'utf8'));
  return files.filter(hasDetector).map((name) => name.replace(/\.ts$/, '.js'));
}
