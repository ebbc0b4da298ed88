import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../../src/contract/version.js';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'bin/akernel.js');
const MAIL = ['ada', 'example.org'].join('@');

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'akernel-e2e-'));
  mkdirSync(join(home, 'bin'));
  mkdirSync(join(home, 'work'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const env = (more: Readonly<Record<string, string>> = {}) => ({
  PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
  HOME: home,
  AKERNEL_HOME: join(home, 'state'),
  ...more,
});

/** A program that passes its words on to akernel. */
function command(name: string, line: string): void {
  writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${line}\n`);
  chmodSync(join(home, 'bin', name), 0o755);
}

describe('as a hook before a commit of git', () => {
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-C', join(home, 'work'), ...args], { env: env(), encoding: 'utf8' });

  it('the entry for pre-commit stops a commit that adds something, and lets others through', () => {
    const [hook] = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8'));
    expect(hook).toMatchObject({ id: 'akernel-redact', language: 'node', pass_filenames: false });
    command('akernel', `exec ${process.execPath} ${PROGRAM} "$@"`);
    git('init', '-q');
    git('config', 'user.email', 'a@b.invalid');
    git('config', 'user.name', 'a');
    writeFileSync(join(home, 'work/.git/hooks/pre-commit'), `#!/bin/sh\nexec ${hook.entry}\n`, { mode: 0o755 });
    writeFileSync(join(home, 'work/a.txt'), 'words\n');
    git('add', '.');
    expect(git('commit', '-qm', 'one')).toMatchObject({ status: 0 });
    writeFileSync(join(home, 'work/a.txt'), `words\n${MAIL}\n`);
    git('add', '.');
    const { status, stderr } = git('commit', '-qm', 'two');
    expect([status, stderr]).toEqual([1, expect.stringContaining('a.txt:2:1 email')]);
    expect(git('log', '--oneline').stdout.trim().split('\n')).toHaveLength(1);
  });
});

describe('as an action of GitHub', () => {
  it('the script writes the report, and fails where something is new', () => {
    const { inputs, runs } = parse(readFileSync(join(ROOT, '.github/actions/redact/action.yml'), 'utf8'));
    expect(inputs.version.default).toBe(VERSION);
    const [{ run: script, env: names }] = runs.steps;
    command(
      'npx',
      `[ "$1 $2" = "--yes akernel@${VERSION}" ] || exit 9\nshift 2\nexec ${process.execPath} ${PROGRAM} "$@"`,
    );
    writeFileSync(join(home, 'work/a b.txt'), `words\n${MAIL}\n`);
    const given = (inputName: string, wanted: Readonly<Record<string, string>>): string =>
      wanted[inputName] ?? String(inputs[inputName].default);
    const act = (wanted: Readonly<Record<string, string>>) => {
      const variables = Object.entries<string>(names).map(([name, value]) => {
        const [, input = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value) ?? [];
        return [name, given(input, wanted)];
      });
      return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
        cwd: join(home, 'work'),
        env: env(Object.fromEntries(variables)),
        encoding: 'utf8',
      });
    };
    const results = (file: string) => JSON.parse(readFileSync(join(home, 'work', file), 'utf8')).runs[0].results;
    expect(act({ report: 'base.sarif' }).status).toBe(1);
    expect(results('base.sarif')).toHaveLength(1);
    expect(act({ paths: 'a b.txt\n\n', baseline: 'base.sarif' })).toMatchObject({ status: 0 });
    expect(results('akernel.sarif')[0]).toMatchObject({ baselineState: 'unchanged' });
    expect(act({ 'fail-on-findings': 'false', paths: '$(touch x); a b.txt' }).status).toBe(2);
    expect(execFileSync('ls', [join(home, 'work')], { encoding: 'utf8' })).not.toMatch(/^x$/m);
  });
});
