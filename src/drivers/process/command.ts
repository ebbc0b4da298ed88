import { resolve } from 'node:path';
import type { DriverCall } from '../../contract/driver.js';
import type { ProcessRunOptions } from '../../contract/driver-options/process.js';
import { KernelError } from '../../contract/errors.js';
import type { StateGuard } from '../../files/state-guard.js';
import { readChoice, readCount, readText, readTexts } from '../args.js';
import { childEnvironment, pickEnvironment } from '../child-environment.js';
import { argumentInput } from './argument-input.js';
import { fillArguments, fillParameters } from './fill-arguments.js';
import type { Program } from './start-group.js';
import type { TimeLimits } from './time-limits.js';
import { type FolderOptions, openWorkingFolder } from './working-folder.js';

const OUTPUT_FORMATS = ['text', 'lines', 'ndjson', 'json', 'csv', 'auto'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** What the process that hosts the driver has to give. */
export interface ProcessHost {
  readonly cwd: string;
  /** Where the roots of capabilities start; `cwd` when absent. */
  readonly configDir?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array> | undefined;
  /** Keeps the working folders of capabilities out of akernel's own state. */
  readonly guard?: StateGuard;
}

export interface Command extends Program {
  readonly stdin: 'ignore' | 'inherit' | AsyncIterable<Uint8Array>;
  readonly output: OutputFormat;
  readonly killGraceMs: number;
  /** Any other status is a failure; undefined takes every status as it comes. */
  readonly exitCodes: readonly number[] | undefined;
  readonly limits?: TimeLimits;
}

const DEFAULT_GRACE_MS = 2000;
const MAX_GRACE_MS = 60_000;

/**
 * A command that is the shell user's own act: arguments as they are, the whole environment but akernel's own keys, every exit
 * status. Its
 * options are written by the program itself, and it has to start fast.
 */
export function readOwnCommand(call: DriverCall, host: ProcessHost): Command {
  const options = call.binding.options ?? {};
  const file = readText(options, 'command', '');
  if (file === '') {
    throw new KernelError('CONFIG_INVALID', 'the process driver needs the option command');
  }
  const choices = { from: ['ignore', 'inherit', 'pipe'], fallback: 'ignore' } as const;
  const stdin = readChoice(options, 'stdin', choices);
  return {
    file,
    args: readTexts(options, 'args'),
    cwd: resolve(host.cwd, readText(options, 'cwd', '.')),
    env: pickEnvironment(host.env, Object.keys(host.env)),
    stdin: stdin === 'pipe' ? (host.stdin ?? 'ignore') : stdin,
    output: readChoice(options, 'output', { from: OUTPUT_FORMATS, fallback: 'text' }),
    killGraceMs: readCount(options, 'kill_grace_ms', { fallback: DEFAULT_GRACE_MS, max: MAX_GRACE_MS }),
    exitCodes: undefined,
  };
}

/**
 * The command of a registered capability, never of the call's arguments: these fill placeholders only. The environment
 * is minimal, the working folder inside the root, and a status other than 0 is a failure.
 */
export async function readCommand(call: DriverCall, options: ProcessRunOptions, host: ProcessHost): Promise<Command> {
  return {
    ...(await readProgram(call, options, host)),
    ...(options.shell === true ? shellScript(options, call.args) : {}),
    stdin: readStdin(call, options),
    output: options.output ?? 'text',
    killGraceMs: options.kill_grace_ms ?? DEFAULT_GRACE_MS,
    exitCodes: options.exit_codes ?? [0],
    limits: { totalMs: options.timeout_ms, idleMs: options.idle_timeout_ms },
  };
}

/** What a capability's command and runner have in common. */
export async function readProgram(
  { args }: DriverCall,
  options: Pick<ProcessRunOptions, 'command' | 'args' | 'root' | 'cwd' | 'env' | 'env_allow'>,
  host: ProcessHost,
): Promise<Program> {
  const { command, root, cwd, env, env_allow: allowed = [] } = options;
  return {
    file: command,
    args: fillArguments(options.args ?? [], args),
    cwd: await openWorkingFolder(folderOptions({ root, cwd }, host), args),
    env: { ...childEnvironment(host.env, allowed), ...env },
  };
}

export function folderOptions(
  { root, cwd }: Pick<ProcessRunOptions, 'root' | 'cwd'>,
  host: ProcessHost,
): FolderOptions {
  return { base: host.configDir ?? host.cwd, guard: host.guard, root, cwd };
}

/** The arguments are handed over as `"$1"`, `"$2"` and so on; nothing of them is in the text that the shell reads. */
function shellScript(
  { command, args = [] }: ProcessRunOptions,
  given: DriverCall['args'],
): Pick<Program, 'file' | 'args'> {
  return { file: '/bin/sh', args: ['-c', command, 'sh', ...fillParameters(args, given)] };
}

function readStdin(call: DriverCall, { stdin = 'ignore' }: ProcessRunOptions): Command['stdin'] {
  if (typeof stdin === 'object') {
    return argumentInput(call, stdin.argument);
  }
  return stdin === 'args' ? oneLine(`${JSON.stringify(call.args)}\n`) : stdin;
}

async function* oneLine(line: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(line);
}
