import type { ToolFailure } from './actor.js';
import type { ApproveCall } from './approval.js';
import type { Capability } from './capability.js';
import type { Frame, ResponseMode } from './frame.js';
import type { Principal } from './principal.js';

/** Which capabilities become tools of somebody else's loop, and how they are called. */
export interface ToolAdapterOptions {
  /** Whose grants the calls run under, and whose traces they leave. */
  readonly principal: Principal;
  /** Ids, or a choice among what the principal may call; all of that when absent, but what nobody could approve. */
  readonly capabilities?: readonly string[] | ((capability: Capability) => boolean);
  /** Model tokens of one answer; the kernel's own default when absent. */
  readonly budget?: number;
  /** `auto` when absent. */
  readonly mode?: ResponseMode;
  /** All calls share what is left of its budget. */
  readonly sessionId?: string;
  readonly justification?: string;
  /** Asked before each call of a capability that changes something; without it such a call is denied. */
  readonly approve?: ApproveCall;
  /** Ends every call. */
  readonly signal?: AbortSignal;
}

/** What a model reads of a call: the frame, or why there is none. */
export type ToolOutput = Frame | ToolFailure;

/** A schema as the AI SDK takes it, and as Standard Schema describes it. It checks nothing: the kernel does, and says why. */
export interface ToolInputSchema {
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  readonly validate: undefined;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'akernel';
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** A tool of the AI SDK. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: ToolInputSchema;
  /** Never rejects: a model can act on a refusal. */
  readonly execute: (input: unknown, options?: AiSdkCallOptions) => Promise<ToolOutput>;
}

/** Of what the AI SDK says of a call, what is of use here. */
export interface AiSdkCallOptions {
  readonly abortSignal?: AbortSignal | undefined;
  readonly toolCallId?: string;
}

/** By their names for models: `demo.customers` is `demo__customers`. */
export type AiSdkTools = Record<string, AiSdkTool>;

/** A tool of Chat Completions. */
export interface OpenAiTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** A call as an answer of Chat Completions has it. */
export interface OpenAiToolCall {
  readonly id: string;
  readonly type: string;
  /** Absent in calls of tools that are none of these. */
  readonly function?: { readonly name: string; readonly arguments: string };
}

export interface OpenAiToolAnswer {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

export interface OpenAiTools {
  /** For the member `tools` of a request. */
  readonly tools: OpenAiTool[];
  /** The message that answers a call. Never rejects: denials, broken arguments and unknown names are answers, as JSON. */
  readonly call: (toolCall: OpenAiToolCall, options?: { readonly signal?: AbortSignal }) => Promise<OpenAiToolAnswer>;
}
