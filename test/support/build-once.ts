import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from '../../bin/is-built.mjs';

const ROOT = join(import.meta.dirname, '../..');
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
  return !isBuilt(ROOT, '.built');
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
