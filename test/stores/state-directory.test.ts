import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { keepPrivate } from '../../src/stores/state-directory.js';
import { keepDirectories } from '../support/store-fixtures.js';

const newDirectory = keepDirectories();
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

function directoryOf(mode: number, files: readonly string[] = ['akernel.db']): string {
  const directory = newDirectory();
  mkdirSync(directory);
  for (const name of files) {
    writeFileSync(join(directory, name), '');
  }
  chmodSync(directory, mode);
  return directory;
}

function warningsOf(directory: string): readonly string[] {
  const warnings: string[] = [];
  keepPrivate(directory, (text) => warnings.push(text));
  return warnings;
}

describe('a state directory that is there', () => {
  test.each([0o777, 0o755, 0o750, 0o701])('of mode %o is closed to others, and that is said once', (mode) => {
    const directory = directoryOf(mode);
    expect(warningsOf(directory)).toEqual([expect.stringContaining(`mode ${mode.toString(8)}`)]);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(warningsOf(directory)).toEqual([]);
  });

  test.each([0o700, 0o500])('of mode %o is left as it is', (mode) => {
    const directory = directoryOf(mode);
    expect(warningsOf(directory)).toEqual([]);
    expect(statSync(directory).mode & 0o777).toBe(mode);
    chmodSync(directory, 0o700);
  });

  test('an empty one is closed; one that is not there is left to be made', () => {
    expect(warningsOf(directoryOf(0o755, []))).toHaveLength(1);
    expect(warningsOf(newDirectory())).toEqual([]);
  });

  test.each<[string, number, readonly string[]]>([
    ['that others share, as /tmp is', 0o1777, ['store.key']],
    ["of somebody else's files", 0o755, ['index.html']],
  ])('%s is refused and stays open', (_name, mode, files) => {
    const directory = directoryOf(mode, files);
    expect(() => warningsOf(directory)).toThrow('the state directory is open to other users and holds more than state');
    expect(statSync(directory).mode & 0o1777).toBe(mode);
  });

  test('of another user is refused, private or not', () => {
    // Root can give one away; anybody else is given root's.
    const directory = isRoot ? directoryOf(0o700) : '/usr';
    if (isRoot) {
      chownSync(directory, NOBODY, NOBODY);
    }
    expect(() => warningsOf(directory)).toThrow('the state directory belongs to another user');
  });
});
