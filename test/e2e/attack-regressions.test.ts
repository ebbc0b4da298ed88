import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../support/cli.js';

const SECRET = `${'gh'}${'p_'}${'Q7x4'.repeat(9)}`;

describe('regressions from attacks', () => {
  it('--debug tells causes only redacted', async () => {
    const box = sandbox();
    writeFileSync(
      join(box.directory, 'thrower.mjs'),
      `export default () => { throw new Error('failed with ${SECRET}'); };\n`,
    );
    const capability = {
      capability_id: 'ev.thrower',
      name: 'thrower',
      description: 'Throws.',
      safety_class: 'READ',
      sensitivity: 'NONE',
      tags: [],
      params: { type: 'object' },
      driver: { driver_id: 'module', operation: 'run', options: { module: './thrower.mjs' } },
    };
    writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify({ capabilities: [capability] }));
    const { status, stderr, stdout } = await box.inside(['invoke', 'ev.thrower', '--debug']);
    expect(status).toBe(5);
    expect(stderr).toContain('caused by');
    expect(stderr + stdout).not.toContain(SECRET.slice(4, 12));
  });

  it.each([
    ['invoke', SECRET],
    ['invoke', 'demo.customers', '--args', `@/no/${SECRET}`],
    ['invoke', 'demo.customers', '--as', SECRET],
    ['invoke', 'demo.customers', '--mode', SECRET],
    ['expand', SECRET],
    ['revoke', SECRET],
    [SECRET],
  ])('akernel %s … does not repeat a secret that was typed', async (...args) => {
    const box = sandbox();
    const { status, stderr, stdout } = await box.inside(args);
    expect(status).toBeGreaterThan(1);
    expect(stderr + stdout).not.toContain(SECRET.slice(4, 12));
  });

  it('YAML that refers to itself without end is a mistake, told at once', async () => {
    const box = sandbox();
    writeFileSync(join(box.directory, 'akernel.config.yaml'), 'a: &a [*a,*a]\nb: &b [*a,*a]\n');
    const { status, stderr } = await box.inside(['config', 'check']);
    expect(status).toBe(2);
    expect(stderr).toContain('CONFIG_INVALID');
  });
});
