import type { Chunk } from '../../contract/chunk.js';
import { KernelError } from '../../contract/errors.js';
import { compose } from '../../streams/stage.js';
import { createTextDecoder } from '../../streams/text.js';
import { throwIfAborted, whenAborted } from '../cancellation.js';
import { type ByteDecoder, createByteDecoder } from '../decode.js';
import { type Child, startChild } from './child.js';
import type { Command, OutputFormat } from './command.js';
import { createLineKeeper } from './line-keeper.js';
import type { OutputPiece } from './output.js';
import type { Exit } from './start-group.js';
import { startStopwatch, watchedSource } from './time-limits.js';

/** Runs a command to its end; the last chunk tells its exit. What it wrote before a failure comes before the error. */
export async function* runCommand(command: Command, signal: AbortSignal): AsyncGenerator<Chunk> {
  throwIfAborted(signal);
  const child = await startChild(command);
  const release = whenAborted(signal, child.stop);
  const watch = startStopwatch(command.limits ?? {}, 'the command', child.stop);
  try {
    const isWatched = command.limits?.idleMs !== undefined;
    const pieces = isWatched ? watchedSource(child.output.pieces(), watch) : child.output.pieces();
    yield* decodeOutput(child, pieces, createDecoders(command.output));
    const exit = await child.exited;
    const cut = whyCut(child, exit);
    yield* cut === undefined ? [] : [{ type: 'cut', reason: cut } as const];
    yield { type: 'exit', ...exit };
    throwIfAborted(signal);
    refuseFailure(exit, command.exitCodes, watch.expired() ?? child.inputFailure());
  } finally {
    release();
    watch.stop();
    await child.dispose();
  }
}

async function* decodeOutput(
  child: Child,
  pieces: AsyncIterable<OutputPiece>,
  decoders: ReadonlyMap<string, ByteDecoder>,
): AsyncGenerator<Chunk> {
  for await (const { channel, bytes } of pieces) {
    yield* decoders.get(channel)?.transform(bytes) ?? [];
  }
  for (const decoder of decoders.values()) {
    yield* decoder.final();
  }
  if (child.output.wasCut()) {
    yield { type: 'warning', message: 'output after the end of the command was cut off', count: 1 };
  }
}

/** Statuses by which a shell says that a signal ended its command: SIGINT to SIGTERM. */
const FIRST_SIGNALLED = 130;
const LAST_SIGNALLED = 143;

/** Why the last character may not be what the command would have ended with. */
function whyCut({ output }: Child, { exit_code: code, signal }: Exit): string | undefined {
  if (signal !== null || (code !== null && code >= FIRST_SIGNALLED && code <= LAST_SIGNALLED)) {
    return 'the command was ended by a signal';
  }
  return output.wasCut() ? 'output after the end of the command was cut off' : undefined;
}

function createDecoders(output: OutputFormat): ReadonlyMap<string, ByteDecoder> {
  const text = (channel: string) => createByteDecoder({ format: 'text', channel });
  const lines = (channel: string) => compose(createTextDecoder({ channel }), createLineKeeper(channel));
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

function refuseFailure(exit: Exit, exitCodes: Command['exitCodes'], otherFailure: unknown): void {
  if (otherFailure !== undefined) {
    throw otherFailure;
  }
  if (exitCodes === undefined || (exit.exit_code !== null && exitCodes.includes(exit.exit_code))) {
    return;
  }
  const end = exit.signal === null ? `with status ${exit.exit_code}` : `by signal ${exit.signal}`;
  throw new KernelError('DRIVER_FAILED', `the command ended ${end}`, { details: { ...exit } });
}
