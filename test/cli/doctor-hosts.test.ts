import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

let shop: CliWorkshop;
beforeEach(() => {
  shop = createCliWorkshop();
});
afterEach(() => shop.dispose());

function put(path: string, text: string, mode = 0o644): string {
  const file = join(shop.directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

async function found(name: string, cwd = shop.directory): Promise<Readonly<Record<string, unknown>>> {
  const PATH = `${join(shop.directory, 'bin')}:/usr/bin:/bin`;
  const { lines } = await shop.run(['doctor', '-o', 'ndjson'], { env: { PATH }, cwd });
  return lines.find(({ check }) => check === name) ?? {};
}

const receipt = {
  surface: 'hook',
  host: 'claude-code',
  tool: 'Bash',
  kind: 'call',
  bytes_in: 1,
  tokens_in: 1,
  bytes_out: 1,
  tokens_out: 1,
  counted: 'estimated',
  encoding: 'o200k_base',
  redactions: {},
};

test('a host that is not here, one that is, and what was looked for', async () => {
  put('.cursor/mcp.json', '{}');
  expect(await found('Cursor')).toMatchObject({ result: 'ok', detail: 'found; akernel is not installed' });
  expect(await found('Codex')).toMatchObject({
    result: 'ok',
    detail: 'not found',
    hint: expect.stringMatching(/the program codex and the folder .*\.codex/),
  });
});

test('what is installed, the version, and when it was last called', async () => {
  put('bin/claude', '#!/bin/sh\necho "2.1.300 (Claude Code)"\n', 0o755);
  await shop.run(['install', 'claude-code', '--yes'], { env: { PATH: `${join(shop.directory, 'bin')}:/bin` } });
  expect(await found('Claude Code')).toMatchObject({
    result: 'ok',
    detail: 'found, version 2.1.300; gateway and hooks installed for the user; never called',
  });
  const lines = ['2026-11-02T10:00:00Z', '2026-11-03T10:00:00Z'].map((at) => JSON.stringify({ at, ...receipt }));
  put('state/receipts/2026-11.ndjson', `${lines.join('\n')}\ntorn`);
  expect((await found('Claude Code'))['detail']).toContain('last called 2026-11-03T10:00:00Z');
  put('bin/claude', '#!/bin/sh\necho 2.1.4\n', 0o755);
  expect(await found('Claude Code')).toMatchObject({
    result: 'warning',
    detail: expect.stringContaining('its hooks are heeded from version 2.1.121 on'),
  });
});

test('what is no longer as it was installed, and how to put it right', async () => {
  const file = put('.copilot/mcp-config.json', '{}');
  await shop.run(['install', 'copilot', '--yes']);
  writeFileSync(file, '{}');
  rmSync(join(shop.directory, '.copilot/hooks/akernel.json'));
  const { result, detail, hint } = await found('Copilot CLI');
  expect([result, hint]).toEqual(['warning', 'akernel install copilot puts it right']);
  expect(detail).toContain(`gateway is no longer in ${file}; hooks is no longer in`);
  await shop.run(['install', 'copilot', '--yes']);
  expect(await found('Copilot CLI')).toMatchObject({ result: 'ok' });
});

test('whether a project is trusted, where a host says so; a version that does not come in time is none', async () => {
  put('bin/codex', '#!/bin/sh\nexec sleep 20\n', 0o755);
  const cwd = join(shop.directory, 'project');
  mkdirSync(cwd);
  mkdirSync(join(shop.directory, '.codex'));
  await shop.run(['install', 'codex', '--project', '--yes'], { cwd });
  expect((await found('Codex', cwd))['detail']).toContain('found; gateway installed in this project, not trusted yet');
  put('.codex/config.toml', `[projects.${JSON.stringify(cwd)}]\ntrust_level = "trusted"\n`);
  expect((await found('Codex', cwd))['detail']).toContain('in this project, trusted');
});
