import type { ModelClient, ModelPart, ModelRequest, ModelTurn, ToolCall } from '../../src/contract/model.js';

/** What a scripted model does when it is called: parts, or a function that makes them. */
export type Turn =
  | readonly ModelPart[]
  | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelPart> | Iterable<ModelPart>);

export interface ScriptedModel extends ModelClient {
  /** What it was asked, in order. */
  readonly requests: readonly ModelRequest[];
  readonly signals: readonly AbortSignal[];
  /** How many of its streams have been closed, by whatever end. */
  readonly closed: () => number;
}

/** Plays one turn for each call, the last one for all that come after. */
export function scriptedModel(...turns: readonly Turn[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  const signals: AbortSignal[] = [];
  let closed = 0;
  return {
    requests,
    signals,
    closed: () => closed,
    async *stream(request, { signal }) {
      const turn = turns[Math.min(requests.length, turns.length - 1)] ?? [];
      // A snapshot: what is asked later must not show in what was asked before.
      requests.push({ ...request, messages: [...request.messages] });
      signals.push(signal);
      try {
        yield* typeof turn === 'function' ? turn(request, signal) : turn;
      } finally {
        closed += 1;
      }
    },
  };
}

export function text(content: string): ModelPart {
  return { type: 'text', text: content };
}

export function usage(input: number | undefined, output: number | undefined): ModelPart {
  return {
    type: 'usage',
    usage: {
      ...(input === undefined ? {} : { input_tokens: input }),
      ...(output === undefined ? {} : { output_tokens: output }),
    },
  };
}

export function end(more: Partial<ModelTurn> = {}): ModelPart {
  const turn: ModelTurn = {
    finish_reason: 'stop',
    text: '',
    tool_calls: [],
    rejected: [],
    usage: { input_tokens: 3, output_tokens: 2 },
    usage_status: 'reported',
    flags: [],
    ...more,
  };
  return { type: 'turn', turn };
}

/** Says the pieces and ends its turn. */
export function says(...pieces: readonly string[]): readonly ModelPart[] {
  return [...pieces.map(text), end({ text: pieces.join('') })];
}

export function call(id: string, name: string, args: unknown): ToolCall {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}

/** Ends its turn with calls. */
export function calls(...toolCalls: readonly ToolCall[]): ModelPart {
  return end({ finish_reason: 'tool_calls', tool_calls: toolCalls });
}
