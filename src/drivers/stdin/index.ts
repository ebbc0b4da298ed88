import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import { KernelError } from '../../contract/errors.js';
import { isPlainStart } from '../../streams/sniff.js';
import { through } from '../../streams/stage.js';
import { readChoice } from '../args.js';
import { throwIfAborted } from '../cancellation.js';
import { createByteDecoder, INPUT_FORMATS } from '../decode.js';
import { gatherHead } from '../gather-head.js';
import { pullSource } from '../pull-source.js';
import type { StreamingDriver } from '../streaming-driver.js';

export interface StdinOptions {
  /** Undefined when there is nothing to read, for example because standard input is a terminal. */
  readonly stdin: AsyncIterable<Uint8Array> | undefined;
}

/** Passes on what is piped in. The format is told from what comes first, or within a moment of it. */
export function createStdinDriver({ stdin }: StdinOptions): StreamingDriver {
  let isTaken = false;
  return {
    driver_id: 'stdin',
    executeStream(call) {
      if (call.binding.operation !== 'read') {
        throw new KernelError('CONFIG_INVALID', 'the stdin driver has the operation read');
      }
      if (stdin === undefined || isTaken) {
        const reason = isTaken ? 'standard input was read already' : 'there is nothing on standard input';
        throw new KernelError('USAGE', reason, { hint: 'pipe data into the command, once: cat FILE | akernel pipe' });
      }
      isTaken = true;
      return read(call, stdin);
    },
  };
}

async function* read(call: DriverCall, stdin: AsyncIterable<Uint8Array>): AsyncGenerator<Chunk> {
  throwIfAborted(call.signal);
  const format = readChoice(call.args, 'input', { from: INPUT_FORMATS, fallback: 'auto' });
  const bytes = pullSource(stdin, call.signal);
  yield* through(
    format === 'auto' ? gatherHead(bytes, isPlainStart) : bytes,
    createByteDecoder({ format, channel: 'text' }),
  );
}
