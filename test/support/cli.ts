import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from './at-end-of-file.js';
import { type CliWorkshop, runIn } from './cli-host.js';
import { PROGRAM } from './program.js';

export interface Ran {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Runs as this user. */
  readonly uid?: number;
}

/** What is the same of a program and of a command line in this process. */
export type Said = Pick<Ran, 'status' | 'stdout' | 'stderr'>;

/** A fresh directory with its own state, and the built program to run in it. Removed after the file's tests. */
export interface Sandbox {
  readonly directory: string;
  readonly home: string;
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ran>;
  /** The same in this process: for what does not depend on how a program starts and ends. */
  readonly inside: CliWorkshop['run'];
  /** The same through `sh -c`, with `akernel` on the path, for pipes. */
  readonly shell: (command: string, options?: RunOptions) => Promise<Ran>;
  readonly start: (args: readonly string[], options?: RunOptions) => ChildProcess;
}

export function sandbox(): Sandbox {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-e2e-'));
  atEndOfFile(() => rmSync(directory, { recursive: true, force: true }));
  const home = join(directory, 'state');
  const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    HOME: directory,
    AKERNEL_HOME: home,
    TMPDIR: tmpdir(),
    ...more,
  });
  const start = (args: readonly string[], options: RunOptions = {}): ChildProcess =>
    spawn(process.execPath, [PROGRAM, ...args], {
      cwd: options.cwd ?? directory,
      env: environment(options.env),
      stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      ...(options.uid === undefined ? {} : { uid: options.uid }),
    });
  return {
    directory,
    home,
    start,
    run: (args, options = {}) => finish(start(args, options), options.stdin),
    inside: runIn(directory, home),
    shell: (command, options = {}) => {
      const script = `akernel() { "${process.execPath}" "${PROGRAM}" "$@"; }\n${command}`;
      const child = spawn('bash', ['-c', script], {
        cwd: options.cwd ?? directory,
        env: environment(options.env),
        stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      });
      return finish(child, options.stdin);
    },
  };
}

export async function finish(child: ChildProcess, stdin?: string | Uint8Array): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    stdout += piece;
  });
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    stderr += piece;
  });
  if (stdin !== undefined) {
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
}

/** The frames of an NDJSON output. */
export function framesOf(stdout: string): readonly Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function lastFrame(stdout: string): Record<string, unknown> {
  return framesOf(stdout).at(-1) ?? {};
}
