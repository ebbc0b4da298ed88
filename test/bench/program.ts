import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from '../support/program.js';
import type { Spent } from './measure.js';

const TICKS_PER_SECOND = 100;

/** The built program with a state directory of its own. */
export interface Program {
  readonly run: (args: readonly string[]) => Ran;
  readonly start: (args: readonly string[]) => ChildProcess;
  /** What to spawn, for who does it another way. */
  readonly invocation: (args: readonly string[]) => Invocation;
  /** A Node that does nothing, in the same surroundings. */
  readonly runBareNode: () => Ran;
}

export interface Invocation {
  readonly file: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface Ran {
  readonly stdout: string;
  readonly spent: Spent;
}

export function programIn(directory: string): Program {
  const env = { ...foreignEnvironment(), HOME: directory, AKERNEL_HOME: join(directory, 'state') };
  const run = (args: readonly string[]): Ran => runNode(args, { cwd: directory, env });
  return {
    run: (args) => run([PROGRAM, ...args]),
    invocation: (args) => ({ file: process.execPath, words: [PROGRAM, ...args], cwd: directory, env }),
    runBareNode: () => run(['-e', '0']),
    start: (args) =>
      spawn(process.execPath, [PROGRAM, ...args], { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  };
}

function foreignEnvironment(): NodeJS.ProcessEnv {
  const isForeign = ([name]: readonly [string, unknown]): boolean => !/^(AKERNEL_|XDG_)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(isForeign));
}

/** Runs Node to its end, its output in a pipe. */
function runNode(args: readonly string[], options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Ran {
  const cpuBefore = childrenCpuMs();
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' });
  const wallMs = performance.now() - began;
  if (status !== 0) {
    throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  }
  return { stdout, spent: { wallMs, cpuMs: childrenCpuMs() - cpuBefore } };
}

/** Processor time of all children that have ended; Linux only. */
function childrenCpuMs(): number {
  if (process.platform !== 'linux') {
    return Number.NaN;
  }
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // Behind the name, which may hold spaces, fields 16 and 17 (cutime, cstime) are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_PER_SECOND;
}
