import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { framesOf, sandbox } from '../support/cli.js';

const ROOT = join(import.meta.dirname, '../..');
/** By the first word of a command. */
const WORDS = ['', '--help', 'expand', 'invoke'];
const OPEN = `console.log(require('./bin/start-image.js').openImage('dist/start', process.argv[1]) !== undefined)`;
/** V8 takes no compiled code under other flags than those it was compiled with. */
const OTHER_FLAGS = '--max-lazy';

function node(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

describe('the start image', () => {
  it('is taken by the V8 that made it, and by no other', () => {
    // Each in a process of its own: V8 asks for no compiled code of what it has compiled before.
    for (const word of WORDS) {
      expect(node('-e', OPEN, '--', ...(word === '' ? [] : [word]))).toBe('true');
      expect(node(OTHER_FLAGS, '-e', OPEN, '--', word)).toBe('false');
    }
  });

  it('is not missed where it cannot be used', () => {
    expect(node(OTHER_FLAGS, 'bin/akernel.js', '--version')).toBe(node('bin/akernel.js', '--version'));
  });

  it('imports the modules of people: ES modules that wait, and CommonJS', async () => {
    const box = sandbox();
    writeFileSync(
      join(box.directory, 'own.mjs'),
      'const rows = await Promise.resolve([{ a: 1 }]);\nexport default () => rows;\n',
    );
    writeFileSync(join(box.directory, 'own.cjs'), 'module.exports = () => [{ a: 2 }];\n');
    const capabilities = ['mjs', 'cjs'].map((kind) => ({
      capability_id: `own.${kind}`,
      safety_class: 'READ',
      sensitivity: 'NONE',
      driver: { driver_id: 'module', operation: 'run', options: { module: `./own.${kind}` } },
    }));
    writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify({ capabilities }));
    for (const [kind, value] of [
      ['mjs', 1],
      ['cjs', 2],
    ] as const) {
      const { status, stdout, stderr } = await box.run(['invoke', `own.${kind}`, '--stream']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(framesOf(stdout).flatMap((frame) => frame['rows'] ?? [])).toEqual([{ a: value }]);
    }
  });
});
