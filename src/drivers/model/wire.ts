import type { EmbeddingRequest, ModelPart, ModelRequest } from '../../contract/model.js';
import type { TurnBuilder } from '../../streams/model-turn/turn-builder.js';

/** A JSON object as a provider sent it. */
export type Members = Readonly<Record<string, unknown>>;

/** How one kind of provider is spoken to. Everything in it is pure. */
export interface Wire {
  readonly default_base_url: string;
  /** How its stream is cut into events, where the answer does not say. */
  readonly framing: 'events' | 'lines';
  /** What is added to the base URL. */
  readonly path: (basePath: string) => string;
  /** The header that carries the key, and others that the provider wants. */
  readonly headers: (apiKey: string | undefined) => Readonly<Record<string, string>>;
  /** Throws USAGE for a conversation in which calls and answers do not belong together. */
  readonly body: (request: ModelRequest, host: string) => Members;
  /** Absent where the provider has none. */
  readonly embeddings?: WireEmbeddings;
  /** Reads the events of one answer, or the whole answer where a server does not stream, and gives what they say. */
  readonly createReader: (turn: TurnBuilder) => (event: Members) => readonly ModelPart[];
}

/** How embeddings are asked for. */
export interface WireEmbeddings {
  readonly path: (basePath: string) => string;
  readonly body: (request: EmbeddingRequest) => Members;
  /** What was answered, which may be anything. */
  readonly read: (answer: Members) => { readonly vectors: unknown; readonly inputTokens?: number | undefined };
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
