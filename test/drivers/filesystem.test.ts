import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import { createFilesystemDriver } from '../../src/drivers/filesystem/index.js';
import { collect, failureOf, linesOf, makeCall, rowsOf, textOf, warningsOf } from '../support/driver-call.js';

let top = '';
let root = '';

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'akernel-files-')));
  root = join(top, 'root');
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  mkdirSync(join(root, '.git'));
  mkdirSync(join(top, 'root-beside'));
  writeFileSync(join(top, 'secret.txt'), 'outside');
  writeFileSync(join(top, 'root-beside', 'x.txt'), 'outside');
  writeFileSync(join(root, '.git', 'config'), '');
  writeFileSync(join(root, '.hidden'), '');
  writeFileSync(join(root, 'a.ts'), 'let a = 1;\n');
  writeFileSync(join(root, 'b.txt'), 'prose with ünïcode 😀 and no newline');
  writeFileSync(join(root, 'src', 'b.ts'), '');
  writeFileSync(join(root, 'src', 'c.tsx'), '');
  writeFileSync(join(root, 'src', 'deep', 'd.ts'), '');
  writeFileSync(join(root, 'rows.ndjson'), '{"a":1}\n{"a":12345678901234567890}\n');
  writeFileSync(join(root, 'rows.json'), '[{"a":1},{"a":2}]');
  writeFileSync(join(root, 'rows.csv'), 'a,b\n1,x\n2,y\n');
  writeFileSync(join(root, 'image.bin'), Buffer.from([0, 1, 2, 3, 255]));
  writeFileSync(join(root, 'empty'), '');
  symlinkSync(join(root, 'src'), join(root, 'inside-link'));
  symlinkSync(top, join(root, 'outside-link'));
  symlinkSync(join(top, 'nothing'), join(root, 'dangling-link'));
});
afterAll(() => rmSync(top, { recursive: true }));

function call(operation: string, args: Readonly<Record<string, unknown>>, options = {}): AsyncIterable<Chunk> {
  const driver = createFilesystemDriver({ cwd: root });
  return driver.executeStream(makeCall({ binding: { driver_id: 'filesystem', operation, options }, args }));
}
const read = (path: string, args: Readonly<Record<string, unknown>> = {}) => call('read_file', { path, ...args });

async function list(args: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const rows = rowsOf(await collect(call('list_files', args)));
  return rows.map((row) => (typeof row === 'object' && row !== null && 'path' in row ? row['path'] : row));
}

describe('read_file', () => {
  test('text comes whole', async () => {
    expect(textOf(await collect(read('b.txt')), 'text')).toBe('prose with ünïcode 😀 and no newline');
  });

  test('NDJSON keeps every digit', async () => {
    const chunks = await collect(read('rows.ndjson'));
    expect(linesOf(chunks)).toBe('{"a":1}\n{"a":12345678901234567890}\n');
    expect(rowsOf(chunks)).toHaveLength(2);
  });

  test.each([
    ['rows.json', [{ a: 1 }, { a: 2 }]],
    [
      'rows.csv',
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
  ])('%s becomes rows', async (path, rows) => {
    expect(rowsOf(await collect(read(path)))).toEqual(rows);
  });

  test('the format can be set', async () => {
    expect(textOf(await collect(read('rows.csv', { format: 'text' })), 'text')).toBe('a,b\n1,x\n2,y\n');
    expect(await failureOf(() => collect(read('rows.csv', { format: 'xml' })))).toMatchObject({ code: 'USAGE' });
  });

  test('a binary file is one row about it', async () => {
    expect(rowsOf(await collect(read('image.bin')))).toMatchObject([
      { path: 'image.bin', binary: true, size_bytes: 5 },
    ]);
  });

  test('an empty file gives nothing', async () => {
    expect(await collect(read('empty'))).toEqual([]);
  });

  test('a long file comes whole, with progress', async () => {
    const line = `${JSON.stringify({ id: 1, text: 'ü'.repeat(500) })}\n`;
    const path = join(root, 'long.ndjson');
    writeFileSync(path, line.repeat(36_000));
    const chunks = await collect(read('long.ndjson'));
    expect(rowsOf(chunks)).toHaveLength(36_000);
    expect(linesOf(chunks)).toBe(line.repeat(36_000));
    const total = Buffer.byteLength(line) * 36_000;
    const progress = chunks.flatMap((chunk) => (chunk.type === 'progress' ? [chunk] : []));
    expect(progress.length).toBeGreaterThan(30);
    expect(progress.every((step) => step.total === total && step.done <= total)).toBe(true);
    unlinkSync(path);
  });

  test.each([
    ['by its absolute path', () => join(root, 'a.ts')],
    ['through a link that stays inside', () => 'inside-link/../a.ts'],
    ['with dots', () => './src/../a.ts'],
  ])('a file inside is read %s', async (_, path) => {
    expect(textOf(await collect(read(path())), 'text')).toBe('let a = 1;\n');
  });

  test.each([
    ['..', '../secret.txt'],
    ['an absolute path', '/etc/passwd'],
    ['an absolute path that begins like the root', '../root-beside/x.txt'],
    ['a link', 'outside-link/secret.txt'],
    ['a link to what is not there', 'outside-link/nothing/at/all'],
    ['a link that dangles', 'dangling-link'],
    ['.. to what is not there', '../nothing'],
  ])('nothing outside is read by %s, and all get the same answer', async (_, path) => {
    expect(await failureOf(() => collect(read(path)))).toMatchObject({
      code: 'POLICY_DENIED',
      message: 'the path leads outside the root folder',
    });
  });

  test.each([
    ['missing.txt', 'there is no file or folder "missing.txt"'],
    ['a.ts/below', 'there is no file or folder "a.ts/below"'],
    ['src', '"src" is a folder, not a file'],
    ['a\0b', 'the path contains a NUL character'],
    ['no\u001b[31m', 'there is no file or folder "no?[31m"'],
  ])('%j is refused in one sentence', async (path, message) => {
    expect(await failureOf(() => collect(read(path)))).toMatchObject({ code: 'USAGE', message });
  });

  test('pipes, sockets and devices are refused without waiting for them', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const server = createServer().listen(join(root, 'socket'));
    for (const path of ['pipe', 'socket']) {
      expect(await failureOf(() => collect(read(path)))).toMatchObject({ code: 'USAGE' });
    }
    server.close();
    unlinkSync(join(root, 'pipe'));
    const device = call('read_file', { path: 'zero' }, { root: '/dev' });
    expect(await failureOf(() => collect(device))).toMatchObject({ message: '"zero" is not a regular file' });
  });
});

describe('a file that changes while it is read', () => {
  const size = 1_000_000;
  const change = async (name: string, after: (path: string) => void): Promise<Chunk[]> => {
    const path = join(root, name);
    writeFileSync(path, 'x'.repeat(size));
    const chunks: Chunk[] = [];
    for await (const chunk of read(name)) {
      if (chunks.length === 0) {
        after(path);
      }
      chunks.push(chunk);
    }
    rmSync(path, { force: true });
    return chunks;
  };
  const changed = ['the file changed while it was read: 1'];

  test('growing: it is read up to its first size', async () => {
    const chunks = await change('growing.txt', (path) => appendFileSync(path, 'more'));
    expect(textOf(chunks, 'text')).toHaveLength(size);
    expect(warningsOf(chunks)).toEqual(changed);
  });

  test('shrinking: what is left is read', async () => {
    const chunks = await change('shrinking.txt', (path) => truncateSync(path, 10));
    expect(textOf(chunks, 'text').length).toBeLessThan(size);
    expect(warningsOf(chunks)).toEqual(changed);
  });

  test('deleted: it is read to its end', async () => {
    const chunks = await change('deleted.txt', (path) => unlinkSync(path));
    expect(textOf(chunks, 'text')).toHaveLength(size);
    expect(warningsOf(chunks)).toEqual([]);
  });
});

describe('list_files', () => {
  test('the entries of a directory, links not followed, .git passed over', async () => {
    const chunks = await collect(call('list_files', {}));
    const rows = rowsOf(chunks);
    expect(rows).toContainEqual({
      path: 'a.ts',
      type: 'file',
      size_bytes: 11,
      modified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(rows).toContainEqual(expect.objectContaining({ path: 'outside-link', type: 'symlink' }));
    expect(rows).toContainEqual(expect.objectContaining({ path: 'src', type: 'directory' }));
    expect(await list({})).toContain('.hidden');
    expect(await list({})).not.toContain('.git');
    expect(await list({})).toEqual([...(await list({}))].sort());
  });

  test.each([
    ['**/*.ts', ['a.ts', 'src/b.ts', 'src/deep/d.ts']],
    ['**/*.{ts,tsx}', ['a.ts', 'src/b.ts', 'src/c.tsx', 'src/deep/d.ts']],
    ['src/*', ['src/b.ts', 'src/c.tsx', 'src/deep']],
    ['src/**/d.ts', ['src/deep/d.ts']],
    ['?.ts', ['a.ts']],
    ['[a-b].*', ['a.ts', 'b.txt']],
    ['[!a].txt', ['b.txt']],
    ['.git/*', ['.git/config']],
    ['nothing/**', []],
  ])('%s', async (glob, paths) => {
    expect(await list({ glob })).toEqual(paths);
  });

  test('below a path: the glob starts there, the paths at the root', async () => {
    expect(await list({ path: 'src', glob: '**' })).toEqual(['src/b.ts', 'src/c.tsx', 'src/deep', 'src/deep/d.ts']);
    expect(await list({ path: 'inside-link', glob: '*.ts' })).toEqual(['src/b.ts']);
    expect(await list({ path: 'a.ts' })).toEqual(['a.ts']);
  });

  test.each([
    [{ path: '..' }, 'POLICY_DENIED'],
    [{ path: 'outside-link' }, 'POLICY_DENIED'],
    [{ path: 'missing' }, 'USAGE'],
    [{ glob: '../*' }, 'USAGE'],
    [{ glob: '/etc/*' }, 'USAGE'],
    [{ glob: 7 }, 'USAGE'],
  ])('%j is refused', async (args, code) => {
    expect(await failureOf(() => list(args))).toMatchObject({ code });
  });

  test('a root that is not there is a mistake in the configuration', async () => {
    const calling = collect(call('list_files', {}, { root: 'missing' }));
    expect(await failureOf(() => calling)).toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
