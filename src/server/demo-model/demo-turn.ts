/** What was asked of the model, whatever was spoken on the wire. */
export interface DemoRequest {
  readonly model: string;
  readonly messages: readonly DemoMessage[];
  readonly tools: readonly DemoTool[];
  readonly isStreamed: boolean;
}

export interface DemoMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** Of an answer: the tool that gave it, where that is known. */
  readonly toolName?: string;
}

export interface DemoTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A call as it will be sent; a text is sent as it is, also when it is no JSON. */
export interface DemoCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>> | string;
}

/** One turn of the model, or a failure in its place. */
export interface DemoTurn {
  readonly text?: string | undefined;
  readonly tool_calls?: readonly DemoCall[] | undefined;
  /** Before each piece of the answer. */
  readonly delay_ms?: number | undefined;
  readonly finish_reason?: string | undefined;
  readonly error?: { readonly status: number; readonly message: string } | undefined;
  /** The connection is dropped in the middle of the answer. */
  readonly cut?: boolean | undefined;
}

/** A turn with everything that is written on the wire. */
export interface DemoAnswer {
  readonly model: string;
  readonly text: string;
  readonly calls: readonly IdentifiedCall[];
  readonly finishReason: string | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface IdentifiedCall {
  readonly id: string;
  readonly name: string;
  /** JSON, unless a script says otherwise. */
  readonly arguments: string;
}

/** The same request and turn always make the same answer, ids included. */
export function createAnswer({ model, messages }: DemoRequest, turn: DemoTurn): DemoAnswer {
  const turnsBefore = messages.filter(({ role }) => role === 'assistant').length;
  const text = turn.text ?? '';
  const calls = (turn.tool_calls ?? []).map((call, index) => ({
    id: `call_demo_${turnsBefore + 1}_${index + 1}`,
    name: call.name,
    arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  }));
  return {
    model,
    text,
    calls,
    finishReason: turn.finish_reason,
    inputTokens: countOf(messages.map((message) => message.text)),
    outputTokens: countOf([text, ...calls.map((call) => call.name + call.arguments)]),
  };
}

const CHARS_PER_TOKEN = 4;

/** No tokenizer is worth its loading here: four characters a model token. */
function countOf(texts: readonly string[]): number {
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

/** Words with the blanks behind them: what a text is streamed in. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

const FRAGMENT_CHARS = 12;

/** The pieces in which arguments come. */
export function fragmentsOf(text: string): readonly string[] {
  return text.match(new RegExp(`[^]{1,${FRAGMENT_CHARS}}`, 'g')) ?? [];
}
