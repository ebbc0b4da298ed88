import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GarbageReport } from '../support/heap-of-calls.js';

/** With generators and getters made anew for each call it was 91,000; it is 19,000, the trace that is kept among them. */
const MOST_BYTES = 45_000;

const folder = mkdtempSync(join(tmpdir(), 'akernel-garbage-'));
const bundle = join(folder, 'calls.mjs');

beforeAll(async () => {
  await build({
    entryPoints: [resolve('test/support/heap-of-calls.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: bundle,
    logLevel: 'silent',
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('leaves to a small garbage collection what a call has made, so that many calls need no full one', () => {
  const { stdout } = spawnSync(process.execPath, ['--expose-gc', bundle]);
  const { bytesOfCall }: GarbageReport = JSON.parse(stdout.toString());
  expect(bytesOfCall).toBeLessThan(MOST_BYTES);
});
