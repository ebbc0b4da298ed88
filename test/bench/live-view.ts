import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark } from './figure.js';
import { type Program, programIn } from './program.js';
import { startInTerminal } from './terminal.js';
import { createUsageWatch, type Used } from './usage-watch.js';

const ROWS_PER_SECOND = 20_000;
const SECONDS = 12;
const FULL_SECONDS = 60;
const BEGIN_UPDATE = '\u001b[?2026h';

/** The live view in a real pty: what it costs beside the same stream into a pipe. */
export const liveView: Benchmark = {
  name: 'live-view',
  async *run({ directory, isFull }) {
    const program = programIn(directory);
    const seconds = isFull ? FULL_SECONDS : SECONDS;
    writeSource(directory, seconds);
    const piped = await pipe(program);
    const live = await watch(program, ['invoke', 'bench.paced', '--stream']);
    const drawn = live.output.split(BEGIN_UPDATE).length - 1;
    const subject = `live view of ${ROWS_PER_SECOND.toLocaleString('en-US')} rows/s for ${seconds} s`;
    yield {
      subject,
      aspect: 'processor time against NDJSON',
      unit: 'times',
      wall: live.cpuMs / piped.cpuMs,
      atMost: 1.5,
    };
    yield { subject, aspect: 'screens a second', unit: 'each_second', wall: drawn / seconds, atMost: 30 };
    yield { subject, aspect: 'written a second', unit: 'kb_per_s', wall: live.output.length / 1000 / seconds };
    yield { subject, aspect: 'peak memory', unit: 'mb', wall: live.peakMb, atMost: 200 };
  },
};

async function watch(program: Program, args: readonly string[]): Promise<Used & { readonly output: string }> {
  const terminal = startInTerminal(program, args);
  const usage = createUsageWatch(terminal.pid);
  let output = '';
  terminal.onData((piece) => {
    output += piece;
  });
  await new Promise((resolve) => terminal.onExit(resolve));
  return { ...usage.end(), output };
}

async function pipe(program: Program): Promise<Used> {
  const child = program.start(['invoke', 'bench.paced', '--stream', '-o', 'ndjson']);
  const usage = createUsageWatch(child.pid ?? 0);
  child.stdout?.resume();
  child.stderr?.resume();
  const [status] = await once(child, 'close');
  if (status !== 0) {
    throw new Error(`the paced stream ended with ${status}`);
  }
  return usage.end();
}

/** A capability that gives rows at a steady pace. */
function writeSource(directory: string, seconds: number): void {
  writeFileSync(
    join(directory, 'paced.mjs'),
    `export async function* paced() {
  const began = Date.now();
  for (let row = 0; row < ${ROWS_PER_SECOND * seconds}; row += 1) {
    while (row >= ((Date.now() - began) * ${ROWS_PER_SECOND}) / 1000) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    yield { id: row, name: 'customer ' + row, status: row % 3 ? 'open' : 'paid', amount: row / 7, email: 'c' + row + '@example.com' };
  }
}
`,
  );
  const capability = {
    capability_id: 'bench.paced',
    name: 'paced',
    description: 'rows at a steady pace',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: { type: 'object' },
    driver: { driver_id: 'module', operation: 'paced', options: { module: './paced.mjs', export: 'paced' } },
  };
  writeFileSync(join(directory, 'akernel.config.json'), JSON.stringify({ capabilities: [capability] }));
}
