import { closeSync, fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { KernelError } from '../contract/errors.js';
import type { Host } from './context.js';
import { watchInterrupts } from './interruption.js';
import { createNoticeStream, createOutputStream } from './output/streams.js';
import { openProcessTerminal } from './process-terminal.js';
import { runCli } from './run-cli.js';

/** What the file that starts the program knows of it. The views are a module of their own, which only a terminal needs. */
type Start = Pick<Host, 'loadTui' | 'compileCache'> & Partial<Pick<Host, 'stdin'>>;

/** The whole program: connects the process to the command line and sets its exit status. Never throws. */
export async function main(process: NodeJS.Process, start: Start = {}): Promise<void> {
  const interrupts = watchInterrupts(process);
  const stdin = createStdin(process);
  const host: Host = {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    stdout: createOutputStream(() => process.stdout, isatty(1)),
    stderr: createNoticeStream(() => process.stderr, isatty(2)),
    stdin,
    stdinIsTty: isatty(0),
    now: Date.now,
    interrupt: interrupts.signal,
    secondInterrupt: interrupts.second,
    lendCtrlC: interrupts.lendCtrlC,
    openPipes: stdin.openPipes,
    ...ownProgram(process),
    loadRuntime: () => import('../runtime.js'),
    ...(isatty(1) ? { openTerminal: (wishes) => openProcessTerminal(process, wishes, interrupts.signal) } : {}),
    ...start,
  };
  process.on('exit', leaveLostTerminals([0, 1, 2].filter(isatty)));
  process.exitCode = await runCli(host);
  stdin.release();
  interrupts.end();
}

/** Node would set a terminal right at its end, and aborts where that went away: https://github.com/nodejs/node/blob/v20.20.2/src/node.cc#L721 */
function leaveLostTerminals(terminals: readonly number[]): () => void {
  return () => {
    for (const descriptor of terminals) {
      if (!isatty(descriptor)) {
        closeSync(descriptor);
      }
    }
  };
}

function ownProgram({ argv, execPath }: NodeJS.Process): Pick<Host, 'ownProgram'> {
  const program = argv[1];
  return program === undefined ? {} : { ownProgram: { node: execPath, program } };
}

/** Standard input, opened when it is first read; released so that an unread rest cannot keep the process. */
function createStdin(
  process: NodeJS.Process,
): AsyncIterable<Uint8Array> & Pick<Host, 'openPipes'> & { readonly release: () => void } {
  let opened = false;
  return {
    [Symbol.asyncIterator]: () => {
      refuseDirectory();
      opened = true;
      return process.stdin[Symbol.asyncIterator]();
    },
    openPipes: () => {
      opened = true;
      return { stdin: process.stdin, stdout: process.stdout };
    },
    release: () => {
      if (opened) {
        process.stdin.destroy();
      }
    },
  };
}

/** Node gives a directory out as empty. */
function refuseDirectory(): void {
  if (fstatSync(0).isDirectory()) {
    throw new KernelError('USAGE', 'standard input is a directory', { hint: 'pipe a file or a command in' });
  }
}
