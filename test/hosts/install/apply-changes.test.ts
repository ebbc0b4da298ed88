import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyChanges, type FileChange } from '../../../src/hosts/install/apply-changes.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'akernel-apply-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function change(name: string, before: string | undefined, after: string | undefined): FileChange {
  const path = join(folder, name);
  return { path, target: path, before, after, mode: 0o640 };
}

function put(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

test('files are changed, made with their folders, and removed', async () => {
  put('a', '1');
  put('b', '1');
  const made = await applyChanges([
    change('a', '1', '2'),
    change('b', '1', undefined),
    change('x/y/c', undefined, '3'),
  ]);
  expect([read('a'), existsSync(join(folder, 'b')), read('x/y/c')]).toEqual(['2', false, '3']);
  expect(statSync(join(folder, 'x/y/c')).mode & 0o777).toBe(0o640);
  expect([...made].sort()).toEqual([join(folder, 'x'), join(folder, 'x/y')]);
  expect(readdirSync(folder).sort()).toEqual(['a', 'x']);
});

test('when the second file was changed by somebody else, the first is put back and nothing is left', async () => {
  put('a', '1');
  put('b', 'new');
  const changes = [change('x/c', undefined, '3'), change('a', '1', '2'), change('b', '1', '2')];
  await expect(applyChanges(changes)).rejects.toThrow('was changed by somebody else');
  expect([read('a'), read('b')]).toEqual(['1', 'new']);
  expect(readdirSync(folder).sort()).toEqual(['a', 'b']);
});

test('a folder that cannot be made is told with the file', async () => {
  put('file', '1');
  put('a', '1');
  const changes = [change('a', '1', '2'), change('file/b', undefined, '2')];
  await expect(applyChanges(changes)).rejects.toThrow(/cannot be written \(E/);
  expect([read('a'), readdirSync(folder).sort()]).toEqual(['1', ['a', 'file']]);
});
