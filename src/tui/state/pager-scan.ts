import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FindProgress, FindRequest } from '../../contract/expansion.js';

/** Looks for rows through the kernel. */
export type FindRows = (question: Omit<FindRequest, 'handleId' | 'principal'>) => AsyncIterable<FindProgress>;

export interface ScanListener {
  /** false: enough was found. */
  readonly onPart: (part: FindProgress) => boolean;
  readonly onEnd: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Runs one search in the background until it ends or is stopped; keys and drawing have their turn in between. */
export function startScan(
  find: FindRows,
  question: Omit<Parameters<FindRows>[0], 'signal'>,
  listener: ScanListener,
): () => void {
  const stop = new AbortController();
  void run();
  return () => stop.abort();

  async function run(): Promise<void> {
    try {
      for await (const part of find({ ...question, signal: stop.signal })) {
        if (stop.signal.aborted || !listener.onPart(part)) {
          return;
        }
        await nextTurn();
      }
      if (!stop.signal.aborted) {
        listener.onEnd();
      }
    } catch (error) {
      if (!stop.signal.aborted) {
        listener.onFailure(error);
      }
    }
  }
}
