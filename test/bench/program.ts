import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from '../support/program.js';
import type { Spent } from './measure.js';

const TICKS_PER_SECOND = 100;

/** The built program with a state directory of its own. */
export interface Program {
  readonly run: (args: readonly string[], input?: Buffer) => Ran;
  readonly start: (args: readonly string[]) => ChildProcess;
  /** What to spawn, for who does it another way. */
  readonly invocation: (args: readonly string[]) => Invocation;
  /** Its Node without the program, in the same surroundings. */
  readonly runNode: (args: readonly string[]) => Ran;
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

export function programIn(directory: string, node = process.execPath): Program {
  const env = { ...cleanEnvironment(), HOME: directory, AKERNEL_HOME: join(directory, 'state') };
  const options = { node, cwd: directory, env };
  return {
    run: (args, input) => run([PROGRAM, ...args], { ...options, ...(input === undefined ? {} : { input }) }),
    invocation: (args) => ({ file: node, words: [PROGRAM, ...args], cwd: directory, env }),
    runNode: (args) => run(args, options),
    start: (args) => spawn(node, [PROGRAM, ...args], { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  };
}

/** Without what changes this program, and without what makes every Node start more slowly, as certificates do. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const isForeign = ([name]: readonly [string, unknown]): boolean => !/^(?:AKERNEL_|XDG_|NODE_)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(isForeign));
}

interface RunOptions {
  readonly node: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: Buffer;
}

/** Runs Node to its end, its output in a pipe. */
function run(args: readonly string[], { node, ...options }: RunOptions): Ran {
  const cpuBefore = childrenCpuMs();
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(node, args, { ...options, encoding: 'utf8' });
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
