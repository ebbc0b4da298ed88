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
        isNewLine: (line) => holdsLine(lines, line),
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
  const lines: Lines[] = [];
  let isSubmodule = false;
  let isBinary = false;
  await eachLine(git(place, ['diff', ...flags, BROUGHT, '--', `:(top,literal)${name}`]), (line) => {
    const [, start, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start !== undefined) {
      lines.push({ from: Number(start), to: Number(start) + Number(count) });
    }
    isSubmodule ||= /^(?:new file mode|index [0-9a-f.]+) 160000$/.test(line);
    isBinary ||= line.startsWith('Binary files ');
  });
  if (isSubmodule) {
    return undefined;
  }
  return isBinary ? [{ from: 1, to: Number.POSITIVE_INFINITY }] : lines;
}

/** As many characters of a line are looked at: heads are short, and what a file has may be of any length. */
const LINE_CHARS = 500;

/**
 * A line ends with a line feed and nothing else: whatever else a pattern takes for an end could stand in the text of a file,
 * where each line of it has a sign before it.
 */
async function eachLine(pieces: AsyncIterable<Uint8Array>, take: (line: string) => void): Promise<void> {
  let begun = '';
  for await (const piece of pieces) {
    const text = Buffer.from(piece).toString('latin1');
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      take(begun + text.slice(from, Math.min(end, from + LINE_CHARS)));
      begun = '';
      from = end + 1;
    }
    begun += text.slice(from, from + LINE_CHARS - begun.length);
  }
  if (begun !== '') {
    take(begun);
  }
}

/** Hunks come in the order of their lines. */
function holdsLine(lines: readonly Lines[], line: number): boolean {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = (lines[middle]?.to ?? 0) <= line ? [middle + 1, high] : [low, middle];
  }
  return (lines[low]?.from ?? Number.POSITIVE_INFINITY) <= line;
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
