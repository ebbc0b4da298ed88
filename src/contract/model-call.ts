import type { ModelClient, ModelRequest, ModelTurn, ModelUsage, ToolCall } from './model.js';
import type { Principal } from './principal.js';

/** One call of a model for a principal. What the request says is redacted before the client gets it, frames of tools excepted. */
export interface ModelCall {
  readonly client: ModelClient;
  /** Its `tools` describe capabilities as `kernel.capabilities` shows them; its `tool` messages are lines of frames. */
  readonly request: ModelRequest;
  readonly principal: Principal;
  /** Its reason is the error of the call, if it is a KernelError. */
  readonly signal: AbortSignal;
  readonly sessionId?: string;
  /** How long a client that ignores the signal is waited for when it is closed; 2 s when absent. */
  readonly graceMs?: number;
}

/** The end of a turn, redacted. Its text is what the `text` parts said. */
export type ShownTurn = Omit<ModelTurn, 'text'>;

/** What a model says, as it may be shown. Texts are never empty. The last part is `turn`, unless the call throws. */
export type ShownModelPart =
  | { readonly type: 'text'; readonly text: string }
  /** All that is known so far of this turn. */
  | { readonly type: 'usage'; readonly usage: ModelUsage }
  /** Something came of which nothing can be shown: now, or at all. */
  | { readonly type: 'silent' }
  | {
      readonly type: 'turn';
      readonly turn: ShownTurn;
      /** The calls of the turn, in the same order, as the model wrote them: to be run, and for nothing else. */
      readonly calls: readonly ToolCall[];
    };
