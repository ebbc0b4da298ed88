import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { expandAll } from './expand-all.js';
import { type Benchmark, type Figure, figureTexts } from './figure.js';
import { firstFrame } from './first-frame.js';
import { handlePage } from './handle-page.js';
import { memory } from './memory.js';
import { records } from './records.js';
import { redactor } from './redactor.js';
import { startUp } from './start-up.js';
import { lineText, writeReadme } from './table.js';

const BENCHMARKS: readonly Benchmark[] = [startUp, firstFrame, records, expandAll, redactor, memory, handlePage];

const { values: flags } = parseArgs({
  options: { full: { type: 'boolean' }, write: { type: 'boolean' }, only: { type: 'string', multiple: true } },
});
const isBusy = (loadavg()[0] ?? 0) > availableParallelism();
const figures: Figure[] = [];

for (const benchmark of BENCHMARKS) {
  if (flags.only?.includes(benchmark.name) ?? true) {
    for await (const figure of measure(benchmark)) {
      figures.push(figure);
      process.stdout.write(lineText(figureTexts(figure, isBusy)));
    }
  }
}
const judged = isBusy
  ? 'The machine was busy with other work: judged by processor time where there is one.'
  : 'The machine was quiet: judged by the time on the wall.';
const day = new Date().toISOString().slice(0, 10);
const certificates =
  process.env['NODE_EXTRA_CA_CERTS'] === undefined
    ? ''
    : ' NODE_EXTRA_CA_CERTS was set, which makes every start of Node slower, the bare one too.';
const heading = `${day}, Node ${process.version}, ${flags.full === true ? 'full sizes' : 'short sizes'}. ${judged}${certificates}`;
process.stdout.write(`${heading}\n`);
if (flags.write === true) {
  writeReadme(
    figures.map((figure) => figureTexts(figure, isBusy)),
    heading,
  );
}

async function* measure({ run }: Benchmark): AsyncIterable<Figure> {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-bench-'));
  try {
    yield* run({ directory, isFull: flags.full === true });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
