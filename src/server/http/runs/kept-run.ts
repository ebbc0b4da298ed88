import type { RunResult, StreamRun } from '../../../contract/stream-run.js';
import type { Caller } from '../callers.js';
import type { EventLog } from './run-log.js';

export interface NewRun<Part, Result extends RunResult> {
  readonly kind: 'invocation' | 'expansion' | 'agent';
  /** Who began it: the run does not outlive a revoked capability token. */
  readonly caller: Pick<Caller, 'owner' | 'only' | 'watch'>;
  /** What it is a run of, for whoever asks later. */
  readonly about: Readonly<Record<string, string>>;
  readonly source: StreamRun<Part, Result>;
  /** Ends it after the step that is under way, where it has steps. */
  readonly stop?: () => void;
  /** What happens when nobody has read it for a while: cancelled, or run to its end. */
  readonly onDisconnect: 'cancel' | 'continue';
  /** The name of the event of each part. */
  readonly event: 'frame' | 'part';
  /** One part as JSON on one line. */
  readonly dataOf: (part: Part) => string;
  /** What the terminal event and the state of the run say of its end. */
  readonly endOf: (result: Result) => Readonly<Record<string, unknown>>;
}

/** A run whose events can be read, from the beginning or from where a reader was cut off. */
export interface KeptRun {
  readonly runId: string;
  readonly log: EventLog;
  /** Resolved when whoever is told of the run can read it, at any server. */
  readonly begun: Promise<void>;
  /** What can be shown of it. */
  readonly state: () => Readonly<Record<string, unknown>>;
  /** Counts a reader; what it gives counts it out again. */
  readonly join: () => () => void;
  readonly cancel: (reason: string) => void | Promise<void>;
  /** Ends it after the step that is under way; one without steps is cancelled. */
  readonly stop: (reason: string) => void | Promise<void>;
}
