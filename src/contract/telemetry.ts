import type { Trace, TraceEvent } from './trace.js';

/** W3C trace context, as the headers `traceparent` and, where there is one, `tracestate`. */
export type TraceContext = Readonly<Record<string, string>>;

export type PartName = 'akernel.driver.execute' | 'akernel.firewall.apply';

/** A part of an action that takes time of its own. */
export interface ActionPart {
  /** For what is asked of others in it. */
  readonly context: TraceContext;
  /** Does something as a part of it, so that spans of others stand below it. */
  readonly run: <Result>(work: () => Result) => Result;
  /** Idempotent. */
  readonly end: (errorCode?: string) => void;
}

/** Told of what happens, as spans and metrics. It observes; it never decides and never throws. */
export interface Telemetry {
  readonly begin: (action: {
    readonly action_id: string;
    readonly event: TraceEvent;
    readonly parent_action_id?: string;
  }) => void;
  readonly part: (actionId: string, name: PartName) => ActionPart;
  /** The action has ended; of one that was not begun it tells all the same. */
  readonly end: (trace: Trace) => void;
  /** Does work for somebody who said which trace it belongs to; a context that is none is ignored. */
  readonly within: <Result>(context: TraceContext, work: () => Result) => Result;
}
