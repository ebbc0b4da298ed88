import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/index.js';
import { EXAMPLES } from '../../src/cli/examples.js';
import { type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

let shop: CliWorkshop;
beforeAll(() => {
  shop = createCliWorkshop();
});
afterAll(() => shop.dispose());

interface Help {
  readonly path: string;
  readonly text: string;
  readonly below: readonly string[];
}

/** The help of a command and of each below it. */
async function helpsOf(path: string): Promise<readonly Help[]> {
  const { stdout: text } = await shop.run([...path.split(' '), '--help']);
  const [, list = ''] = /\nCommands:\n((?: {2}.*\n)+)/.exec(text) ?? [];
  const below = [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => `${path} ${name}`);
  const helps = await Promise.all(below.map(helpsOf));
  return [{ path, text, below }, ...helps.flat()];
}

/** The lines at the end of a help. */
function examplesIn(text: string): readonly string[] {
  const [, lines = ''] = /\nExamples:\n((?: {2}.*\n)+)$/.exec(text) ?? [];
  return lines.split('\n').filter((line) => line !== '');
}

const NAMES = COMMANDS.filter(({ summary }) => summary.hidden !== true).map(({ name }) => name);

test.each(NAMES)('the help of %s, and of each command below it, ends with examples of it', async (name) => {
  for (const { path, text, below } of await helpsOf(name)) {
    const lines = examplesIn(text);
    expect([path, lines.length >= 1 && lines.length <= 3]).toEqual([path, true]);
    for (const line of lines) {
      // What reads standard input may be shown behind a pipe.
      const command = line.trim().replace(/^[^|']+ \| (?=akernel )/, '');
      expect([path, command.startsWith(`akernel ${path}`)]).toEqual([path, true]);
      const own = below.find((each) => command.startsWith(`akernel ${each} `));
      const help = own === undefined ? text : (await shop.run([...own.split(' '), '--help'])).stdout;
      const [flags = ''] = command.split(/ -- | \| | {3}/);
      for (const flag of flags.replace(/'[^']*'/g, '').match(/(?<= )--?[a-z][a-z-]*/g) ?? []) {
        expect([command, flag, new RegExp(`^  .*${flag}\\b`, 'm').test(help)]).toEqual([command, flag, true]);
      }
    }
  }
});

test('no example belongs to a command that is not there', async () => {
  const paths = (await Promise.all(NAMES.map(helpsOf))).flat().map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(40);
  expect(Object.keys(EXAMPLES).filter((path) => !paths.includes(path))).toEqual([]);
});
