import type { Frame } from './frame.js';
import type {
  EmbeddingRequest,
  ModelClient,
  ModelMessage,
  ModelRequest,
  ModelTurn,
  ModelUsage,
  ToolCall,
  ToolCallPart,
} from './model.js';
import type { Principal } from './principal.js';

/** A frame of an invocation is redacted as its capability wants it, and read as it is; every other message is redacted. */
export type ToldMessage =
  | ModelMessage
  | { readonly role: 'tool'; readonly frame: Frame; readonly tool_call_id: string };

/** One call of a model for a principal. */
export interface ModelCall {
  readonly client: ModelClient;
  /** Its `tools` describe capabilities as `kernel.capabilities` shows them. */
  readonly request: Omit<ModelRequest, 'messages'> & { readonly messages: readonly ToldMessage[] };
  readonly principal: Principal;
  /** Its reason is the error of the call, if it is a KernelError. */
  readonly signal: AbortSignal;
  readonly sessionId?: string;
  /** Asked before a request is repeated; false: the failure stands. */
  readonly mayAskAgain?: () => boolean;
  /** How long a client that ignores the signal is waited for when it is closed; 2 s when absent. */
  readonly graceMs?: number;
}

/** Texts that a model makes vectors of, for a principal. */
export interface EmbedCall extends Pick<ModelCall, 'client' | 'principal' | 'signal' | 'sessionId' | 'mayAskAgain'> {
  readonly request: EmbeddingRequest;
}

/**
 * The end of a turn, redacted. Its text is what the `text` parts said. Ids of calls are the provider's, which wants them back as
 * they are: they are for the next request, and not to be shown.
 */
export type ShownTurn = Omit<ModelTurn, 'text'>;

/** What a model says, as it may be shown. Texts are never empty. The last part is `turn`, unless the call throws. */
export type ShownModelPart =
  /** The first part: what the model is told, as it is told it. To be kept and told again, not to be shown: ids are in it. */
  | { readonly type: 'asked'; readonly messages: readonly ModelMessage[] }
  | { readonly type: 'text'; readonly text: string }
  /** A call forms. Of a name that the model was not told of what is surely no secret is left. */
  | ToolCallPart
  /** All that is known so far of this turn. */
  | { readonly type: 'usage'; readonly usage: ModelUsage }
  /** Something came of which nothing can be shown: now, or at all. */
  | { readonly type: 'silent' }
  /** The call fails, and so much of what it said stays unsaid: nobody knows what it would have become. */
  | { readonly type: 'withheld'; readonly chars: number }
  | {
      readonly type: 'turn';
      readonly turn: ShownTurn;
      /** The calls of the turn, in the same order, as the model wrote them: to be run, and for nothing else. */
      readonly calls: readonly ToolCall[];
    };
