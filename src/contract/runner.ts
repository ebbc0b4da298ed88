import type { Kernel } from './kernel.js';
import type { Principal } from './principal.js';
import type { RunResult, StreamRun } from './stream-run.js';

/** How a runner ended, in the words of the wire. */
export const RUNNER_EXIT_KINDS = ['completed', 'cancelled', 'failed', 'crashed'] as const;
export type RunnerExitKind = (typeof RUNNER_EXIT_KINDS)[number];

/** Why a tool call of a runner was not done. */
export type ToolRefusal = 'tool_not_found' | 'permission_denied' | 'invalid_args' | 'tool_failed';

/** One piece of a runner's output as it came over the wire. `kind` is `text`, `tool_output`, `stdout` or its own. */
export interface RunnerChunk {
  readonly kind: string;
  readonly content: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What the supervisor says: one JSON object on one line of the runner's standard input. */
export type ToRunner =
  | { readonly op: 'init'; readonly pid: number; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly op: 'stop' }
  | { readonly op: 'resume' }
  | { readonly op: 'tool_response'; readonly tool_call_id: string; readonly ok: true; readonly result: unknown }
  | {
      readonly op: 'tool_response';
      readonly tool_call_id: string;
      readonly ok: false;
      readonly error: ToolRefusal;
      readonly message: string;
    }
  | { readonly op: 'permission_response'; readonly request_id: string; readonly granted: boolean };

/** What a runner says: one JSON object on one line of its standard output. `ready` is its first word, `exit` its last. */
export type FromRunner =
  | { readonly op: 'ready'; readonly pid: unknown }
  | { readonly op: 'log'; readonly level: string; readonly msg: string }
  | { readonly op: 'iteration_start'; readonly iter: number | undefined }
  | {
      readonly op: 'iteration_done';
      readonly iter: number | undefined;
      readonly tokens: unknown;
      readonly cost_micro: unknown;
    }
  | { readonly op: 'charge'; readonly dim: unknown; readonly amount: unknown }
  | ({ readonly op: 'chunk' } & RunnerChunk)
  | { readonly op: 'tool_call'; readonly tool_call_id: string; readonly tool: string; readonly args: unknown }
  | { readonly op: 'permission_request'; readonly request_id: string; readonly tool: string; readonly input: unknown }
  | {
      readonly op: 'exit';
      readonly exit_kind: unknown;
      readonly summary?: string;
      readonly text?: string;
      readonly metadata?: Readonly<Record<string, unknown>>;
    };

/** What was charged so far, by dimension (`tokens`, `cost_micro` and so on). */
export type Charges = Readonly<Record<string, number>>;

/** One part of a runner's run. `seq` counts from 0 without gaps; `start` is first, one of the last three is last. */
export type RunnerPart = RunnerPartBody & {
  readonly run_id: string;
  readonly seq: number;
  /** Unix milliseconds. */
  readonly at: number;
  /** The runner's iteration. */
  readonly step?: number;
};

export type RunnerPartBody =
  | { readonly type: 'start'; readonly pid: number }
  | { readonly type: 'start-step' | 'finish-step' }
  | { readonly type: 'text-delta'; readonly delta: string; readonly metadata?: RunnerChunk['metadata'] }
  | {
      readonly type: 'output';
      readonly channel: string;
      readonly text: string;
      readonly metadata?: RunnerChunk['metadata'];
      /** `tool`: what a tool of the supervisor wrote while it ran. */
      readonly source?: 'tool';
    }
  | ({ readonly type: 'custom' } & RunnerChunk)
  | { readonly type: 'tool-call'; readonly tool_call_id: string; readonly tool_name: string; readonly input: unknown }
  | {
      readonly type: 'tool-result';
      readonly tool_call_id: string;
      readonly output: unknown;
      readonly refusal?: ToolRefusal;
    }
  | { readonly type: 'log'; readonly level: string; readonly message: string }
  | { readonly type: 'usage'; readonly charged: Charges }
  | { readonly type: 'breach'; readonly dimension: string; readonly granted: number; readonly charged: number }
  | {
      readonly type: 'restart';
      readonly event: 'crashed' | 'scheduled' | 'restarted' | 'failed' | 'exhausted';
      readonly attempt: number;
      readonly delay_ms?: number;
    }
  | { readonly type: 'finish'; readonly exit_kind: RunnerExitKind }
  | { readonly type: 'abort'; readonly reason: string }
  | { readonly type: 'error'; readonly error: { readonly code: string; readonly message: string } };

/** A live snapshot. */
export interface RunnerUsage {
  readonly chunks: number;
  readonly tool_calls: number;
  readonly restarts: number;
  readonly charged: Charges;
}

/** The end of a runner. Of the chunks the first and the last are kept; the counts are exact. */
export interface RunnerResult extends RunResult {
  readonly exit_kind: RunnerExitKind;
  readonly exit_code: number | null;
  readonly signal: string | null;
  /** It did not end before SIGKILL. */
  readonly forced: boolean;
  /** Its final text, or else the beginning of what it streamed as text. */
  readonly text: string;
  readonly text_cut: boolean;
  readonly summary?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly chunks: readonly RunnerChunk[];
  readonly chunk_count: number;
  readonly dropped_chunks: number;
  readonly malformed_lines: number;
  readonly blank_lines: number;
  /** Lines over `maxLineBytes`, of which nothing is kept. */
  readonly oversized_lines: number;
  readonly oversized_bytes: number;
  readonly unknown_messages: number;
  /** What came after its `exit` and was not delivered. */
  readonly late_chunks: number;
  /** It broke the protocol in a way that decides its end. */
  readonly protocol_error: boolean;
  readonly callback_errors: number;
  readonly charged: Charges;
  readonly tool_calls: number;
  readonly restarts: number;
  /** The last 4 KiB of its standard error. */
  readonly stderr_tail: string;
  readonly duration_ms: number;
  readonly first_part_ms?: number;
  readonly warnings: readonly string[];
}

export interface WaitOptions {
  /** The runner is ended when it takes longer. At least 1. */
  readonly timeoutMs?: number;
  /** Told every chunk in order. A promise is waited for before the next one; a failure changes nothing but is counted. */
  readonly onChunk?: (chunk: RunnerChunk) => unknown;
}

/**
 * A running runner. Its loop, or one `wait` with `onChunk`, is the one consumer, which the runner waits for. `stop` asks
 * it to end, and makes it end after 5 seconds; parts that are under way still come.
 */
export interface Runner extends StreamRun<RunnerPart, RunnerResult, RunnerUsage> {
  /** Its number in the protocol. */
  readonly pid: number;
  /** The operating system's number of the process that runs now. */
  readonly osPid: () => number;
  /** The chunks kept so far. */
  readonly chunks: readonly RunnerChunk[];
  /** Side readers, whom nobody waits for. With `coalesceMs` text that comes within this time is told as one part. */
  observe(fn: (part: RunnerPart) => unknown, options?: { readonly coalesceMs?: number }): () => void;
  wait(options?: WaitOptions): Promise<RunnerResult>;
  stop(): Promise<RunnerResult>;
  /** Tells a runner that paused because of its budget to go on. */
  resume(): void;
}

export interface ToolContext {
  /** Aborted when the run ends. */
  readonly signal: AbortSignal;
  /** Shows what the tool writes while it runs; it comes before the tool's result. */
  readonly emit: (channel: string, text: string) => void;
}

/** What stands behind a tool's name: a function of the host, or a capability under a grant. */
export type RunnerTool =
  | ((args: Readonly<Record<string, unknown>>, context: ToolContext) => unknown)
  | {
      readonly kernel: Pick<Kernel, 'invoke'>;
      readonly capabilityId: string;
      readonly capabilityToken: string;
      readonly principal: Principal;
    };

/** When a crashed runner is started again. A stop is never followed by a start. */
export interface RestartPolicy {
  readonly maxRestarts: number;
  /** The first delay, doubled each time. */
  readonly backoffBaseMs?: number;
  readonly backoffCapMs?: number;
  readonly backoffJitterMs?: number;
  /** A run longer than this was healthy: the count begins anew. */
  readonly stableAfterMs?: number;
}

export interface RunnerSpec {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Variables set for it. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables of this process handed on besides the usual few. */
  readonly envAllow?: readonly string[];
  /** Its number in the protocol; one that no running runner has. */
  readonly pid?: number;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly tools?: Readonly<Record<string, RunnerTool>>;
  /** Answers permission requests; without it, when it fails or takes too long, the answer is no. */
  readonly onPermission?: (request: { readonly tool: string; readonly input: unknown }) => boolean | Promise<boolean>;
  /** What it may charge, by dimension. Going over is recorded in full and told once. */
  readonly grants?: Charges;
  readonly restart?: RestartPolicy;
}

export interface SpawnOptions {
  readonly signal?: AbortSignal;
  /** Times in milliseconds, at least 1. */
  readonly timeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly handshakeTimeoutMs?: number;
  readonly stopGraceMs?: number;
  readonly termGraceMs?: number;
  /** A longer line is dropped and counted; 1 MiB when absent. */
  readonly maxLineBytes?: number;
  /** More lines that are no messages, or more blank ones between two messages, end the run; 100 when absent. */
  readonly maxMalformedLines?: number;
  /** 256 chunks and 1 MiB when absent. */
  readonly retain?: { readonly chunks: number; readonly bytes: number };
}

export interface Supervisor extends AsyncDisposable {
  /**
   * Starts a runner and waits until it is ready. Throws KernelError: DRIVER_FAILED when it does not start (its
   * `details.system_code` is the operating system's, such as ENOENT), DRIVER_PROTOCOL when it does not say that it is
   * ready, CANCELLED when the signal aborted or the supervisor was closed meanwhile; then nothing of it is left.
   */
  readonly spawn: (spec: RunnerSpec, options?: SpawnOptions) => Promise<Runner>;
  readonly runners: () => readonly Runner[];
  /** Stops all that run or are about to; nothing is started after it. */
  readonly close: () => Promise<void>;
  /** Closes it at the end of a block. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}
