import { spawn } from 'node:child_process';
import { KernelError } from '../../contract/errors.js';
import type { CommandContext } from '../context.js';
import { loadIgnored } from './ignored.js';
import type { Target } from './target.js';

type Place = Pick<CommandContext, 'cwd' | 'env' | 'interrupt'>;

/** Added, copied, changed, renamed, or of another type: what a commit would bring. */
const BROUGHT = '--diff-filter=ACMRT';

/** The files of the next commit of git as they are staged, and which of their lines are new. */
export async function* stagedTargets(context: Place): AsyncGenerator<Target> {
  const root = (await textOf(git(context, ['rev-parse', '--show-toplevel']))).replace(/\r?\n$/, '');
  const place = { ...context, cwd: root };
  const isIgnored = await loadIgnored(root);
  const names = await textOf(git(place, ['diff', '--cached', '--name-only', '--no-ext-diff', '-z', BROUGHT]));
  for (const name of names.split('\0').filter((each) => each !== '' && !isIgnored(`${root}/${each}`, false))) {
    const lines = await newLines(place, name);
    // Of a submodule there is a commit and no text.
    if (lines !== undefined) {
      yield {
        name,
        isNamed: false,
        open: () => git(place, ['cat-file', 'blob', `:0:${name}`]),
        isNewLine: (line) => lines.some(({ from, to }) => line >= from && line < to),
      };
    }
  }
}

interface Lines {
  readonly from: number;
  readonly to: number;
}

/** As the heads of the hunks tell: `@@ -1,2 +3,4 @@`. Git takes some texts for binary, which then are new as a whole. */
async function newLines(place: Place, name: string): Promise<readonly Lines[] | undefined> {
  const flags = ['--cached', '-U0', '--no-color', '--no-ext-diff', '--no-textconv', '--submodule=short'];
  const diff = await textOf(git(place, ['diff', ...flags, BROUGHT, '--', `:(top,literal)${name}`]));
  if (/^(?:new file mode|index [0-9a-f.]+) 160000$/m.test(diff)) {
    return undefined;
  }
  if (/^Binary files /m.test(diff)) {
    return [{ from: 1, to: Number.POSITIVE_INFINITY }];
  }
  return [...diff.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].map(([, start, count = '1']) => ({
    from: Number(start),
    to: Number(start) + Number(count),
  }));
}

/** What git prints. Throws USAGE with its first words when it fails. */
async function* git({ cwd, env, interrupt }: Place, args: readonly string[]): AsyncGenerator<Uint8Array> {
  const child = spawn('git', args, { cwd, env, signal: interrupt, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | NodeJS.ErrnoException>((settle) => {
    child.once('error', settle);
    child.once('close', (code) => settle(code ?? -1));
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(0, 200);
  });
  yield* child.stdout;
  const end = await ended;
  interrupt.throwIfAborted();
  if (end !== 0) {
    throw new KernelError('USAGE', `git did not tell what is staged: ${whyOf(end, complaint)}`, {
      hint: 'run the command in a repository of git',
    });
  }
}

function whyOf(end: number | NodeJS.ErrnoException, complaint: string): string {
  const [line = ''] = complaint.split('\n');
  if (typeof end !== 'number') {
    return end.code === 'ENOENT' ? 'there is no program git' : String(end.code);
  }
  return line === '' ? `it ended with ${end}` : line;
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) {
    read.push(piece);
  }
  return Buffer.concat(read).toString();
}
