import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { writeIntoConfig } from '../../src/config/write-into.js';
import { failureOf } from '../support/driver-call.js';

const folder = mkdtempSync(join(tmpdir(), 'akernel-write-into-'));
const file = join(folder, 'akernel.config.yaml');
beforeEach(() => {
  for (const name of readdirSync(folder)) {
    rmSync(join(folder, name));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const added = { capabilities: [{ capability_id: 'a.b', description: 'new' }] };

test('what is there stays as it was written, comments and mode included', async () => {
  writeFileSync(file, '# mine\nbudget: { max_tokens: 9 } # here\ncapabilities: []\n');
  chmodSync(file, 0o600);
  await writeIntoConfig(file, added);
  expect(readFileSync(file, 'utf8')).toBe(
    '# mine\nbudget: { max_tokens: 9 } # here\ncapabilities:\n  - capability_id: a.b\n    description: new\n',
  );
  expect(lstatSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['akernel.config.yaml']);
});

test('a symbolic link stays one', async () => {
  const target = join(folder, 'target.json');
  writeFileSync(target, '{"capabilities":[{"capability_id":"x.y"}],"budget":{}}');
  const link = join(folder, 'akernel.config.json');
  symlinkSync(target, link);
  await writeIntoConfig(link, added);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({
    capabilities: [{ capability_id: 'x.y' }, ...added.capabilities],
    budget: {},
  });
});

test.each([
  ['capabilities:\n  - capability_id: a.b\n', 'the config has a.b already'],
  ['x: &all []\ncapabilities: *all\n', 'the section capabilities of the config is not one that can be added to'],
  ['mcp_servers: { files: { command: x } }\n', 'the config has files already'],
  ['x: &all {}\nmcp_servers: *all\n', 'the section mcp_servers of the config is not one that can be added to'],
])('%j is refused, and nothing is written', async (text, message) => {
  writeFileSync(file, text);
  const error = await failureOf(() => writeIntoConfig(file, { ...added, mcp_servers: { files: { command: 'y' } } }));
  expect(error).toMatchObject({ code: 'USAGE', message });
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a server that is there already stays, and the hint says so', async () => {
  writeFileSync(file, 'mcp_servers: { files: { command: x } }\n');
  const error = await failureOf(() => writeIntoConfig(file, { mcp_servers: { files: { command: 'y' } } }));
  expect(error).toMatchObject({ hint: expect.stringContaining('remove them from mcp_servers') });
});
