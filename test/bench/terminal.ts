import { type IPty, spawn } from '@lydell/node-pty';
import type { Spent } from './measure.js';
import type { Program } from './program.js';

/** A command in a terminal of its own. */
export function startInTerminal(program: Program, args: readonly string[]): IPty {
  const { file, words, cwd, env } = program.invocation(args);
  const { CI: _ci, ...quiet } = env;
  return spawn(file, [...words], { cols: 100, rows: 30, cwd, env: { ...quiet, TERM: 'xterm-256color' } });
}

/** Until the first line of the live view is on the terminal. */
export async function firstPaint(program: Program): Promise<Spent> {
  const began = performance.now();
  const terminal = startInTerminal(program, ['invoke', 'demo.customers', 'rows=3', 'delay_ms=300', '--stream']);
  const ended = new Promise((resolve) => terminal.onExit(resolve));
  const wallMs = await new Promise<number>((resolve) => {
    let seen = '';
    terminal.onData((piece) => {
      seen += piece;
      if (seen.includes('demo.customers')) {
        resolve(performance.now() - began);
      }
    });
  });
  terminal.write('\u0003');
  await ended;
  return { wallMs, cpuMs: Number.NaN };
}
