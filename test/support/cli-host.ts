import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Host } from '../../src/cli/context.js';
import { createNoticeStream, createOutputStream } from '../../src/cli/output/streams.js';
import { runCli } from '../../src/cli/run-cli.js';

export interface CliResult {
  readonly status: number;
  readonly stdout: string;
  readonly stdoutBytes: Buffer;
  readonly stderr: string;
  /** Every line of standard output as JSON. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

export interface CliOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  readonly isTty?: boolean;
  readonly stdinIsTty?: boolean;
  readonly interrupt?: AbortSignal;
  readonly cwd?: string;
  /** Called with every piece of standard output as it comes. */
  readonly onStdout?: (text: string) => void;
  readonly onStderr?: (text: string) => void;
  /** The code with which every write to standard error fails. */
  readonly stderrFailure?: string;
}

export interface CliWorkshop {
  readonly directory: string;
  readonly run: (argv: readonly string[], options?: CliOptions) => Promise<CliResult>;
  readonly dispose: () => void;
}

/** A directory with a home and a state directory of its own, in which command lines run inside this process. */
export function createCliWorkshop(): CliWorkshop {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-cli-'));
  return {
    directory,
    dispose: () => rmSync(directory, { recursive: true, force: true }),
    run: runIn(directory, join(directory, 'state')),
  };
}

/** Command lines in this process, in a directory and with a state that are there. */
export function runIn(directory: string, home: string): CliWorkshop['run'] {
  const base = { HOME: directory, AKERNEL_HOME: home, PATH: process.env['PATH'] ?? '' };
  return async (argv, options = {}) => {
    const stdout = collector(options.onStdout);
    const stderr = collector(options.onStderr, options.stderrFailure);
    const isTty = options.isTty === true;
    const host: Host = {
      argv,
      env: { ...base, ...options.env },
      cwd: options.cwd ?? directory,
      stdout: createOutputStream(() => stdout.end, isTty),
      stderr: createNoticeStream(() => stderr.end, isTty),
      stdin: pieces(options.stdin ?? ''),
      stdinIsTty: options.stdinIsTty === true,
      now: Date.now,
      interrupt: options.interrupt ?? new AbortController().signal,
      openPipes: () => {
        throw new Error('no pipes in tests');
      },
      ownProgram: { node: process.execPath, program: '/opt/akernel/bin/akernel.js' },
      loadRuntime: () => import('../../src/runtime.js'),
    };
    const status = await runCli(host);
    const bytes = { stdout: stdout.bytes(), stderr: stderr.bytes() };
    const text = bytes.stdout.toString();
    return {
      status,
      stdout: text,
      stdoutBytes: bytes.stdout,
      stderr: bytes.stderr.toString(),
      get lines() {
        return parseLines(text);
      },
    };
  };
}

function collector(
  onText?: (text: string) => void,
  failure?: string,
): { readonly end: Writable; readonly bytes: () => Buffer } {
  const pieces: Buffer[] = [];
  const end = new Writable({
    decodeStrings: false,
    write(piece, _encoding, done) {
      if (failure !== undefined) {
        done(Object.assign(new Error(failure), { code: failure }));
        return;
      }
      pieces.push(Buffer.from(piece));
      onText?.(String(piece));
      done();
    },
  });
  return { end, bytes: () => Buffer.concat(pieces) };
}

async function* pieces(input: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(input);
  for (let at = 0; at < bytes.length; at += 65_536) {
    yield bytes.subarray(at, at + 65_536);
  }
}

function parseLines(text: string): readonly Readonly<Record<string, unknown>>[] {
  if (!/^(?:\{|\[[{\]])/.test(text)) {
    return [];
  }
  return text
    .split('\n')
    .filter((line) => line !== '' && !/^(?:\[akernel\]|•) /.test(line))
    .map((line) => JSON.parse(line));
}
