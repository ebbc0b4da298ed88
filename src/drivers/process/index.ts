import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import { KernelError } from '../../contract/errors.js';
import { compose } from '../../streams/stage.js';
import { createTextDecoder } from '../../streams/text.js';
import { throwIfAborted, whenAborted } from '../cancellation.js';
import { type ByteDecoder, createByteDecoder } from '../decode.js';
import type { StreamingDriver } from '../streaming-driver.js';
import { type Child, type Exit, startChild } from './child.js';
import { type Command, type OutputFormat, type ProcessHost, readCommand } from './command.js';
import { createLineKeeper } from './line-keeper.js';

/**
 * Runs a command without a shell, in a process group of its own. Output is pulled: a reader who waits blocks the
 * command. However the call ends, nothing of the group is left running; only a process that has made itself a session
 * of its own is out of reach.
 */
export function createProcessDriver(host: ProcessHost): StreamingDriver {
  return {
    driver_id: 'process',
    executeStream: (call) => run(call, readCommand(call, host)),
  };
}

async function* run(call: DriverCall, command: Command): AsyncGenerator<Chunk> {
  throwIfAborted(call.signal);
  const child = await startChild(command);
  const release = whenAborted(call.signal, child.stop);
  try {
    yield* decodeOutput(child, createDecoders(command.output));
    const exit = await child.exited;
    yield { type: 'exit', ...exit };
    throwIfAborted(call.signal);
    refuseFailure(exit, command.exitCodes, child.inputFailure());
  } finally {
    release();
    await child.dispose();
  }
}

async function* decodeOutput(child: Child, decoders: ReadonlyMap<string, ByteDecoder>): AsyncGenerator<Chunk> {
  for await (const { channel, bytes } of child.output.pieces()) {
    yield* decoders.get(channel)?.transform(bytes) ?? [];
  }
  for (const decoder of decoders.values()) {
    yield* decoder.final();
  }
  if (child.output.wasCut()) {
    yield { type: 'warning', message: 'output after the end of the command was cut off', count: 1 };
  }
}

function createDecoders(output: OutputFormat): ReadonlyMap<string, ByteDecoder> {
  const text = (channel: string) => createTextDecoder({ channel });
  const lines = (channel: string) => compose(text(channel), createLineKeeper(channel));
  switch (output) {
    case 'text':
      return new Map([
        ['stdout', text('stdout')],
        ['stderr', text('stderr')],
      ]);
    case 'lines':
      return new Map([
        ['stdout', lines('stdout')],
        ['stderr', lines('stderr')],
      ]);
    default:
      return new Map([
        ['stdout', createByteDecoder({ format: output, channel: 'stdout' })],
        ['stderr', text('stderr')],
      ]);
  }
}

function refuseFailure(exit: Exit, exitCodes: Command['exitCodes'], inputFailure: unknown): void {
  if (inputFailure !== undefined) {
    throw inputFailure;
  }
  if (exitCodes === undefined || (exit.exit_code !== null && exitCodes.includes(exit.exit_code))) {
    return;
  }
  const end = exit.signal === null ? `with status ${exit.exit_code}` : `by signal ${exit.signal}`;
  throw new KernelError('DRIVER_FAILED', `the command ended ${end}`, { details: { ...exit } });
}
