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
    exit_code: exit.exit_code,
    signal: exit.signal,
    forced,
    text: message?.text ?? state.text,
    text_cut: message?.text === undefined && state.textCut,
    ...(message?.summary === undefined ? {} : { summary: message.summary }),
    ...(message?.metadata === undefined ? {} : { metadata: message.metadata }),
    chunks: retained.items(),
    chunk_count: retained.total(),
    dropped_chunks: retained.dropped(),
    malformed_lines: counts.malformed,
    blank_lines: counts.blank,
    oversized_lines: counts.oversized,
    oversized_bytes: counts.oversizedBytes,
    unknown_messages: counts.unknown,
    late_chunks: counts.late,
    get callback_errors() {
      return counts.callbackErrors;
    },
    charged: charges.charged(),
    tool_calls: counts.toolCalls,
    restarts: counts.restarts,
    stderr_tail: stderrTail,
    duration_ms: state.durationMs(),
    ...(firstPartMs === undefined ? {} : { first_part_ms: firstPartMs }),
    get warnings() {
      return [...state.warnings];
    },
  };
}

/** The result of a run that this program itself broke. */
export function brokenResult(error: RunnerResult['error'], state: RunState): RunnerResult {
  const exit = { exit_code: null, signal: null };
  const outcome = { status: 'failed', exit_kind: 'failed', protocol_error: false } as const;
  const end = { outcome, message: undefined, exit, forced: false, stderrTail: '' };
  return { ...describeResult(end, state), ...(error === undefined ? {} : { error }) };
}
