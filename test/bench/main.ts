import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { expandAll } from './expand-all.js';
import { type Benchmark, type Figure, type FigureTexts, figureTexts } from './figure.js';
import { file } from './file.js';
import { firstFrame } from './first-frame.js';
import { handlePage } from './handle-page.js';
import { http } from './http.js';
import { liveView } from './live-view.js';
import { mcp } from './mcp.js';
import { hasNeighbours } from './measure.js';
import { memory } from './memory.js';
import { processes } from './process.js';
import { records } from './records.js';
import { redactor } from './redactor.js';
import { startUp } from './start-up.js';
import { lineText, writeReadme } from './table.js';

const BENCHMARKS: readonly Benchmark[] = [
  startUp,
  liveView,
  firstFrame,
  records,
  file,
  processes,
  http,
  mcp,
  expandAll,
  redactor,
  memory,
  handlePage,
];

const { values: flags } = parseArgs({
  options: {
    full: { type: 'boolean' },
    write: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    figures: { type: 'string' },
  },
});

await (flags.figures === undefined ? runAll() : printFigures(flags.figures));

async function runAll(): Promise<void> {
  const rows: FigureTexts[] = [];
  let isShared = false;
  for (const { name } of BENCHMARKS.filter((benchmark) => flags.only?.includes(benchmark.name) ?? true)) {
    const isBusy = hasNeighbours();
    isShared ||= isBusy;
    for await (const figure of figuresOf(name)) {
      const row = figureTexts(figure, isBusy);
      rows.push(row);
      process.stdout.write(lineText(row));
    }
  }
  const heading = headingOf(isShared);
  process.stdout.write(`${heading}\n`);
  if (flags.write === true) {
    writeReadme(rows, heading);
  }
}

/** Each benchmark has a process of its own: code that other work has been through before runs otherwise. */
async function* figuresOf(name: string): AsyncGenerator<Figure> {
  const [, script = ''] = process.argv;
  const full = flags.full === true ? ['--full'] : [];
  const child = spawn(process.execPath, [script, '--figures', name, ...full], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    yield JSON.parse(line);
  }
  const [status] = await ended;
  if (status !== 0) {
    throw new Error(`the benchmark ${name} ended with status ${status}`);
  }
}

async function printFigures(name: string): Promise<void> {
  for (const benchmark of BENCHMARKS.filter((each) => each.name === name)) {
    for await (const figure of measure(benchmark)) {
      process.stdout.write(`${JSON.stringify(figure)}\n`);
    }
  }
}

function headingOf(isShared: boolean): string {
  return [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${flags.full === true ? 'full' : 'short'} sizes.`,
    isShared
      ? 'The machine was busy with other work: judged by processor time where there is one.'
      : 'The machine was quiet.',
    process.env['NODE_EXTRA_CA_CERTS'] === undefined ? '' : 'NODE_EXTRA_CA_CERTS slowed every start, the bare one too.',
  ]
    .join(' ')
    .trim();
}

async function* measure({ run }: Benchmark): AsyncIterable<Figure> {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-bench-'));
  try {
    yield* run({ directory, isFull: flags.full === true });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
