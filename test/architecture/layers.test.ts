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
    ['src/drivers', 'index.ts'],
    ['src/firewall/detectors', 'index.ts'],
  ])('%s: every part is named in %s', (folder, table) => {
    const text = readFileSync(join(folder, table), 'utf8');
    const parts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => (folder.endsWith('detectors') ? entry.name.endsWith('.ts') : entry.isDirectory()))
      .map((entry) => entry.name)
      .filter((name) => name !== table && !name.endsWith('-table.ts'));
    expect(parts.length).toBeGreaterThan(3);
    for (const name of parts) {
      expect(text, name).toContain(`./${name.replace(/\.ts$/, '.js')}`.replace(/\/$/, ''));
    }
  });
});
