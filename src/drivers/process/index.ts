import type { DriverBinding } from '../../contract/capability.js';
import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import type { ProcessRunnerOptions, ProcessRunOptions } from '../../contract/driver-options/process.js';
import { KernelError } from '../../contract/errors.js';
import { throwIfAborted } from '../cancellation.js';
import { parseOptions } from '../parse-options.js';
import type { StreamingDriver } from '../streaming-driver.js';
import { folderOptions, type ProcessHost, readCommand, readOwnCommand } from './command.js';
import { runCommand } from './run-command.js';
import { placeOfFolder } from './working-folder.js';

/**
 * Runs a program in a process group of its own; without a shell, unless the capability wants one. Output is pulled: a
 * reader who waits blocks the program. However the call ends, nothing of the group is left running; only a process
 * that has made itself a session of its own is out of reach.
 */
export function createProcessDriver(host: ProcessHost): StreamingDriver {
  return {
    driver_id: 'process',
    executeStream: (call) => execute(call, host),
    async streamedArguments(binding) {
      const stdin = binding.operation === 'run' ? (await runOptions(binding)).stdin : undefined;
      return typeof stdin === 'object' ? [stdin.argument] : [];
    },
    async placeOf(binding, argument) {
      const options = await programOptions(binding);
      return options === undefined ? undefined : placeOfFolder(folderOptions(options, host), argument);
    },
  };
}

async function* execute(call: DriverCall, host: ProcessHost): AsyncGenerator<Chunk> {
  throwIfAborted(call.signal);
  switch (call.binding.operation) {
    case 'exec':
      yield* runCommand(readOwnCommand(call, host), call.signal);
      return;
    case 'run':
      yield* runCommand(await readCommand(call, await runOptions(call.binding), host), call.signal);
      return;
    case 'runner':
      yield* await openRunner(call, host);
      return;
    default:
      throw new KernelError('CONFIG_INVALID', 'the process driver has the operations exec, run and runner');
  }
}

/** The schema is loaded late: a command of the shell user needs none. */
async function runOptions({ options = {} }: DriverBinding): Promise<ProcessRunOptions> {
  const { processRunSchema } = await import('../../contract/driver-options/process.js');
  return parseOptions(processRunSchema, options, 'process');
}

async function runnerOptions({ options = {} }: DriverBinding): Promise<ProcessRunnerOptions> {
  const { processRunnerSchema } = await import('../../contract/driver-options/process.js');
  return parseOptions(processRunnerSchema, options, 'process');
}

async function programOptions(binding: DriverBinding): Promise<ProcessRunOptions | ProcessRunnerOptions | undefined> {
  switch (binding.operation) {
    case 'run':
      return runOptions(binding);
    case 'runner':
      return runnerOptions(binding);
    default:
      return undefined;
  }
}

async function openRunner(call: DriverCall, host: ProcessHost): Promise<AsyncIterable<Chunk>> {
  const [options, { runRunner }] = await Promise.all([runnerOptions(call.binding), import('./run-runner.js')]);
  return runRunner(call, options, host);
}
