import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDetectorFixtures } from '../support/detector-fixtures.js';
import type { HeapReport } from '../support/heap-of-redactor.js';
import { proofSize } from '../support/proof-size.js';

/** In letters and digits of every kind, and at once in a name that could be remembered. */
const SECRET = 'Zq8QjS9rPxkwLm4v';
/** A snapshot of the heap takes long: not all of them are asked. */
const EVERY = proofSize(180, 30);
/** `¶` stands for the secret. */
const TEXTS: readonly string[] = [
  'password=¶\n',
  "curl 'https://x.io/?email=bob@acme.com' -u admin:¶\n",
  'call +1 415 555 2671 or 2026-01-01T10:00:00Z ¶ 4111 1111 1111 1111 end ¶\n',
  '{"password":"¶","id":"4111111111111111","¶":1}',
  'Authorization: Bearer ¶\r\nAuthorization: Bearer\r\n ¶\r\n',
  'note order 1234567 ssn 536-22-8726 tax id 12-3456789 password ¶',
  'id,password,note\n1,¶,a\n2,¶,b\n3,¶,c\n',
  '%70%61%73%73word%3D¶ 4%31%31%311111 cGFzc3dvcmQ9aHVudGVyMnNlY3JldDk= ¶',
  '¶=1\n¶: x\nmy_name_of_¶=3\n',
  'pass\u001b[1mword=¶\u001b[0m\n \u200b¶ \u0007 x\n',
  '\u001b]0;¶',
  '¶',
];

const folder = mkdtempSync(join(tmpdir(), 'akernel-heap-'));
const bundle = join(folder, 'heap.mjs');

beforeAll(async () => {
  await build({
    entryPoints: [resolve('test/support/heap-of-redactor.ts')],
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

function heldAfter(texts: readonly string[]): HeapReport {
  const input = JSON.stringify({ hex: Buffer.from(SECRET).toString('hex'), texts });
  const { stdout } = spawnSync(process.execPath, ['--expose-gc', bundle], { input, maxBuffer: 1 << 26 });
  return JSON.parse(stdout.toString());
}

test('nothing of a text is kept in memory when it has ended', () => {
  expect(heldAfter(TEXTS)).toEqual({ held: [], redactors: 3 * TEXTS.length });
});

test('nor of texts that many detectors know', () => {
  const known = loadDetectorFixtures().filter(({ kind, input }) => kind === 'ng' && input.length < 600);
  const byDetector = new Map(known.map(({ detector, input }) => [detector, `${input}\n¶ ${input.trim()} ¶`]));
  const texts = [...byDetector.values()].filter((_, index) => index % EVERY === 0);
  expect(heldAfter(texts).held).toEqual([]);
});
