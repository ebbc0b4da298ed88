/** One call a model asks for, in the form the providers use. `arguments` is JSON text, re-serialised after it was parsed. */
export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
  /** What the provider wants back word for word, such as a thought signature. */
  readonly extra_content?: unknown;
}

/** One message of a conversation, in the form the providers use. */
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly tool_call_id: string };

/** A tool as a model is told of it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  /** Most model tokens of the answer. */
  readonly max_tokens?: number;
  readonly temperature?: number;
}

/** Why a model ended its turn. `tool_calls` whenever there are calls, whatever the wire said. */
export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'refusal';

/** Model tokens as the provider says; absent is not known, which is not zero. */
export interface ModelUsage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
}

/** `partial`: what was known when the turn was cut short. */
export type UsageStatus = 'reported' | 'partial' | 'missing';

/** A call that is not to be run, and must be answered with the reason. */
export interface RejectedToolCall {
  readonly id: string;
  readonly name: string;
  readonly reason: 'truncated' | 'invalid_arguments' | 'unknown_tool' | 'missing_name';
  /** As it came, so that it can be echoed. */
  readonly arguments: string;
}

/** The end of one turn of a model. Calls are here and nowhere else: nothing may be run before the turn ended cleanly. */
export interface ModelTurn {
  readonly finish_reason: FinishReason;
  readonly text: string;
  readonly tool_calls: readonly ToolCall[];
  readonly rejected: readonly RejectedToolCall[];
  readonly usage: ModelUsage;
  readonly usage_status: UsageStatus;
  /** Every leniency towards the provider that was needed. */
  readonly flags: readonly string[];
}

/** What a model says while it speaks. Texts are never empty. The last part is `turn`. */
export type ModelPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  /** Everything known so far of this turn; the later one replaces the earlier one. */
  | { readonly type: 'usage'; readonly usage: ModelUsage }
  | { readonly type: 'turn'; readonly turn: ModelTurn };

export interface ModelCallOptions {
  readonly signal: AbortSignal;
}

/**
 * The port to a model. `stream` is pulled and yields raw parts: what they hold has not passed the firewall. It throws
 * KernelError (`MODEL_FAILED`, `TIMEOUT`, `CANCELLED`, `LIMIT_REACHED`, `USAGE`) with a message that is safe to show, when
 * there is no clean end of the turn; then no call of that turn may run. Leaving the loop closes the connection.
 */
export interface ModelClient {
  stream(request: ModelRequest, options: ModelCallOptions): AsyncIterable<ModelPart>;
}
