import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadTokenCounter } from '../../src/firewall/budget/token-counter.js';
import { createAkernelRuns } from './retention/akernel.js';
import { openCorpus } from './retention/corpus.js';
import { misses, report } from './retention/report.js';
import { type Scores, scoreAll } from './retention/score.js';

const README = fileURLToPath(new URL('../../test/bench/README.md', import.meta.url));
const BLOCK = /(<!-- retention -->\n)[\s\S]*?(<!-- \/retention -->)/;

const { values: flags } = parseArgs({
  options: {
    /** Only outputs whose name holds this. */
    only: { type: 'string', default: '' },
    /** Only this half of the questions. */
    half: { type: 'string' },
    /** Leaves out `--query`, which takes most of the time. */
    'no-query': { type: 'boolean', default: false },
    /** Prints what akernel did not answer at this budget. */
    misses: { type: 'string' },
    json: { type: 'string' },
    /** Another folder that has `fixtures/retention` in it: outputs that nobody here has seen. */
    corpus: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const corpus = openCorpus(flags.corpus);
const questions = corpus.questions.filter(
  ({ output, half }) => output.includes(flags.only) && (flags.half === undefined || flags.half === half),
);
const runs = createAkernelRuns();
const scores = await scoreAll({
  corpus: { ...corpus, questions },
  counter: await loadTokenCounter('o200k_base'),
  runs,
  asks: !flags['no-query'],
  progress: (line) => process.stderr.write(line),
}).finally(runs.dispose);

process.stdout.write(report(scores));
if (flags.misses !== undefined) {
  process.stdout.write(misses(scores, 'akernel', Number(flags.misses)));
}
if (flags.json !== undefined) {
  writeFileSync(flags.json, asJson(scores));
}
if (flags.write) {
  const [cpu] = cpus();
  const heading = `${new Date().toISOString().slice(0, 10)}, ${cpu?.model ?? arch()}, Node ${process.versions.node}.`;
  const page = readFileSync(README, 'utf8');
  writeFileSync(
    README,
    page.replace(BLOCK, (_, begin: string, end: string) => `${begin}${heading}\n\n${report(scores)}\n${end}`),
  );
}

function asJson({ judged, spendings, missing, unanswerable }: Scores): string {
  const answers = judged.map(({ question: { id, kind, position, half }, method, budget, isShown }) => ({
    id,
    kind,
    position,
    half,
    method,
    budget,
    is_shown: isShown,
  }));
  return `${JSON.stringify({ answers, spendings, missing, unanswerable })}\n`;
}
