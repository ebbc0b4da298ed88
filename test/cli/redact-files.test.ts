import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlacePrints } from '../../src/cli/redact/place-prints.js';
import { type FileFinding, redactFiles } from '../../src/cli/redact/redact-files.js';
import { beginReplacement } from '../../src/cli/redact/replace-file.js';
import type { Target } from '../../src/cli/redact/target.js';
import { VERSION } from '../../src/contract/version.js';
import { type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

const MAIL = ['ada', 'example.org'].join('@');
const OTHER = ['bob', 'example.org'].join('@');
const KEY = ['AK', 'IAQ3EGTVW5XZ7YB2NM'].join('');

let shop: CliWorkshop;
beforeEach(() => {
  shop = createCliWorkshop();
});
afterEach(() => shop.dispose());

const at = (name: string): string => join(shop.directory, 'work', name);
const run = (...words: readonly string[]) => shop.run(['redact', ...words], { cwd: at('') });

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  mkdirSync(at(''), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
}

async function* only<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}

const read = (name: string): string => readFileSync(at(name), 'utf8');
const placesOf = (stderr: string): readonly string[] =>
  stderr.split('\n').flatMap((line) => /^(\S+:\d+:\d+) /.exec(line)?.slice(1) ?? []);

describe('redact of many files', () => {
  it('prints named files one after the other, and goes on behind one that is not there', async () => {
    write({ a: `${MAIL}\n`, b: 'b\n' });
    const { stdout, stderr, status } = await run('a', 'none', 'b');
    expect([stdout, status]).toEqual(['[REDACTED:email]\nb\n', 2]);
    expect(stderr).toBe(
      'akernel: the file "none" is not there\nhint: give the path of a file, or - for standard input\n',
    );
  });

  it('tells of folders where something is, sorted, but for links, .git and what is ignored', async () => {
    write({
      'z.txt': MAIL,
      'a/b/c.txt': `\n ${MAIL}`,
      '.git/config': MAIL,
      'skip/x.txt': MAIL,
      'a/x.log': MAIL,
      'bin.dat': Buffer.from(`\0${MAIL}`),
      '.akernelignore': '# these\nskip/\n*.log\n',
    });
    symlinkSync('z.txt', at('link.txt'));
    symlinkSync('..', at('a/loop'));
    const { stdout, stderr, status } = await run('--explain', '.');
    expect([stdout, status]).toEqual(['', 0]);
    expect(placesOf(stderr)).toEqual(['a/b/c.txt:2:2', 'z.txt:1:1']);
    expect(stderr).toContain('akernel: 1 binary file passed over; -v names it\n');
    expect((await run('--explain', '-v', '.')).stderr).toContain('akernel: binary, passed over: bin.dat\n');
    expect(placesOf((await run('--explain', 'skip/x.txt', 'z.txt')).stderr)).toEqual(['skip/x.txt:1:1', 'z.txt:1:1']);
  });

  it('passes over the state of akernel itself', async () => {
    write({ 'a.txt': MAIL });
    mkdirSync(join(shop.directory, 'state'), { mode: 0o700 });
    writeFileSync(join(shop.directory, 'state', 'kept.txt'), MAIL);
    const { stderr } = await shop.run(['redact', '--explain', '.']);
    expect(placesOf(stderr)).toEqual(['work/a.txt:1:1']);
  });

  it('as JSON names the file of each finding, and counts files', async () => {
    write({ 'a.txt': MAIL, 'b.txt': `${KEY}\n${MAIL}` });
    const { stderr } = await run('--explain', '--report', '-o', 'json', '.');
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ finding }) => finding?.file)).toEqual(['a.txt', 'b.txt', 'b.txt', undefined]);
    expect(lines.at(-1).report).toMatchObject({ findings: 3, files: 2, files_failed: 0, files_changed: 0 });
  });
});

describe('redact --write', () => {
  it('replaces what holds something, and touches nothing else', async () => {
    write({ 'a.txt': `x ${MAIL}\r\n`, 'sub/b.txt': 'nothing', 'c.bin': Buffer.from(`\0${MAIL}`) });
    chmodSync(at('a.txt'), 0o640);
    symlinkSync('a.txt', at('link'));
    const untouched = statSync(at('sub/b.txt'));
    const { stdout, stderr, status } = await run('--write', '.', 'link');
    expect([stdout, status]).toEqual(['', 0]);
    expect(stderr).toContain('akernel: 1 file of 4 changed, 1 finding replaced\n');
    expect([read('a.txt'), statSync(at('a.txt')).mode & 0o777]).toEqual(['x [REDACTED:email]\r\n', 0o640]);
    expect(statSync(at('sub/b.txt'))).toMatchObject({ ino: untouched.ino, mtimeMs: untouched.mtimeMs });
    expect(read('c.bin')).toContain(MAIL);
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
    expect(readdirSync(at(''))).toEqual(['a.txt', 'c.bin', 'link', 'sub']);
  });

  it('keeps of a file of another owner no setuid, and no rights of a group that it cannot have', async () => {
    write({ 'a.txt': `mail ${MAIL}\n` });
    chmodSync(at('a.txt'), 0o4664);
    const handle = await open(at('a.txt'));
    // Two users are not to be had everywhere.
    const chown = vi.spyOn(Object.getPrototypeOf(handle), 'chown').mockRejectedValue(new Error('EPERM'));
    await handle.close();
    const { status } = await run('--write', 'a.txt').finally(() => chown.mockRestore());
    expect([status, statSync(at('a.txt')).mode & 0o7777]).toEqual([0, 0o604]);
  });

  it('a long file is replaced as well', async () => {
    const long = `${'words and words\n'.repeat(200_000)}${MAIL}\n`;
    write({ 'long.txt': long });
    await run('--write', 'long.txt');
    expect(read('long.txt')).toBe(long.replace(MAIL, '[REDACTED:email]'));
  });

  it('leaves a file with other names as it is, since they would keep what is in it', async () => {
    write({ 'a.txt': MAIL });
    linkSync(at('a.txt'), at('b.txt'));
    const { status, stderr } = await run('--write', 'a.txt', 'b.txt');
    expect([status, read('a.txt')]).toEqual([2, MAIL]);
    expect(stderr).toContain('the file "a.txt" has other names (hard links)');
  });

  it('leaves a file as it is that is changed while it is read', async () => {
    const text = `${MAIL}\n`.repeat(20_000);
    write({ 'a.txt': text });
    const { status, stderr } = await shop.run(['redact', '--write', '--sarif', 'a.txt'], {
      cwd: at(''),
      onStdout: (piece) => piece.includes('ruleId') && appendFileSync(at('a.txt'), 'another\n'),
    });
    expect([status, read('a.txt').startsWith(text)]).toEqual([2, true]);
    expect(stderr).toContain('was changed while it was read, and is left as it is');
    expect(readdirSync(at(''))).toEqual(['a.txt']);
  });

  it('counts as replaced only what was: not the findings of a file that is left as it is', async () => {
    write({ 'a.txt': `${MAIL}\n`.repeat(20_000), 'b.txt': `${MAIL}\n` });
    const { status, stderr } = await shop.run(['redact', '--write', '--sarif', 'a.txt', 'b.txt'], {
      cwd: at(''),
      onStdout: (piece) => piece.includes('ruleId') && appendFileSync(at('a.txt'), 'another\n'),
    });
    expect([status, read('b.txt')]).toEqual([2, '[REDACTED:email]\n']);
    expect(stderr).toContain('akernel: 1 file of 2 changed, 1 finding replaced\n');
  });

  it('a file or folder that a link takes the place of is not followed out of the folder', async () => {
    write({ 'in/a.txt': MAIL, 'in/b.txt': MAIL, 'in/c/d.txt': MAIL, 'out/b.txt': MAIL, 'out/d.txt': MAIL });
    const { status, stderr } = await shop.run(['redact', '--write', '--sarif', 'in'], {
      cwd: at(''),
      onStdout: (piece) => {
        if (piece.includes('in/a.txt')) {
          rmSync(at('in/b.txt'));
          symlinkSync('../out/b.txt', at('in/b.txt'));
          rmSync(at('in/c'), { recursive: true });
          symlinkSync('../out', at('in/c'));
        }
      },
    });
    expect([status, read('in/a.txt'), read('out/b.txt'), read('out/d.txt')]).toEqual([
      2,
      '[REDACTED:email]',
      MAIL,
      MAIL,
    ]);
    expect(stderr.match(/was changed while it was read/g)).toHaveLength(3);
    expect(readdirSync(at('out'))).toEqual(['b.txt', 'd.txt']);
  });

  it('puts into a file what it read from it, though its name led elsewhere meanwhile', async () => {
    const text = `${MAIL}\n`.repeat(20_000);
    write({ 'a.txt': text, 'secret.txt': 'of somebody else' });
    const target: Target = {
      name: 'a.txt',
      path: at('a.txt'),
      isNamed: true,
      async *open(opened) {
        renameSync(at('a.txt'), at('aside.txt'));
        symlinkSync('secret.txt', at('a.txt'));
        yield* opened?.createReadStream({ autoClose: false }) ?? [];
        rmSync(at('a.txt'));
        renameSync(at('aside.txt'), at('a.txt'));
      },
    };
    const replacement = await beginReplacement(target);
    for await (const piece of target.open(replacement.from)) {
      await replacement.write(piece);
    }
    await replacement.commit();
    await replacement.discard();
    expect([read('a.txt') === text, readdirSync(at(''))]).toEqual([true, ['a.txt', 'secret.txt']]);
  });

  it('replaces a file whose name is as long as names can be', async () => {
    write({ ['n'.repeat(255)]: MAIL });
    expect(await run('--write', '.')).toMatchObject({ status: 0 });
    expect(read('n'.repeat(255))).toBe('[REDACTED:email]');
  });

  it('an interrupt leaves the file and nothing beside it', async () => {
    const text = `${'x'.repeat(30)} ${MAIL}\n`.repeat(100_000);
    write({ 'a.txt': text });
    const controller = new AbortController();
    const running = shop.run(['redact', '--write', 'a.txt'], { cwd: at(''), interrupt: controller.signal });
    while (readdirSync(at('')).length < 2) {
      await new Promise((next) => setImmediate(next));
    }
    controller.abort(new Error('stop'));
    expect((await running).status).not.toBe(0);
    expect([readdirSync(at('')), read('a.txt') === text]).toEqual([['a.txt'], true]);
  });
});

/** Draft 4 of JSON Schema, which differs from draft 7 here in no more than these two members. */
const { id: _id, $schema: _draft, ...SCHEMA } = schema;

function validate(report: unknown): void {
  const ajv = new Ajv({ strict: false, unicodeRegExp: false });
  addFormats.default(ajv);
  const isValid = ajv.compile(SCHEMA);
  expect([isValid(report), isValid.errors]).toEqual([true, null]);
}

describe('redact --sarif', () => {
  it('is valid against the schema of SARIF 2.1.0, with and without findings', async () => {
    write({ 'a b/ü.txt': `\n 😀 ${MAIL}`, 'key.env': `k=${KEY}`, 'b.bin': '\0' });
    const { stdout, status } = await run('--sarif', '.', 'none');
    expect(status).toBe(2);
    const report = JSON.parse(stdout);
    validate(report);
    const [{ results, tool, invocations }] = report.runs;
    expect(results[0]).toMatchObject({
      ruleId: 'email',
      level: 'warning',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a%20b/%C3%BC.txt' },
            region: { startLine: 2, startColumn: 4, byteOffset: 7 },
          },
        },
      ],
    });
    expect(tool.driver.rules[results[1].ruleIndex]).toMatchObject({ id: 'aws-access-key-id' });
    expect(results[1].level).toBe('error');
    expect(invocations[0].executionSuccessful).toBe(false);
    expect(stdout).not.toMatch(/ada|AKIA/);
    const empty = JSON.parse((await shop.run(['redact', '--sarif'], { stdin: 'nothing' })).stdout);
    validate(empty);
    expect(empty.runs[0].results).toEqual([]);
  });
});

describe('redact --baseline', () => {
  const report = async (): Promise<string> => {
    const { stdout } = await run('--sarif', '.');
    writeFileSync(join(shop.directory, 'base.sarif'), stdout);
    return join(shop.directory, 'base.sarif');
  };

  it('leaves out what is known, also when lines above it changed, and finds what is new', async () => {
    write({ 'a.txt': `mail ${MAIL}\n`, 'b.txt': KEY });
    const file = await report();
    expect(await run('--baseline', file, '--fail-on-findings', '--explain', '.')).toMatchObject({ status: 0 });
    write({ 'a.txt': `new line\nmail ${MAIL}\nmail ${OTHER}\n` });
    const { status, stderr } = await run('--baseline', file, '--fail-on-findings', '--explain', '.');
    expect([status, placesOf(stderr)]).toEqual([1, ['a.txt:3:6']]);
    expect(stderr).toContain('akernel: 2 findings of the baseline left out\n');
    const sarif = JSON.parse((await run('--baseline', file, '--sarif', '.')).stdout);
    validate(sarif);
    expect(sarif.runs[0].results.map((one: { baselineState: string }) => one.baselineState)).toEqual([
      'unchanged',
      'new',
      'unchanged',
    ]);
  });

  it.each<[string, string, string]>([
    ['no JSON', '{', 'is no SARIF report of akernel'],
    [
      'of another tool',
      '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[]}]}',
      'is no SARIF report of akernel',
    ],
    [
      'of another version of SARIF',
      '{"version":"2.2.0","runs":[]}',
      'is a SARIF report of version 2.2.0: version 2.1.0 is read',
    ],
    [
      'of a version that is none',
      `{"version":${JSON.stringify(MAIL)},"runs":[]}`,
      'is a SARIF report of an unknown version: version 2.1.0 is read',
    ],
    [
      'with prints of another version',
      '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"akernel","version":"9.1.0"}},"results":[{"partialFingerprints":{"akernelPlace/v9":"a:1"}}]}]}',
      `has prints akernelPlace/v9, made by akernel 9.1.0: akernelPlace/v1 is read, made by akernel ${VERSION}`,
    ],
    [
      'without prints',
      '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"akernel"}},"results":[{"partialFingerprints":{"x":"a:1"}}]}]}',
      `has findings without prints: akernelPlace/v1 is read, made by akernel ${VERSION}`,
    ],
  ])('%s is refused before anything is read', async (_, text, message) => {
    write({ 'a.txt': MAIL, 'base.sarif': text });
    const { status, stdout, stderr } = await run('--baseline', 'base.sarif', '--sarif', '.');
    expect([status, stdout]).toEqual([2, '']);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'USAGE',
      message: `the baseline "base.sarif" ${message}`,
      hint: 'make one anew, with this version: akernel redact --sarif . > FILE',
    });
  });

  it.each([true, false])('prints are made, and kept, where somebody reads them: %s', async (isPrinted) => {
    const found: FileFinding[] = [];
    const place = { type: 'x', detector: 'x', line: 1, column: 1, byte: 0 };
    const piece = { text: '[X]', shown: '[X]', isChanged: true, findings: 1, found: [place], starts: [0] };
    await redactFiles(only({ name: 'f', isNamed: true, open: () => only(Buffer.from(KEY)) }), {
      redaction: { detectors: [], redact: () => only({ ...piece, bytes: () => Buffer.from('[X]') }) },
      interrupt: new AbortController().signal,
      isLocated: true,
      isPrinted,
      found: async (findings) => void found.push(...findings),
    });
    expect(found.map(({ print }) => print !== '')).toEqual([isPrinted]);
  });

  it('prints are the same however the text is cut', () => {
    const text = `a [X]\n[X] b [X]\na [X]\na [X]`;
    const starts = [...text.matchAll(/\[X\]/g)].map(({ index }) => index);
    const place = { type: 'x', detector: 'x', line: 1, column: 1, byte: 0 };
    const whole = createPlacePrints('f')({ text, found: starts.map(() => place), starts });
    expect(new Set(whole).size).toBe(5);
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: text.length }), { maxLength: 6 }), (cuts) => {
        const ends = [...cuts.filter((cut) => !starts.some((start) => cut > start && cut < start + 3)), text.length];
        const printsOf = createPlacePrints('f');
        let from = 0;
        const pieces = ends
          .sort((a, b) => a - b)
          .flatMap((end) => {
            const inside = starts.filter((start) => start >= from && start < end).map((start) => start - from);
            const prints = printsOf({ text: text.slice(from, end), found: inside.map(() => place), starts: inside });
            from = end;
            return prints;
          });
        expect(pieces).toEqual(whole);
      }),
    );
  });
});

describe('a hostile .akernelignore', () => {
  const told = async () => JSON.parse((await run('--explain', '.')).stderr.split('\n')[0] ?? '').error;

  it('that is a pipe does not hang, and one without end does not fill the memory', async () => {
    write({ 'a.txt': MAIL });
    execFileSync('mkfifo', [at('.akernelignore')]);
    expect(await told()).toMatchObject({ code: 'USAGE', hint: 'it is no regular file' });
    rmSync(at('.akernelignore'));
    symlinkSync('/dev/zero', at('.akernelignore'));
    expect(await told()).toMatchObject({ code: 'USAGE', hint: 'it is no regular file' });
    rmSync(at('.akernelignore'));
    write({ '.akernelignore': '#'.repeat(1024 * 1024 + 1) });
    expect(await told()).toMatchObject({ code: 'USAGE', hint: 'it is longer than 1 MiB' });
  });

  it('whose pattern would be tried for ever is refused, with its line', async () => {
    write({ 'a.txt': MAIL, '.akernelignore': '#**/**/**/**\n**/a/**/b/**/c/**\n' });
    expect(placesOf((await run('--explain', '.')).stderr)).toEqual(['a.txt:1:1']);
    write({ '.akernelignore': 'x\n**/a/**/a/**/a/**/b\n' });
    expect(await told()).toMatchObject({ code: 'USAGE', message: 'line 2 of .akernelignore has too many **' });
  });

  it('hides nothing that lies deeper than patterns are tried', async () => {
    write({ [`${'a/'.repeat(101)}x.log`]: MAIL, 'x.log': MAIL, '.akernelignore': '**/a/**/a/**/b\n*.log\n' });
    expect(placesOf((await run('--explain', '.')).stderr)).toEqual([`${'a/'.repeat(101)}x.log:1:1`]);
  });
});

describe('redact --staged', () => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', at(''), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: shop.directory },
    });

  beforeEach(() => {
    write({ 'old.txt': `one ${MAIL}\ntwo\n`, 'skip.log': '', '.akernelignore': '*.log\n' });
    git('init', '-q');
    git('config', 'user.email', 'a@b.invalid');
    git('config', 'user.name', 'a');
    git('add', '.');
    git('commit', '-qm', 'one');
  });

  it('finds what a commit would add, as it is staged, and nothing that was there', async () => {
    write({ 'old.txt': `zero\none ${MAIL}\ntwo ${OTHER}\n`, 'ü new.txt': KEY, 'skip.log': MAIL });
    git('add', '.');
    write({ 'old.txt': `only in the folder ${OTHER}\n`, 'untracked.txt': MAIL });
    for (const cwd of [at(''), at('.git')]) {
      const { status, stdout, stderr } = await shop.run(['redact', '--staged'], { cwd: cwd === at('') ? cwd : at('') });
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr.match(/^.*:\d+:\d+ \w+/gm)).toEqual(['old.txt:3:5 email', 'ü new.txt:1:1 aws_key']);
      expect(stderr).toContain('akernel: 2 findings\n');
    }
  });

  it.each(['\r', '\u2028'])('a text that looks like the head of a submodule is looked through (%j)', async (end) => {
    write({ 'new.txt': `mail ${MAIL}\nx${end}index 0 160000${end}\n${end}new file mode 160000\n` });
    git('add', '.');
    const { status, stderr } = await run('--staged');
    expect([status, placesOf(stderr)]).toEqual([1, ['new.txt:1:6']]);
  });

  it('finds what is in the second of many hunks, and behind a line of any length', async () => {
    const lines = Array.from({ length: 100 }, (_, at) => `line ${at}`);
    write({ 'many.txt': lines.join('\n') });
    git('add', '.');
    git('commit', '-qm', 'many');
    lines[10] = 'x'.repeat(200_000);
    lines[50] = `now ${MAIL}`;
    lines[51] = `and ${OTHER}`;
    lines.push(MAIL);
    write({ 'many.txt': lines.join('\n') });
    git('add', '.');
    expect(placesOf((await run('--staged')).stderr)).toEqual(['many.txt:51:5', 'many.txt:52:5', 'many.txt:101:1']);
  });

  it('has nothing to say of what is clean, removed, or a binary file', async () => {
    rmSync(at('old.txt'));
    write({ 'clean.txt': 'all is well\n', 'x.bin': Buffer.from(`\0${MAIL}`) });
    git('add', '-A');
    const { status, stderr } = await run('--staged');
    expect([status, stderr]).toEqual([0, 'akernel: 1 binary file passed over; -v names it\n']);
  });

  it('reports as SARIF', async () => {
    write({ 'new.txt': MAIL });
    git('add', '.');
    const { status, stdout } = await run('--staged', '--sarif');
    validate(JSON.parse(stdout));
    expect([status, JSON.parse(stdout).runs[0].results.length]).toEqual([1, 1]);
  });

  it('outside of a repository says so', async () => {
    const { status, stderr } = await shop.run(['redact', '--staged'], {
      cwd: shop.directory,
      env: { GIT_CEILING_DIRECTORIES: dirname(shop.directory) },
    });
    expect(status).toBe(2);
    expect(JSON.parse(stderr).error.message).toMatch(/^git did not tell what is staged: fatal: not a git repository/);
    const none = await shop.run(['redact', '--staged'], { cwd: at(''), env: { PATH: '' } });
    expect(JSON.parse(none.stderr).error.message).toBe('git did not tell what is staged: there is no program git');
    expect(existsSync(at('.git'))).toBe(true);
  });
});

it.each([
  [['--staged', 'a'], '--staged takes its files from git'],
  [['--write'], '--write replaces files, and standard input is none'],
  [['--write', '-'], '--write replaces files, and standard input is none'],
  [['--write', '--baseline', 'x', 'a'], '--write replaces all that is found in files'],
])('redact %j is refused', async (words, message) => {
  write({ a: MAIL });
  const { status, stderr } = await run(...words);
  expect([status, JSON.parse(stderr).error.message]).toEqual([2, message]);
  expect(read('a')).toBe(MAIL);
});
