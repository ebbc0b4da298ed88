import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['src', 'bin', 'package.json', 'package-lock.json'];
/** As old as the beginning of the last build that succeeded. */
const STAMP = join(ROOT, 'dist/.built');
const LOCK = join(ROOT, 'node_modules/.akernel-build');
/** A build takes half of a minute on two quiet cores. */
const LONGEST_BUILD_MS = 300_000;

/** Builds the program when its sources are newer than what was built; several test files may ask at once. */
export function buildOnce(): void {
  if (!isStale()) {
    return;
  }
  takeLock();
  try {
    if (isStale()) {
      execFileSync(process.execPath, ['bin/build.mjs', 'code'], { cwd: ROOT, stdio: 'inherit' });
    }
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function isStale(): boolean {
  const builtAt = statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return SOURCES.some((source) => newest(join(ROOT, source)) > builtAt);
}

function newest(path: string): number {
  const { mtimeMs } = statSync(path);
  const below = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  return below.reduce((latest, name) => Math.max(latest, statSync(join(path, name)).mtimeMs), mtimeMs);
}

function takeLock(): void {
  const giveUpAt = Date.now() + LONGEST_BUILD_MS;
  for (;;) {
    try {
      mkdirSync(LOCK);
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) {
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
}
