import type { Chunk, WarningChunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import type { ProcessRunnerOptions } from '../../contract/driver-options/process.js';
import { KernelError } from '../../contract/errors.js';
import type { RunnerPart, RunnerResult, RunnerTool } from '../../contract/runner.js';
import { recordsFromValues } from '../../streams/records.js';
import { throwIfAborted } from '../cancellation.js';
import { createChannelTexts } from './channel-texts.js';
import { type ProcessHost, readProgram } from './command.js';
import { startRunner } from './runner/start-runner.js';
import { completed } from './runner/tool-calls.js';

/** One runner at a time has a number, and each call is one runner. */
const PID = 1;

/**
 * Runs a runner as a capability: the arguments are its payload, its chunks are texts and records, and its tools are
 * capabilities. What it streamed before a failure comes before the error.
 */
export async function* runRunner(
  call: DriverCall,
  options: ProcessRunnerOptions,
  host: ProcessHost,
): AsyncGenerator<Chunk> {
  const program = await readProgram(call, options, host);
  throwIfAborted(call.signal);
  const spec = {
    command: program.file,
    payload: call.args,
    tools: toolsOf(call, options.tools ?? []),
    ...(options.grants === undefined ? {} : { grants: options.grants }),
  };
  const { runner } = await startRunner(spec, { program, pid: PID, signal: call.signal, ...timesOf(options) });
  const shown = createShown();
  let failure: unknown;
  try {
    for await (const part of runner) {
      yield* shown.chunks(part);
    }
  } catch (error) {
    failure = error;
  }
  const result = await runner.result;
  yield* shown.final(result);
  yield { type: 'exit', exit_code: result.exitCode, signal: result.signal };
  throwIfAborted(call.signal);
  if (failure !== undefined) {
    throw failure;
  }
}

function timesOf(options: ProcessRunnerOptions) {
  const { timeout_ms: timeoutMs, idle_timeout_ms: idleTimeoutMs, handshake_timeout_ms: handshakeTimeoutMs } = options;
  return {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(idleTimeoutMs === undefined ? {} : { idleTimeoutMs }),
    ...(handshakeTimeoutMs === undefined ? {} : { handshakeTimeoutMs }),
  };
}

/** Each is invoked for the call's own principal, through policy and firewall: the runner gets what a model would. */
function toolsOf({ invoke }: DriverCall, capabilityIds: readonly string[]): Readonly<Record<string, RunnerTool>> {
  return Object.fromEntries(
    capabilityIds.map((capabilityId): [string, RunnerTool] => [
      capabilityId,
      async (args, { signal }) => {
        if (invoke === undefined) {
          throw new KernelError('DRIVER_UNAVAILABLE', 'no capabilities can be called from here');
        }
        return completed(await invoke({ capabilityId, args, signal }));
      },
    ]),
  );
}

interface Shown {
  readonly chunks: (part: RunnerPart) => readonly Chunk[];
  readonly final: (result: RunnerResult) => readonly Chunk[];
}

function createShown(): Shown {
  const texts = createChannelTexts();
  let logs = 0;
  return {
    chunks(part) {
      switch (part.type) {
        case 'text-delta':
          return texts.add('text', part.delta);
        case 'output':
          if (part.channel === 'log') {
            logs += 1;
            return [];
          }
          return texts.add(part.channel, part.text);
        case 'custom':
          return [recordsFromValues([recordOf(part)])];
        case 'breach':
          return [warning('the runner charged more than it was granted', 1)];
        case 'log':
          logs += 1;
          return [];
        default:
          return [];
      }
    },
    final(result) {
      const { chunkCount, malformedLines, oversizedLines, lateChunks } = result;
      const last = chunkCount === 0 ? texts.add('text', result.text === '' ? (result.summary ?? '') : result.text) : [];
      return [
        ...last,
        ...texts.final(),
        ...counted('messages of the log of the runner are not shown', logs - malformedLines - oversizedLines),
        ...counted('lines of the runner that are no messages were skipped', malformedLines),
        ...counted('lines of the runner over the size limit were dropped', oversizedLines),
        ...counted('chunks after the end of the runner were dropped', lateChunks),
      ];
    },
  };
}

function recordOf({ kind, content, metadata }: Extract<RunnerPart, { readonly type: 'custom' }>): object {
  return { kind, content, ...(metadata === undefined ? {} : { metadata }) };
}

function counted(message: string, count: number): readonly WarningChunk[] {
  return count > 0 ? [warning(message, count)] : [];
}

function warning(message: string, count: number): WarningChunk {
  return { type: 'warning', message, count };
}
