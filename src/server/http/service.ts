import type { AgentKernel } from '../../contract/agent.js';
import type { Encoding } from '../../contract/budget.js';
import type { PrintedForm, Rendering } from '../../contract/frame.js';
import type { IdempotentReplies } from './idempotent-replies.js';
import type { Metrics } from './metrics.js';
import type { Readings } from './readings.js';
import type { RunBook } from './runs/run-book.js';

/** What the routes work with. */
export interface Service {
  readonly kernel: AgentKernel;
  /** What is served, as an OpenAPI document. */
  readonly description: () => Readonly<Record<string, unknown>>;
  /** Whether results and traces can be kept now. */
  readonly isStoreReady: () => Promise<boolean>;
  readonly version: string;
  readonly defaults: { readonly maxTokens: number; readonly encoding: Encoding };
  /** What a client prints in place of the lines of frames: the budget is then charged for that. Made anew for each result. */
  readonly renderingOf: (form: PrintedForm) => Rendering;
  readonly runs: RunBook;
  readonly readings: Readings;
  /** How many searches go on, by owner. */
  readonly searches: Map<string, number>;
  readonly replies: IdempotentReplies;
  readonly metrics: Metrics;
  /** A turn of the event loop for one request. */
  readonly turn: () => Promise<void>;
  /** Invocations that a client waits for. */
  readonly calls: Set<{ readonly cancel: (reason: string) => unknown }>;
  /** Sources of capabilities, such as MCP servers: those that failed, once all have started. */
  readonly loading: ReturnType<AgentKernel['capabilities']['load']>;
  /** Set when the server is to end: nothing new is begun. */
  readonly ending: AbortSignal;
}
