import type { Writable } from 'node:stream';
import type { ToRunner } from '../../../contract/runner.js';

/** Writes to a runner, which may read late or never: no failure and no waiting is the writer's concern. */
export interface Outbox {
  /** Resolves when the runner's pipe took it, or never will. */
  readonly send: (message: ToRunner) => Promise<void>;
  /** No more messages; what was sent is still written. */
  readonly end: () => void;
  readonly close: () => void;
}

export function createOutbox(stdin: Writable): Outbox {
  // A runner that has gone or does not read any more is seen at its output and its exit.
  stdin.on('error', () => undefined);
  return {
    async send(message) {
      if (stdin.writableEnded || stdin.destroyed) {
        return;
      }
      await new Promise<void>((resolve) => {
        stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
      });
    },
    end() {
      stdin.end();
    },
    close() {
      stdin.destroy();
    },
  };
}
