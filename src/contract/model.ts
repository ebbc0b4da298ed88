/**
 * One call a model asks for, in the form the providers use. `arguments` is JSON text, written anew after it was parsed:
 * integers that would lose digits in a program are texts of their digits there.
 */
export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
  /** The provider's own id where an earlier call of the conversation has it already. */
  readonly wire_id?: string;
  /** What the provider wants back word for word, such as a thought signature. */
  readonly extra_content?: unknown;
}

/** A piece of what a user says. An image is an https URL, or `data:image/…;base64,…`. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: ImageUrl };

export interface ImageUrl {
  readonly url: string;
  readonly detail?: 'auto' | 'low' | 'high';
}

/** One message of a conversation, in the form the providers use. */
export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly ContentPart[] }
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
  /** Of each call the number that it had while it formed. */
  readonly call_indexes?: readonly number[];
  readonly rejected: readonly RejectedToolCall[];
  readonly usage: ModelUsage;
  readonly usage_status: UsageStatus;
  /** Every leniency towards the provider that was needed. */
  readonly flags: readonly string[];
}

/** That a call forms. What it is comes with `turn` only: its pieces may be cut, repeated, or those of two calls. */
export type ToolCallPart =
  /** Once for each call, when its name is known. */
  | { readonly type: 'tool-call-start'; readonly index: number; readonly name: string }
  /** How long its arguments are so far, as the model writes them, in UTF-8; small pieces are told together. */
  | { readonly type: 'tool-call-delta'; readonly index: number; readonly argument_bytes: number };

/** What a model says while it speaks. Texts are never empty. The last part is `turn`. */
export type ModelPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | ToolCallPart
  /** Everything known so far of this turn; the later one replaces the earlier one. */
  | { readonly type: 'usage'; readonly usage: ModelUsage }
  | { readonly type: 'turn'; readonly turn: ModelTurn };

/** What a model failed with: `details.kind` of the error. Where the provider answered with a status, that is there too. */
export type ModelFailureKind =
  /** The answer ended before the provider said that it was complete. */
  | 'stream_interrupted'
  /** The provider says in its answer, or by its status, that it failed. */
  | 'provider_error'
  /** A piece of the answer is not what this kind of provider sends. */
  | 'invalid_chunk'
  /** Calls were announced, and none came. Asking again helps at times. */
  | 'empty_tool_calls'
  | 'too_many_calls'
  | 'arguments_too_large'
  | 'answer_too_long'
  | 'empty_stream'
  | 'bad_content_type'
  | 'redirect_refused'
  | 'unreachable'
  | 'idle_timeout'
  | 'key_refused'
  | 'not_found'
  | 'request_refused'
  /** `details.retry_after_ms` is how long the provider wants to be left alone, where it says so. */
  | 'rate_limited';

export interface ModelCallOptions {
  readonly signal: AbortSignal;
  /** Asked before a request is repeated, and counts it when it is allowed; false: the failure stands. */
  readonly mayAskAgain?: () => boolean;
}

/**
 * The port to a model. `stream` is pulled and yields raw parts: what they hold has not passed the firewall. It throws
 * KernelError (`MODEL_FAILED`, `TIMEOUT`, `CANCELLED`, `LIMIT_REACHED`, `USAGE`, and `POLICY_DENIED` for an address that is
 * not allowed) with a message that is safe to show, when there is no clean end of the turn; then no call of that turn may
 * run. A request is repeated only while nothing of its answer was read. Leaving the loop closes the connection.
 */
export interface ModelClient {
  stream(request: ModelRequest, options: ModelCallOptions): AsyncIterable<ModelPart>;
  /** Vectors of texts, where the provider has them; throws as `stream` does, and USAGE where it has none. */
  embed?(request: EmbeddingRequest, options: ModelCallOptions): Promise<Embeddings>;
}

export interface EmbeddingRequest {
  readonly model: string;
  readonly input: readonly string[];
}

/** One vector for each text, in their order; all of them are equally long. */
export interface Embeddings {
  readonly embeddings: readonly (readonly number[])[];
  readonly usage: ModelUsage;
  readonly usage_status: UsageStatus;
}

/** Which model provider is spoken to, and how. */
export interface ModelClientOptions {
  /** What is spoken: Chat Completions and whatever is compatible with them, Responses, Messages, or Ollama's own API. */
  readonly provider: 'openai' | 'openai-responses' | 'anthropic' | 'ollama';
  /** Where the API begins, such as https://api.openai.com/v1; the usual place of the provider when absent. */
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further members of each request, such as reasoning_effort. */
  readonly extra_body?: Readonly<Record<string, unknown>> | undefined;
  /** 10 seconds for a connection, and two minutes of silence, when absent. */
  readonly timeouts?: { readonly connect_ms?: number | undefined; readonly idle_ms?: number | undefined } | undefined;
  /** Two, and at most ten seconds before each, when absent. */
  readonly retries?: { readonly attempts?: number | undefined; readonly max_delay_ms?: number | undefined } | undefined;
  /** The host may have a private or local address. */
  readonly allow_private?: boolean | undefined;
  /** Host names that may have one. */
  readonly allow_hosts?: readonly string[] | undefined;
  /** More certificate authorities, as PEM. */
  readonly ca_file?: string | undefined;
  readonly limits?: ModelLimits | undefined;
}

export interface ModelLimits {
  /** Tool calls in one turn; 128 when absent. */
  readonly max_calls?: number | undefined;
  /** Arguments of one call; 262,144 when absent. */
  readonly max_argument_chars?: number | undefined;
  /** The whole answer with all arguments; 4,194,304 when absent. */
  readonly max_answer_chars?: number | undefined;
  /** One piece as the provider sends it; 4,194,304 when absent. */
  readonly max_event_chars?: number | undefined;
  /** The answer as it is sent; 67,108,864 when absent. */
  readonly max_response_bytes?: number | undefined;
}

/** What a client takes from the process around it: variables that name a proxy, and where a relative `ca_file` starts. */
export interface ModelClientHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}
