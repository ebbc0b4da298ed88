import { resolve } from 'node:path';
import type { DriverCall } from '../../contract/driver.js';
import { KernelError } from '../../contract/errors.js';
import { readChoice, readCount, readText, readTexts } from '../args.js';
import { childEnvironment, pickEnvironment } from '../child-environment.js';
import { fillArguments } from './fill-arguments.js';

export const OUTPUT_FORMATS = ['text', 'lines', 'ndjson', 'json', 'csv', 'auto'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** What the process that hosts the driver has to give. */
export interface ProcessHost {
  readonly cwd: string;
  readonly env: Environment;
  readonly stdin: AsyncIterable<Uint8Array> | undefined;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly stdin: 'ignore' | 'inherit' | AsyncIterable<Uint8Array>;
  readonly output: OutputFormat;
  readonly killGraceMs: number;
  /** Any other status is a failure; undefined takes every status as it comes. */
  readonly exitCodes: readonly number[] | undefined;
}

const DEFAULT_GRACE_MS = 2000;
const MAX_GRACE_MS = 60_000;

/**
 * Reads the command from the registered capability, never from the call's arguments. `exec` is the shell user's own
 * act: arguments as they are, the whole environment, every exit status. `run` serves capabilities: placeholders in the
 * arguments are filled, the environment is minimal, and a status other than 0 is a failure.
 */
export function readCommand(call: DriverCall, host: ProcessHost): Command {
  const options = call.binding.options ?? {};
  const isExec = readOperation(call) === 'exec';
  const file = readText(options, 'command', '');
  if (file === '') {
    throw new KernelError('CONFIG_INVALID', 'the process driver needs the option command');
  }
  const args = readTexts(options, 'args');
  return {
    file,
    args: isExec ? args : fillArguments(args, call.args),
    cwd: resolve(host.cwd, readText(options, 'cwd', '.')),
    env: {
      ...(isExec
        ? pickEnvironment(host.env, Object.keys(host.env))
        : childEnvironment(host.env, readTexts(options, 'env_allow'))),
      ...readSettings(options),
    },
    stdin: readStdin(call, host),
    output: readChoice(options, 'output', { from: OUTPUT_FORMATS, fallback: 'text' }),
    killGraceMs: readCount(options, 'kill_grace_ms', { fallback: DEFAULT_GRACE_MS, max: MAX_GRACE_MS }),
    exitCodes: isExec ? undefined : readExitCodes(options),
  };
}

function readOperation(call: DriverCall): 'exec' | 'run' {
  const { operation } = call.binding;
  if (operation !== 'exec' && operation !== 'run') {
    throw new KernelError('CONFIG_INVALID', 'the process driver has the operations exec and run');
  }
  return operation;
}

function readSettings(options: Readonly<Record<string, unknown>>): Record<string, string> {
  const settings = options['env'];
  if (settings === undefined) {
    return {};
  }
  if (typeof settings !== 'object' || settings === null) {
    throw new KernelError('CONFIG_INVALID', 'env must be an object of texts');
  }
  const names = Object.keys(settings);
  const members: Record<string, unknown> = { ...settings };
  return Object.fromEntries(names.map((name) => [name, readText(members, name, '')]));
}

function readExitCodes(options: Readonly<Record<string, unknown>>): readonly number[] {
  const codes = options['exit_codes'] ?? [0];
  if (!Array.isArray(codes) || !codes.every((code) => Number.isInteger(code))) {
    throw new KernelError('CONFIG_INVALID', 'exit_codes must be a list of whole numbers');
  }
  return codes;
}

/** `pipe` copies what was given to the host; `args` sends the call's arguments as one line of JSON. */
function readStdin(call: DriverCall, host: ProcessHost): Command['stdin'] {
  const choices = ['ignore', 'inherit', 'pipe', 'args'] as const;
  const choice = readChoice(call.binding.options ?? {}, 'stdin', { from: choices, fallback: 'ignore' });
  switch (choice) {
    case 'pipe':
      return host.stdin ?? 'ignore';
    case 'args':
      return oneLine(`${JSON.stringify(call.args)}\n`);
    default:
      return choice;
  }
}

async function* oneLine(line: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(line);
}
