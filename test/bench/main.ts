import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installNode, NEWEST_LTS } from '../package/install-node.mjs';
import { differences } from './against.js';
import { agentTurn } from './agent-turn.js';
import { conversation } from './conversation.js';
import { expandAll } from './expand-all.js';
import { type Benchmark, type Figure, type Input, judge } from './figure.js';
import { figuresOf, type Run, readFigures, withEarlier, writeFigures } from './figures-file.js';
import { file } from './file.js';
import { firstFrame } from './first-frame.js';
import { gateway } from './gateway.js';
import { handlePage } from './handle-page.js';
import { http } from './http.js';
import { liveView } from './live-view.js';
import { mcp } from './mcp.js';
import { hasNeighbours } from './measure.js';
import { memory } from './memory.js';
import { processes } from './process.js';
import { cleanEnvironment } from './program.js';
import { records } from './records.js';
import { redactor } from './redactor.js';
import { scale } from './scale.js';
import { server } from './server.js';
import { sharedStore } from './shared-store.js';
import { startUp } from './start-up.js';
import { lineText, writeReadme } from './table.js';
import { telemetry } from './telemetry.js';

const BENCHMARKS: readonly Benchmark[] = [
  startUp,
  redactor,
  liveView,
  firstFrame,
  records,
  file,
  processes,
  http,
  mcp,
  gateway,
  server,
  expandAll,
  memory,
  handlePage,
  conversation,
  agentTurn,
  telemetry,
  sharedStore,
  scale,
];

const README = fileURLToPath(new URL('../../test/bench/README.md', import.meta.url));
const FIGURES = fileURLToPath(new URL('../../test/bench/figures.json', import.meta.url));

const { values: flags } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    /** Leaves out other Nodes, which are installed from npm's packages into a temporary directory. */
    'this-node': { type: 'boolean', default: false },
    /** Puts the figures into the README and the file beside it. */
    write: { type: 'boolean', default: false },
    json: { type: 'string' },
    /** Prints what has changed since the figures of this file. */
    against: { type: 'string' },
    /** Runs one benchmark in this process. */
    figures: { type: 'string' },
    node: { type: 'string', multiple: true, default: [] },
  },
});

await (flags.figures === undefined ? runAll() : printFigures(flags.figures));

async function runAll(): Promise<void> {
  // Read before they may be overwritten.
  const earlier = flags.against === undefined ? undefined : readFigures(flags.against);
  const chosen = BENCHMARKS.filter(({ name }) => flags.only?.includes(name) ?? true);
  const nodes = chosen.includes(startUp) && !flags['this-node'] ? newestNode() : [];
  const runs: Run[] = [];
  for (const { name } of chosen) {
    runs.push(await runOne(name, nodes));
  }
  const figures = figuresOf(runs);
  if (flags.json !== undefined) {
    writeFigures(flags.json, figures);
  }
  if (flags.write) {
    const whole = withEarlier(figures, FIGURES);
    writeFigures(FIGURES, whole);
    writeReadme(whole, README);
  }
  if (earlier !== undefined) {
    process.stdout.write(differences(figures, earlier));
  }
}

/** Without it the figures of this Node are still worth something. */
function newestNode(): readonly string[] {
  try {
    return [installNode(NEWEST_LTS, join(tmpdir(), 'akernel-bench-nodes'))];
  } catch (error) {
    process.stderr.write(`left out Node ${NEWEST_LTS}: ${String(error)}\n`);
    return [];
  }
}

async function runOne(name: string, nodes: readonly string[]): Promise<Run> {
  const date = new Date().toISOString().slice(0, 10);
  const wasBusy = hasNeighbours();
  process.stdout.write(
    `${name}${wasBusy ? ' (the machine is busy: judged by processor time where there is one)' : ''}\n`,
  );
  const figures: Figure[] = [];
  const inputs: Input[] = [];
  for await (const found of foundBy(name, nodes)) {
    if ('unit' in found) {
      figures.push(found);
      process.stdout.write(lineText(judge(found, wasBusy)));
    } else {
      inputs.push(found);
    }
  }
  const isBusy = wasBusy || hasNeighbours();
  return { name, date, isFull: flags.full, isBusy, figures: figures.map((each) => judge(each, isBusy)), inputs };
}

/** Each benchmark has a process of its own: code that other work has been through before runs otherwise. */
async function* foundBy(name: string, nodes: readonly string[]): AsyncGenerator<Figure | Input> {
  const [, script = ''] = process.argv;
  const full = flags.full ? ['--full'] : [];
  const args = [script, '--figures', name, ...full, ...nodes.flatMap((node) => ['--node', node])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: cleanEnvironment() });
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
    for await (const found of measure(benchmark)) {
      process.stdout.write(`${JSON.stringify(found)}\n`);
    }
  }
}

async function* measure({ run }: Benchmark): AsyncIterable<Figure | Input> {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-bench-'));
  try {
    yield* run({ directory, isFull: flags.full, otherNodes: flags.node });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
