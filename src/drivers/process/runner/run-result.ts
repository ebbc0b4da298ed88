import type { RunnerResult } from '../../../contract/runner.js';
import type { Exit } from '../start-group.js';
import type { ExitMessage } from './drive-process.js';
import type { Outcome } from './outcome.js';
import type { RunState } from './run-state.js';

/** The end of one process of a run. */
export interface ProcessEnd {
  readonly outcome: Outcome;
  readonly message: ExitMessage | undefined;
  readonly exit: Exit;
  readonly forced: boolean;
  readonly stderrTail: string;
}

/** The result of the run; what its consumer's callback did afterwards is still counted in it. */
export function describeResult(
  { outcome, message, exit, forced, stderrTail }: ProcessEnd,
  state: RunState,
): RunnerResult {
  const { counts, retained, charges } = state;
  const firstPartMs = state.firstPartMs();
  return {
    ...outcome,
    exitCode: exit.exit_code,
    signal: exit.signal,
    forced,
    text: message?.text ?? state.text,
    textCut: message?.text === undefined && state.textCut,
    ...(message?.summary === undefined ? {} : { summary: message.summary }),
    ...(message?.metadata === undefined ? {} : { metadata: message.metadata }),
    chunks: retained.items(),
    chunkCount: retained.total(),
    droppedChunks: retained.dropped(),
    malformedLines: counts.malformed,
    blankLines: counts.blank,
    oversizedLines: counts.oversized,
    oversizedBytes: counts.oversizedBytes,
    unknownMessages: counts.unknown,
    lateChunks: counts.late,
    get callbackErrors() {
      return counts.callbackErrors;
    },
    charged: charges.charged(),
    toolCalls: counts.toolCalls,
    restarts: counts.restarts,
    stderrTail,
    durationMs: state.durationMs(),
    ...(firstPartMs === undefined ? {} : { firstPartMs }),
    get warnings() {
      return [...state.warnings];
    },
  };
}

/** The result of a run that this program itself broke. */
export function brokenResult(error: RunnerResult['error'], state: RunState): RunnerResult {
  const exit = { exit_code: null, signal: null };
  const outcome = { status: 'failed', exitKind: 'failed', protocolError: false } as const;
  const end = { outcome, message: undefined, exit, forced: false, stderrTail: '' };
  return { ...describeResult(end, state), ...(error === undefined ? {} : { error }) };
}
