import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import type { ProcessRunnerOptions } from '../../contract/driver-options/process.js';
import { KernelError } from '../../contract/errors.js';
import type { RestartPolicy, RunnerTool } from '../../contract/runner.js';
import { throwIfAborted } from '../cancellation.js';
import { type ProcessHost, readProgram } from './command.js';
import { startRunner } from './runner/start-runner.js';
import { completed } from './runner/tool-calls.js';
import { createRunnerChunks } from './runner-chunks.js';

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
    ...restartOf(call, options),
  };
  const { runner } = await startRunner(spec, { program, pid: PID, signal: call.signal, ...timesOf(options) });
  const shown = createRunnerChunks();
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
  yield { type: 'exit', exit_code: result.exit_code, signal: result.signal };
  throwIfAborted(call.signal);
  if (failure !== undefined) {
    throw failure;
  }
}

/** To start again is to begin the work again, which only some work allows. */
function restartOf(
  { capability }: DriverCall,
  { restart }: ProcessRunnerOptions,
): { readonly restart?: RestartPolicy } {
  if (restart === undefined) {
    return {};
  }
  if (capability.safety_class !== 'READ' && capability.idempotent !== true) {
    throw new KernelError('CONFIG_INVALID', `a capability that is ${capability.safety_class} has options.restart`, {
      hint: 'take it out, or set idempotent: true where repeating does no harm',
    });
  }
  return {
    restart: {
      maxRestarts: restart.max_restarts,
      ...(restart.backoff_base_ms === undefined ? {} : { backoffBaseMs: restart.backoff_base_ms }),
      ...(restart.backoff_cap_ms === undefined ? {} : { backoffCapMs: restart.backoff_cap_ms }),
      ...(restart.backoff_jitter_ms === undefined ? {} : { backoffJitterMs: restart.backoff_jitter_ms }),
      ...(restart.stable_after_ms === undefined ? {} : { stableAfterMs: restart.stable_after_ms }),
    },
  };
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
