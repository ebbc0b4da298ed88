import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/index.js';
import { PAGES } from '../../src/cli/pages.js';
import { DRIVER_OPTIONS } from '../../src/contract/driver-options/index.js';
import { ANY_OPERATION } from '../../src/contract/driver-options/operation.js';
import { ERRORS } from '../../src/contract/errors.js';
import { sandbox } from '../support/cli.js';
import { startDemoModel } from '../support/demo-model.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
/** By folder. */
const ROOMS: ReadonlyMap<string, string> = new Map(
  [...Object.values(PAGES), 'src', 'test', 'test/bench'].map((folder) => [
    folder,
    readFileSync(join(ROOT, folder, 'README.md'), 'utf8'),
  ]),
);
const ALL = [README, ...ROOMS.values()].join('\n');
const SOURCES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(ROOT, 'src', file), 'utf8'))
  .join('\n');

function blocks(language: string, text = README): string[] {
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, body = '']) => body);
}

describe('the pages', () => {
  it('are short', () => {
    expect(Buffer.byteLength(README)).toBeLessThan(10_000);
    for (const [folder, text] of ROOMS) {
      // One has the tree in it, the other the tables of all figures.
      const isLonger = folder === 'src' || folder === 'test/bench';
      expect([folder, Buffer.byteLength(text) < (isLonger ? 14_000 : 12_000)]).toEqual([folder, true]);
    }
  });

  it('are all named by the first one, and lead to files that are there', () => {
    for (const [topic, folder] of Object.entries(PAGES)) {
      expect(README).toContain(`\`${topic}\``);
      expect(README).toContain(`(${folder}/README.md)`);
    }
    for (const [folder, text] of [['.', README] as const, ...ROOMS]) {
      for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)#\s]+)\)/g)) {
        expect([folder, link, existsSync(join(ROOT, folder, link))]).toEqual([folder, link, true]);
      }
    }
  });

  it('name every variable that is read, and no other', () => {
    const variables = (text: string): ReadonlySet<string> => new Set(text.match(/\bAKERNEL_[A-Z_]*[A-Z]\b/g));
    const ofTests = ['AKERNEL_PROOFS', 'AKERNEL_SEED', 'AKERNEL_FUZZ_RUNS', 'AKERNEL_PG_URL', 'AKERNEL_BUDGET'];
    const config = variables(ROOMS.get('src/config') ?? '');
    expect([...variables(SOURCES)].filter((name) => !config.has(name))).toEqual([]);
    const known = variables(SOURCES);
    expect([...variables(ALL)].filter((name) => !known.has(name) && !ofTests.includes(name))).toEqual([]);
  });

  it('give a command no flag that it does not have', async () => {
    const box = sandbox();
    const lines = ALL.split('\n').flatMap((line) => [...line.matchAll(/akernel ([a-z]+(?: [a-z]+)?)([^|`;]*)/g)]);
    const helps = new Map<string, string>();
    let checked = 0;
    for (const [whole, words = '', rest = ''] of lines) {
      const [name = ''] = words.split(' ');
      const flags = (rest.split(' -- ')[0] ?? '').match(/(?<= )--[a-z][a-z-]+/g) ?? [];
      if (!COMMANDS.some((command) => command.name === name) || flags.length === 0) {
        continue;
      }
      for (const word of [name, words]) {
        helps.set(word, helps.get(word) ?? (await box.inside([...word.split(' '), '--help'])).stdout);
      }
      for (const flag of flags) {
        const isKnown = [name, words].some((word) => helps.get(word)?.includes(`${flag}`) === true);
        expect([whole, flag, isKnown]).toEqual([whole, flag, true]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(20);
  });
});

describe('README', () => {
  it('names every command and every error code with its exit status', () => {
    for (const { name } of COMMANDS.filter((command) => !command.name.startsWith('__'))) {
      expect(README, name).toContain(`\`${name}\``);
    }
    for (const [code, { exit }] of Object.entries(ERRORS)) {
      expect(ALL, code).toMatch(new RegExp(`^\\| ${exit} \\|.*\`${code}\``, 'm'));
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
        .replaceAll('demo.customers rows=100000', 'demo.customers rows=20000')
        // The whole history is long, and becomes longer.
        .replace(/^git log -p/, 'git log -p -5');
      const { status, stdout, stderr } = await box.shell(command, { cwd: ROOT });
      // What the command of `exec` says there is its own, and so is what git says before the pipe.
      const said = /akernel exec|^git /.test(command) ? '' : stderr;
      expect([command, status, said]).toEqual([command, 0, '']);
      handle = /"handle_id":"(h_[0-9a-z]{10})"/.exec(stdout)?.[1] ?? handle;
    }
    expect(handle).not.toBe('');
  });

  it('has an agent that answers as it stands', async () => {
    const [, script = ''] = blocks('sh');
    expect(script).toContain('akernel demo-model');
    const free = await startDemoModel();
    await free.stop();
    const lines = script
      .replaceAll('npx akernel', 'akernel')
      .replaceAll('8484', new URL(free.origin).port)
      // Its end is not waited for.
      .replace(/ &(?= )/, ' --for 30s > model.log 2>&1 &');
    const { status, stdout, stderr } = await sandbox().shell(lines, { stdin: 'Who are you?\n' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('demo__customers gave 3 rows.');
    expect(stdout).toContain('You asked: Who are you?');
  });

  it('shows the example of each driver as it is tested, and names every driver and operation', () => {
    const folder = join(ROOT, 'fixtures/config-examples');
    for (const name of readdirSync(folder).filter((file) => /\.(yaml|mjs)$/.test(file))) {
      expect(ALL, name).toContain(`\n${readFileSync(join(folder, name), 'utf8')}\`\`\`\n`);
    }
    for (const [driver, operations] of Object.entries(DRIVER_OPTIONS)) {
      const named = [driver, ...Object.keys(operations).filter((operation) => operation !== ANY_OPERATION)];
      expect(named.filter((word) => !ALL.includes(`\`${word}\``))).toEqual([]);
    }
  });

  it('shows pictures that are there', () => {
    const terminal = ROOMS.get('src/tui') ?? '';
    const pictures = [...terminal.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => join('src/tui', path));
    expect(pictures.length).toBeGreaterThan(2);
    for (const path of pictures) {
      const picture = readFileSync(join(ROOT, path), 'utf8');
      expect(picture, path).toContain('akernel');
      // Browsers leave such blanks out and stretch what is left over the whole width.
      const texts = [...picture.matchAll(/<text [^>]*textLength[^>]*>([^<]*)</g)].map(([, text = '']) => text);
      expect(
        texts.filter((text) => text === '' || text !== text.trim() || text.includes('  ')),
        path,
      ).toEqual([]);
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
    const [example = ''] = blocks('yaml', ROOMS.get('src/config'));
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
