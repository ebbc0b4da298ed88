import type { ApproveCall } from './approval.js';
import type { ErrorCode } from './errors.js';
import type { Frame, ResponseMode } from './frame.js';
import type { FinishReason, ModelClient, UsageStatus } from './model.js';
import type { RunResult, StreamRun } from './stream-run.js';

/** How far a walk through a graph has come. What models and tools said has passed the firewall. */
export interface ActorState {
  /** What the graph was given. */
  readonly message: string;
  /** What the last node gave; the message at first. */
  readonly text: string;
  /** The last text of every node that ran, by its id. */
  readonly outputs: ReadonlyMap<string, string>;
}

/**
 * What a graph leaves to its program. A promise is waited for within the limits of the run; the signal is aborted when the
 * run is to end. What it throws is the failure of its node, and is not shown.
 */
export type ActorFunction<T> = (state: ActorState, signal: AbortSignal) => T | Promise<T>;

/** A model speaks, and may call tools; the node's text is what its last turn says. */
export interface LlmNode {
  readonly type: 'llm';
  /** One of the executor's models, by its name there. */
  readonly model: string;
  readonly system?: string;
  /** What the model is asked; the text of the node before, if not given. */
  readonly prompt?: ActorFunction<string>;
  /** Capabilities that the model may call, by their ids. Each call is a grant and an invocation of the principal. */
  readonly tools?: readonly string[];
  readonly max_tokens?: number;
  readonly temperature?: number;
  /** It continues the conversation of the session, where there is one, and what it says is kept there. */
  readonly history?: boolean;
}

/** A capability is invoked; the node's text is its frame, or the frame's text if that is all there was. */
export interface ToolNode {
  readonly type: 'tool';
  readonly capability_id: string;
  readonly args?: Readonly<Record<string, unknown>> | ActorFunction<Readonly<Record<string, unknown>>>;
  /** `table` if not given. */
  readonly mode?: ResponseMode;
  readonly max_rows?: number;
}

/** Another graph; its message is `prompt`, or the text of the node before. */
export interface GraphNode {
  readonly type: 'graph';
  readonly graph: ActorGraph;
  readonly prompt?: ActorFunction<string>;
}

/** Names the next node, one of those its edges lead to. Its text is that of the node before. */
export interface RouterNode {
  readonly type: 'router';
  readonly route: ActorFunction<string>;
}

export type ActorNode = LlmNode | ToolNode | GraphNode | RouterNode;

/** Of the edges of a node the first one that has no condition, or whose condition holds after the node, is taken. */
export interface ActorEdge {
  readonly from: string;
  readonly to: string;
  readonly when?: ActorFunction<boolean>;
}

/**
 * Nodes, and the ways between them. The walk ends after an exit node of which no edge leads on. The text of an exit node
 * without edges is streamed; of one with edges it comes as a whole, because only after it is known whether it was the last.
 */
export interface ActorGraph {
  readonly nodes: Readonly<Record<string, ActorNode>>;
  readonly edges?: readonly ActorEdge[];
  readonly entry: string;
  readonly exit_nodes: readonly string[];
}

/** One run's limits, shared by all its graphs. 0 allows none. Costs are millionths of the currency of the prices. */
export interface ActorLimits {
  /** From the start of the run, its consumer's time included. */
  readonly timeout_ms?: number | undefined;
  /** How long a model, a tool or a function of the graph that is waited for may be silent. */
  readonly idle_timeout_ms?: number | undefined;
  /** Requests that are repeated count too. 100 if not given. */
  readonly max_model_calls?: number | undefined;
  /** 200 if not given. */
  readonly max_tool_calls?: number | undefined;
  /** Nodes that a walk may come to, those of graphs within graphs included; 100 if not given. */
  readonly max_depth?: number | undefined;
  /** Looked at before each call: one that goes over it, or whose usage is not reported, is the last. */
  readonly max_cost_micro?: number | undefined;
}

/** What a million model tokens cost, in millionths of the currency. */
export interface ModelPrice {
  readonly input_micro: number;
  readonly output_micro: number;
}

/** A model that nodes can name. */
export interface ActorModel {
  readonly client: ModelClient;
  /** Its name at the provider; prices are found by it. */
  readonly model: string;
}

/** Model tokens. Zeros are known to be zeros only when the status is `reported`. */
export interface ActorUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  readonly usage_status: UsageStatus;
}

export interface NodeUsage extends ActorUsage {
  /** With the ids of the graph nodes it is in: `outer/inner`. */
  readonly node_id: string;
  readonly model_calls: number;
}

/** A live snapshot. */
export interface ActorProgress extends ActorUsage {
  readonly model_calls: number;
  readonly tool_calls: number;
  readonly depth: number;
  readonly cost_micro: number;
  readonly by_node: readonly NodeUsage[];
}

/** One part of a run. `seq` counts from 0 without gaps; `start` is first, one of the last three is last. */
export type ActorPart = ActorPartBody & {
  readonly run_id: string;
  readonly seq: number;
  /** Unix milliseconds. */
  readonly at: number;
  readonly node_id?: string;
  /** A node is one step, a node that calls tools one for each turn of its model. */
  readonly step?: number;
};

export type ActorPartBody =
  | { readonly type: 'start' }
  | { readonly type: 'start-step' }
  | { readonly type: 'finish-step'; readonly usage?: ActorUsage }
  | { readonly type: 'text-delta'; readonly delta: string }
  /** A call forms, of the node whose text is streamed. It may come to nothing: then no `tool-call` has its id. */
  | { readonly type: 'tool-call-start'; readonly tool_call_id: string; readonly tool_name: string }
  /** How many bytes of arguments the model has written so far. */
  | { readonly type: 'tool-call-delta'; readonly tool_call_id: string; readonly argument_bytes: number }
  | {
      readonly type: 'tool-call';
      /** The run's own. */
      readonly tool_call_id: string;
      /** The id of the capability. */
      readonly tool_name: string;
      /** Redacted; only of the node whose text is streamed. */
      readonly input?: unknown;
    }
  | {
      readonly type: 'tool-result';
      readonly tool_call_id: string;
      /** Only of the node whose text is streamed. */
      readonly output?: Frame | ToolFailure;
      readonly is_error?: boolean;
    }
  | { readonly type: 'usage'; readonly usage: ActorUsage }
  | { readonly type: 'finish'; readonly finish_reason: FinishReason; readonly usage: ActorUsage }
  | { readonly type: 'abort'; readonly reason: string }
  | {
      readonly type: 'error';
      readonly error: { readonly code: ErrorCode; readonly message: string; readonly hint?: string };
    };

/** Why a tool call gave no frame. */
export interface ToolFailure {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}

/** The end of a run, however it ended. */
export interface ActorResult extends RunResult {
  /** What the last step of the last node said: in a node that calls tools, not what it said before it called them. */
  readonly text: string;
  /** Only the beginning of the text is kept: its first mebi-characters. */
  readonly text_cut: boolean;
  /** What came for the text and is not in it: beyond what is kept, or held back when its turn failed. */
  readonly omitted_chars: number;
  readonly finish_reason?: FinishReason;
  readonly usage: ActorUsage;
  /** In the order in which they were first called. */
  readonly usage_by_node: readonly NodeUsage[];
  readonly model_calls: number;
  readonly tool_calls: number;
  readonly depth: number;
  /** What is known of it; 0 without prices. */
  readonly cost_micro: number;
  readonly duration_ms: number;
  readonly first_part_ms?: number;
  readonly warnings: readonly string[];
  /** It did not complete: text and usage are what there was. */
  readonly partial: boolean;
}

export type ActorRun = StreamRun<ActorPart, ActorResult, ActorProgress>;

export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  /** Aborted: the run ends after the step that is under way, as cancelled. */
  readonly stopSignal?: AbortSignal;
  /** Without it no call of a model is done that is not READ. */
  readonly approve?: ApproveCall;
  readonly sessionId?: string;
  /** For the grants of its tool calls. */
  readonly justification?: string;
}

/** Walks one graph, as often as it is asked to, also at the same time. */
export interface Executor {
  /**
   * Begins in the next microtask and runs ahead of its consumer by no more than 256 Ki characters of text. Mistakes are the
   * run's failure.
   */
  executeStream(message: string, options?: ExecuteOptions): ActorRun;
  /** The drained stream's result; never rejects. */
  execute(message: string, options?: ExecuteOptions): Promise<ActorResult>;
  /** Of the run that settled last; undefined before the first. */
  readonly lastResult: ActorResult | undefined;
}
