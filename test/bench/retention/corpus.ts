import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

// The bundle of the bench lies as deep below the repository as `test/bench` does; the test gives its own root.
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MOST_BYTES = 1 << 26;

export interface Question {
  readonly id: string;
  readonly output: string;
  readonly kind: string;
  /** Where in the output the answer stands; `derived` is a count that no line states. */
  readonly position: string;
  readonly question: string;
  readonly answer: RegExp;
  /** The command that computed a derived answer from the output. */
  readonly derived: string;
  readonly half: 'tune' | 'holdout';
}

export interface Corpus {
  readonly questions: readonly Question[];
  /** The commands whose outputs are made anew, by name. */
  readonly made: ReadonlyMap<string, string>;
  readonly recordedPath: (output: string) => string;
  /** The whole output; undefined where this machine has not the tool or not this version of it. */
  readonly read: (output: string) => string | undefined;
}

/** The questions in `fixtures/retention` and the outputs they are about. */
export function openCorpus(root: string = ROOT): Corpus {
  const folder = `${root}/fixtures/retention`;
  const questions = rowsOf(`${folder}/questions.tsv`).map(toQuestion);
  const made = new Map(rowsOf(`${folder}/made.tsv`).map(([name = '', command = '']) => [name, command]));
  const recordedPath = (output: string): string => `${folder}/outputs/${output}.txt.br`;
  return {
    questions,
    made,
    recordedPath,
    read: (output) => {
      const command = made.get(output);
      return command === undefined ? recorded(recordedPath(output)) : madeAnew(command, root);
    },
  };
}

/** Half of the questions are for tuning, half are not looked at; which is which never changes. */
export function halfOf(id: string): 'tune' | 'holdout' {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(id)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return ((hash >>> 16) ^ hash) % 2 === 0 ? 'tune' : 'holdout';
}

function rowsOf(path: string): readonly (readonly string[])[] {
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => line.split('\t'));
}

function toQuestion(cells: readonly string[]): Question {
  const [id = '', output = '', kind = '', position = '', question = '', answer = '', derived = ''] = cells;
  return { id, output, kind, position, question, answer: new RegExp(answer, 'm'), derived, half: halfOf(id) };
}

function recorded(path: string): string | undefined {
  return existsSync(path) ? brotliDecompressSync(readFileSync(path)).toString('utf8') : undefined;
}

function madeAnew(command: string, cwd: string): string | undefined {
  const { status, stdout } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', maxBuffer: MOST_BYTES });
  return status === 0 && stdout !== '' ? stdout : undefined;
}
