import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ArgConstraints } from '../../../src/contract/grant.js';
import { createDrivers } from '../../../src/drivers/index.js';
import { createStateGuard } from '../../../src/files/state-guard.js';
import { checkArgumentLimits } from '../../../src/kernel/argument-limits.js';
import { sampleCapability } from '../../support/sample-capability.js';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'akernel-folder-')));

beforeAll(() => {
  for (const folder of ['docs/deep', 'docs2', 'private/docs']) {
    mkdirSync(join(top, folder), { recursive: true });
  }
  symlinkSync('..', join(top, 'docs', 'up'));
  symlinkSync('../private', join(top, 'docs', 'link'));
  symlinkSync('deep', join(top, 'docs', 'inner'));
  symlinkSync('docs', join(top, 'alias'));
});
afterAll(() => rmSync(top, { recursive: true }));

/** Whether a call is admitted under a limit, when its working folder is made of this. */
async function isAdmitted(cwd: string, limit: ArgConstraints, args: Record<string, string>): Promise<boolean> {
  const drivers = createDrivers({ guard: createStateGuard(''), cwd: top, stdin: undefined, env: {} });
  const options = { command: 'ls', args: ['--', '{file}'], cwd };
  const capability = sampleCapability({ driver: { driver_id: 'process', operation: 'run', options } });
  return checkArgumentLimits({ driver: async (id) => drivers[id] }, { capability, args, limits: [limit] }).then(
    () => true,
    () => false,
  );
}

test.each([
  ['docs', true],
  ['docs/deep', true],
  ['./docs//deep/', true],
  ['docs/inner', true],
  ['alias', true],
  ['docs/up', false],
  ['docs/link', false],
  ['docs/up/private', false],
  ['docs/..', false],
  ['docs/deep/../../private', false],
  ['docs2', false],
  ['private', false],
  ['docs/not-there', false],
  ['.', false],
  ['/', false],
])('a working folder %s is below docs: %s', async (folder, is) => {
  expect(await isAdmitted('{folder}', { prefix: { folder: 'docs/' } }, { folder })).toBe(is);
});

test.each([
  ['a folder in a text', 'docs/{folder}', { folder: 'deep' }, { folder: 'deep' }, true],
  ['a link out of a text', 'docs/{folder}', { folder: '' }, { folder: 'link' }, false],
  ['up and out of a text', 'docs/{folder}', { folder: 'deep' }, { folder: 'up' }, false],
  ['one of two arguments', '{folder}/{more}', { folder: 'docs' }, { folder: 'docs', more: '../private' }, false],
  ['an argument that is no folder', '{folder}', { file: 'docs/' }, { folder: 'private', file: 'docs/a' }, true],
])('%s: %s below %j is told of %j', async (_name, cwd, prefix, args, is) => {
  expect(await isAdmitted(cwd, { prefix }, args)).toBe(is);
});

test('a pinned folder may be written otherwise, and leads nowhere else', async () => {
  const limit = { pinned: { folder: 'docs' } };
  expect(await isAdmitted('{folder}', limit, { folder: './docs/' })).toBe(true);
  expect(await isAdmitted('{folder}', limit, { folder: 'docs/up' })).toBe(false);
});
