import { linkSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStateGuard } from '../../src/files/state-guard.js';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'akernel-guard-')));
const state = join(top, 'state');
const elsewhere = join(top, 'keys', 'by-link.key');
let open = -1;

beforeAll(() => {
  mkdirSync(join(state, 'segments'), { recursive: true });
  mkdirSync(join(top, 'work', 'deep'), { recursive: true });
  mkdirSync(join(top, 'keys'));
  mkdirSync(join(top, 'state-beside'));
  for (const file of [
    'state/store.key',
    'state/segments/one',
    'work/mine',
    'keys/by-link.key',
    'state-beside/store.key',
  ]) {
    writeFileSync(join(top, file), 'x');
  }
  symlinkSync(elsewhere, join(state, 'linked.key'));
  symlinkSync(state, join(top, 'work', 'folder-link'));
  symlinkSync(join(state, 'store.key'), join(top, 'work', 'file-link'));
  linkSync(join(state, 'store.key'), join(top, 'work', 'hard'));
  linkSync(join(state, 'segments', 'one'), join(top, 'work', 'deep', 'hard-segment'));
  linkSync(join(top, 'work', 'mine'), join(top, 'work', 'mine-too'));
  open = openSync(join(state, 'store.key'), 'r');
});
afterAll(() => rmSync(top, { recursive: true }));

describe('of the state directory', () => {
  const guard = createStateGuard(state);

  test.each([
    ['itself', () => state],
    ['a file in it', () => join(state, 'store.key')],
    ['a file deep in it', () => join(state, 'segments', 'one')],
    ['what is not there', () => join(state, 'no', 'such', 'file')],
    ['dots', () => `${top}/work/../state/./store.key`],
    ['a relative path', () => relative(process.cwd(), join(state, 'store.key'))],
    ['a link to a file', () => join(top, 'work', 'file-link')],
    ['a link on the way', () => join(top, 'work', 'folder-link', 'segments', 'one')],
    ['another name of a file', () => join(top, 'work', 'hard')],
    ['another name of a file deep in it', () => join(top, 'work', 'deep', 'hard-segment')],
    ['where a key file that is a link leads', () => elsewhere],
    ['the root of a process', () => join('/proc/self/root', state, 'store.key')],
    ['an open file', () => `/proc/self/fd/${open}`],
    ['the environment of a process', () => '/proc/self/environ'],
    ['the environment of a thread', () => '/proc/thread-self/environ'],
    ['the memory of a process', () => '/proc/self/mem'],
  ])('%s is refused', (_, path) => {
    expect(guard.holds(path())).toBe(true);
    expect(() => guard.refuse(path())).toThrow(
      expect.objectContaining({
        code: 'POLICY_DENIED',
        message: 'the path leads to the state and keys of akernel itself',
      }),
    );
  });

  test.each([
    ['its parent', () => top],
    ['a file beside', () => join(top, 'work', 'mine')],
    ['another name of a file beside', () => join(top, 'work', 'mine-too')],
    ['a folder whose name begins alike', () => join(top, 'state-beside', 'store.key')],
    ['what is not there', () => join(top, 'work', 'nothing')],
    ['what the system tells of itself', () => '/proc/version'],
  ])('%s is not', (_, path) => {
    expect(guard.holds(path())).toBe(false);
  });

  test('a walk meets it in any guise', () => {
    const isEntrance = guard.entrances();
    const folders = [state, join(state, 'segments'), top, join(top, 'work')];
    expect(folders.map(isEntrance)).toEqual([true, true, false, false]);
  });
});

test('several directories are guarded alike, and one that is not there is none', () => {
  const guard = createStateGuard(join(top, 'not-made-yet'), '', join(top, 'state-beside'), state);
  for (const path of ['state/store.key', 'state-beside/store.key', 'work/deep/hard-segment', 'work/file-link']) {
    expect(guard.holds(join(top, path))).toBe(true);
  }
  expect(guard.holds(join(top, 'work', 'mine'))).toBe(false);
  expect(['state', 'state-beside', 'work'].map((name) => guard.entrances()(join(top, name)))).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([[''], [join(top, 'not-made-yet')]])(
  'without a directory (%j) only memory and environment are refused',
  (directory) => {
    const guard = createStateGuard(directory);
    expect(guard.holds(join(state, 'store.key'))).toBe(false);
    expect(guard.holds('/proc/self/environ')).toBe(true);
  },
);
