import type { Charges, RunnerChunk, RunnerPart, RunnerPartBody, RunnerUsage } from '../../../contract/runner.js';
import { type ChargeBook, createChargeBook } from './charge-book.js';
import { chunkSize } from './content-size.js';
import { createRetained, type Retained } from './retained.js';

const MOST_TEXT_CHARS = 1024 * 1024;

/** What is known of one run so far, over all its processes. */
export interface RunState {
  readonly retained: Retained<RunnerChunk>;
  readonly charges: ChargeBook;
  readonly counts: Record<keyof typeof COUNTS, number>;
  readonly warnings: string[];
  step: number | undefined;
  text: string;
  textCut: boolean;
  /** The part as it is told, numbered. */
  readonly part: (body: RunnerPartBody) => RunnerPart;
  readonly keepChunk: (chunk: RunnerChunk) => void;
  readonly usage: () => RunnerUsage;
  readonly durationMs: () => number;
  readonly firstPartMs: () => number | undefined;
}

const COUNTS = {
  malformed: 0,
  blank: 0,
  oversized: 0,
  oversizedBytes: 0,
  unknown: 0,
  late: 0,
  callbackErrors: 0,
  toolCalls: 0,
  restarts: 0,
};

export interface RunStateOptions {
  readonly runId: string;
  readonly grants: Charges | undefined;
  readonly retain: { readonly chunks: number; readonly bytes: number };
}

export function createRunState({ runId, grants, retain }: RunStateOptions): RunState {
  const startedMs = performance.now();
  let firstPartMs: number | undefined;
  let seq = 0;
  const state: RunState = {
    retained: createRetained(retain),
    charges: createChargeBook(grants),
    counts: { ...COUNTS },
    warnings: [],
    step: undefined,
    text: '',
    textCut: false,
    part(body) {
      if (body.type !== 'start') {
        firstPartMs ??= performance.now() - startedMs;
      }
      const { step } = state;
      const part = { ...body, run_id: runId, seq, at: Date.now(), ...(step === undefined ? {} : { step }) };
      seq += 1;
      return part;
    },
    keepChunk(chunk) {
      state.retained.add(chunk, chunkSize(chunk));
      if (chunk.kind === 'text' && typeof chunk.content === 'string') {
        const room = MOST_TEXT_CHARS - state.text.length;
        state.text += chunk.content.slice(0, room);
        state.textCut ||= chunk.content.length > room;
      }
    },
    usage: () => ({
      chunks: state.retained.total(),
      tool_calls: state.counts.toolCalls,
      restarts: state.counts.restarts,
      charged: state.charges.charged(),
    }),
    durationMs: () => performance.now() - startedMs,
    firstPartMs: () => firstPartMs,
  };
  return state;
}
