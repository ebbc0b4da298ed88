import type { Writable } from 'node:stream';
import { pullSource } from '../pull-source.js';
import type { Command } from './command.js';

/**
 * Writes the command's input as fast as it is read. A command that closes its stdin early is no error; a source that
 * fails ends the input, and the returned function tells the failure.
 */
export function feedStdin(stdin: Writable, input: Command['stdin']): () => unknown {
  stdin.on('error', () => undefined);
  if (typeof input === 'string') {
    stdin.end();
    return () => undefined;
  }
  let failure: unknown;
  const closed = new AbortController();
  stdin.once('close', () => closed.abort());
  copy(stdin, pullSource(input, closed.signal)).catch((error: unknown) => {
    failure = closed.signal.aborted ? undefined : error;
    stdin.destroy();
  });
  return () => failure;
}

async function copy(stdin: Writable, source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const bytes of source) {
    if (!stdin.write(bytes)) {
      await roomOrClosed(stdin);
    }
    if (stdin.destroyed) {
      return;
    }
  }
  stdin.end();
}

function roomOrClosed(stdin: Writable): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stdin.off('drain', settle);
      stdin.off('close', settle);
      resolve();
    };
    stdin.on('drain', settle);
    stdin.on('close', settle);
  });
}
