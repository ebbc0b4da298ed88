import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/index.js';
import { DRIVER_OPTIONS } from '../../src/contract/driver-options/index.js';
import { ANY_OPERATION } from '../../src/contract/driver-options/operation.js';
import { ERRORS } from '../../src/contract/errors.js';
import { sandbox } from '../support/cli.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, body = '']) => body);
}

describe('README', () => {
  it('names every command and every error code with its exit status', () => {
    for (const { name } of COMMANDS.filter((command) => !command.name.startsWith('__'))) {
      expect(README, name).toMatch(new RegExp(`\`${name}\\b|\`${name} |, \`${name}`));
    }
    for (const [code, { exit }] of Object.entries(ERRORS)) {
      expect(README, code).toMatch(new RegExp(`^\\| ${exit} \\|.*\`${code}\``, 'm'));
    }
  });

  it('shows a demo whose every line works', async () => {
    const box = sandbox();
    const lines = (blocks('sh')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('npx akernel') || line.includes('| npx akernel'));
    expect(lines.length).toBeGreaterThan(6);
    let handle = '';
    for (const line of lines) {
      const command = line
        .replaceAll('npx akernel', 'akernel')
        .replaceAll('<handle>', handle)
        .replaceAll('demo.customers rows=100000', 'demo.customers rows=20000');
      const { status, stdout, stderr } = await box.shell(command, { cwd: ROOT });
      // What the command of `exec` says there is its own.
      const said = command.includes('akernel exec') ? '' : stderr;
      expect([command, status, said]).toEqual([command, 0, '']);
      handle = /"handle_id":"(h_[0-9a-z]{10})"/.exec(stdout)?.[1] ?? handle;
    }
    expect(handle).not.toBe('');
  }, 120_000);

  it('shows the example of each driver as it is tested, and names every driver and operation', () => {
    const folder = join(ROOT, 'fixtures/config-examples');
    for (const name of readdirSync(folder).filter((file) => /\.(yaml|mjs)$/.test(file))) {
      expect(README, name).toContain(`\n${readFileSync(join(folder, name), 'utf8')}\`\`\`\n`);
    }
    for (const [driver, operations] of Object.entries(DRIVER_OPTIONS)) {
      const named = [driver, ...Object.keys(operations).filter((operation) => operation !== ANY_OPERATION)];
      expect(named.filter((word) => !README.includes(`\`${word}\``))).toEqual([]);
    }
  });

  it('shows pictures that are there', () => {
    const pictures = [...README.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(pictures.length).toBeGreaterThan(2);
    for (const path of pictures) {
      expect(readFileSync(join(ROOT, path), 'utf8'), path).toContain('akernel');
    }
  });

  it('has a library example that runs as it stands', () => {
    const [example = ''] = blocks('js').filter((block) => block.includes('createKernel('));
    const box = sandbox();
    const built = pathToFileURL(join(ROOT, 'dist/index.js')).href;
    const file = join(box.directory, 'example.mjs');
    writeFileSync(file, example.replace("from 'akernel'", `from '${built}'`));
    const printed = execFileSync(process.execPath, [file], { encoding: 'utf8' });
    expect(printed).toContain('[REDACTED:email]');
    expect(printed).toContain('id: 991');
    expect(printed).not.toContain('customer7@');
  });

  it('has a config example that is valid and works', async () => {
    const box = sandbox();
    const [example = ''] = blocks('yaml');
    writeFileSync(join(box.directory, 'akernel.config.yaml'), example);
    writeFileSync(
      join(box.directory, 'orders.mjs'),
      'export function* listOrders({ customer }) { yield { id: 1, customer }; }\n',
    );
    const checked = await box.run(['config', 'check']);
    expect([checked.status, checked.stderr]).toEqual([0, '']);
    const { stdout } = await box.run(['invoke', 'shop.list_orders', 'customer=7', '--stream']);
    expect(stdout).toContain('"rows":[{"id":1,"customer":7}]');
    expect(stdout).toContain('"principal_id":"ann"');
    expect(stdout).toContain('"total":8000');
  });
});
