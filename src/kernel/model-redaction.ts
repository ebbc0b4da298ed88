import type { ModelMessage, ModelRequest, ModelTurn, ToolCall } from '../contract/model.js';
import type { ShownTurn } from '../contract/model-call.js';
import { createValueRedactor } from '../firewall/redact-value.js';
import { createTextRedactor, type RedactionOptions } from '../firewall/redactor.js';
import { recordsFromValues } from '../streams/records.js';

type Members = Readonly<Record<string, unknown>>;

/** Redacts what a model is told, and what it says besides its streamed text. */
export interface ModelRedaction {
  /** Messages of tools are frames, redacted as their capabilities want it, and stay as they are. */
  readonly request: (request: ModelRequest) => ModelRequest;
  readonly turn: (turn: ModelTurn) => ShownTurn;
  readonly record: (members: Members) => Members;
}

export function createModelRedaction(options: RedactionOptions): ModelRedaction {
  const redactText = createTextRedactor(options);
  const shown = (text: string): string => redactText(text)?.text ?? text;
  const redactValue = createValueRedactor(options);

  const record = (members: Members): Members => {
    const [plain = null] = recordsFromValues([members]).rows;
    const { value } = redactValue(plain);
    return value === null || typeof value !== 'object' || Array.isArray(value) ? {} : { ...value };
  };

  /** Names of fields tell more than the JSON text does. */
  const json = (text: string): string => {
    const members = membersOf(text);
    return members === undefined ? shown(text) : JSON.stringify(record(members));
  };

  const call = (raw: ToolCall): ToolCall => ({
    ...raw,
    id: shown(raw.id),
    function: { name: shown(raw.function.name), arguments: json(raw.function.arguments) },
  });

  const message = (raw: ModelMessage): ModelMessage => {
    if (raw.role === 'tool') {
      return raw;
    }
    if (raw.role === 'assistant' && raw.tool_calls !== undefined) {
      return { ...raw, content: shown(raw.content), tool_calls: raw.tool_calls.map(call) };
    }
    return { ...raw, content: shown(raw.content) };
  };

  return {
    request: (request) => ({ ...request, messages: request.messages.map(message) }),
    turn: ({ text: _, ...turn }) => ({
      ...turn,
      tool_calls: turn.tool_calls.map(call),
      rejected: turn.rejected.map((raw) => {
        return { ...raw, id: shown(raw.id), name: shown(raw.name), arguments: json(raw.arguments) };
      }),
      flags: turn.flags.map(shown),
    }),
    record,
  };
}

function membersOf(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value === null || typeof value !== 'object' || Array.isArray(value) ? undefined : { ...value };
  } catch {
    return undefined;
  }
}
