import type { ToldMessage } from '../contract/model-call.js';

/** The conversation of a session, as one run continues it. */
export interface Talk {
  /** What is told before the conversation, such as how much of it is left out; empty where there is nothing. */
  readonly note: string;
  /** What was said before, each call with its answer. */
  readonly before: readonly ToldMessage[];
  /** Keeps what a finished step added; it is safe when this resolves. */
  readonly keep: (messages: readonly ToldMessage[]) => Promise<void>;
}
