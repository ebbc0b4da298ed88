import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../support/cli.js';
import { PROGRAM } from '../support/program.js';

const ROOT = dirname(dirname(PROGRAM));

/** The program as a package manager would leave it: without compiled code. */
function installed() {
  const box = sandbox();
  const app = join(box.directory, 'app');
  mkdirSync(join(app, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'bin'), join(app, 'bin'), { recursive: true });
  const built = readdirSync(join(ROOT, 'dist')).filter((name) => name !== 'compile-cache');
  for (const name of ['package.json', 'node_modules', ...built.map((each) => join('dist', each))]) {
    symlinkSync(join(ROOT, name), join(app, name));
  }
  const cache = join(app, 'dist/compile-cache');
  return {
    box,
    cache,
    run: (args: string, env = {}) => box.shell(`node app/bin/akernel.js ${args}`, { env }),
    kept: () => readdirSync(cache, { recursive: true }).map(String),
  };
}

const EXPECTED = { status: 0, stderr: '', stdout: 'hi\n' };

describe('the code that V8 compiled', () => {
  it('is kept by the first command that runs the program, and taken by the next', async () => {
    const app = installed();
    expect(await app.run('--version')).toMatchObject({ status: 0, stderr: '' });
    expect(await app.run('exec -- echo hi')).toMatchObject(EXPECTED);
    const first = app.kept();
    expect(first.length).toBeGreaterThan(0);
    expect(await app.run('exec -- echo hi')).toMatchObject(EXPECTED);
    expect(app.kept()).toEqual(first);
    expect((await app.run('doctor -o text')).stdout).toMatch(/ok +compiled code: kept by (Node\.js|akernel) in /);
  });

  it('is of use to the next also where the first took so long that its heap was kept small', async () => {
    const app = installed();
    expect(await app.run('exec -- sleep 0.5')).toMatchObject({ status: 0 });
    const written = () => app.kept().map((name) => statSync(join(app.cache, name)).ino);
    const first = written();
    expect(await app.run('exec -- sleep 0.5')).toMatchObject({ status: 0 });
    expect(written()).toEqual(first);
  });

  it('under other flags of V8 is kept beside the usual', async () => {
    const app = installed();
    expect(await app.run('exec -- echo hi')).toMatchObject(EXPECTED);
    const [usual = ''] = app.kept();
    const before = readFileSync(join(app.cache, usual));
    expect(await app.run('exec -- echo hi', { NODE_OPTIONS: '--max-old-space-size=512' })).toMatchObject(EXPECTED);
    expect(app.kept()).toHaveLength(2);
    expect(readFileSync(join(app.cache, usual)).equals(before)).toBe(true);
  });

  it('is made again where it is broken', async () => {
    const app = installed();
    mkdirSync(app.cache, { mode: 0o700 });
    const file = join(app.cache, `${process.version}-${process.arch}.bin`);
    writeFileSync(file, 'torn');
    expect(await app.run('exec -- echo hi')).toMatchObject(EXPECTED);
    expect(await app.run('exec -- echo hi')).toMatchObject(EXPECTED);
  });

  it('is not taken from a folder that others can write', async () => {
    const app = installed();
    mkdirSync(app.cache, { mode: 0o777 });
    await app.box.shell('chmod 777 app/dist/compile-cache');
    expect(await app.run('exec -- echo hi')).toMatchObject(EXPECTED);
    expect(app.kept()).toEqual([]);
    expect(readdirSync(join(app.box.directory, '.cache/akernel'))).toEqual(['compile-cache']);
  });

  it('is not kept where somebody says so', async () => {
    const app = installed();
    const env = { NODE_DISABLE_COMPILE_CACHE: '1' };
    expect(await app.run('exec -- echo hi', env)).toMatchObject(EXPECTED);
    expect((await app.run('doctor -o text', env)).stdout).toMatch(/warning +compiled code: not kept/);
  });
});

describe('the help', () => {
  it('is the same as it was written down and as the program makes it', async () => {
    const { shell } = sandbox();
    const written = await shell('akernel --help | cat');
    expect(written).toEqual(await shell('akernel --no-input --help | cat'));
    expect(await shell('akernel -h | cat')).toEqual(written);
    expect(written.stdout).toMatch(/^Usage: akernel/);
    expect(await shell('akernel --help > /dev/full; echo $?')).toEqual(
      await shell('akernel -q --help > /dev/full; echo $?'),
    );
  });
});
