import { madeLineOf } from '../contract/frame.js';
import { dataImage } from '../contract/message-content.js';
import type { ContentPart, ModelMessage, ModelRequest, ModelTurn, ToolCall, ToolCallPart } from '../contract/model.js';
import type { ModelCall, ShownTurn, ToldMessage } from '../contract/model-call.js';
import { createRedactor, type RedactionOptions, redactText } from '../firewall/find/redactor.js';
import { createValueRedactor, type RedactedValue } from '../firewall/rows/redact-value.js';
import { recordsFromValues } from '../streams/records.js';
import type { ToldMessages } from './told-messages.js';

type Members = Readonly<Record<string, unknown>>;

/** Redacts what a model is told, and what it says besides its streamed text. */
export interface ModelRedaction {
  readonly request: (request: ModelCall['request']) => ModelRequest;
  readonly message: (message: ModelMessage) => ModelMessage;
  /** A message for a reader who is no model: ids are redacted too, and what is for the provider alone is left out. */
  readonly shown: (message: ModelMessage) => ModelMessage;
  /** Undefined for one that a client of somebody else's made wrong. */
  readonly callPart: (part: ToolCallPart) => ToolCallPart | undefined;
  readonly turn: (turn: ModelTurn) => ShownTurn;
  readonly record: (members: Members) => Members;
}

export interface ModelRedactionMore {
  /** Those that the request itself tells. */
  readonly toolNames?: readonly string[];
  /** What was redacted before. */
  readonly told?: ToldMessages;
}

export function createModelRedaction(options: RedactionOptions, more: ModelRedactionMore = {}): ModelRedaction {
  const { toolNames = [], told } = more;
  const shown = (text: string): string => redactText(text, options).text;
  const redactValue = createValueRedactor(options);
  /** Of a text that was cut nothing is shown that may be the beginning of a secret. */
  const cutShort = (text: string): string => createRedactor(options).push(text).text;
  const decided = (text: string): string => (membersOf(text) === undefined ? cutShort(text) : json(text));

  const redacted = (members: Members): RedactedValue => {
    const [plain = null] = recordsFromValues([members]).rows;
    return redactValue(plain);
  };

  /** Names of fields tell more than the JSON text does, which in turn may hold more than its value: names that come twice. */
  const json = (text: string): string => {
    const members = membersOf(text);
    const { value, counts } = members === undefined ? NOTHING : redacted(members);
    return counts.size === 0 ? shown(text) : JSON.stringify(value);
  };

  const shownName = (name: string): string => (toolNames.includes(name) ? name : shown(name));

  const call = (raw: ToolCall): ToolCall => ({
    ...raw,
    function: { name: shownName(raw.function.name), arguments: json(raw.function.arguments) },
  });

  /** There is no text in an image to judge. Where its address holds a secret it is not asked for. */
  const contentPart = (part: ContentPart): ContentPart => {
    if (part.type === 'text') {
      return { type: 'text', text: shown(part.text) };
    }
    const { url } = part.image_url;
    const address = dataImage(url) === undefined ? shown(url) : url;
    return address === url ? part : { type: 'text', text: `an image was left out: ${address}` };
  };

  const message = (raw: ToldMessage): ModelMessage => {
    if ('frame' in raw) {
      const { role, frame, tool_call_id } = raw;
      return { role, content: madeLineOf(frame) ?? json(JSON.stringify(frame)), tool_call_id };
    }
    return told === undefined ? redactedMessage(raw) : told.once(raw, redactedMessage);
  };

  const redactedMessage = (raw: ModelMessage): ModelMessage => {
    if (raw.role === 'tool') {
      return { ...raw, content: json(raw.content) };
    }
    if (raw.role === 'user') {
      const { content } = raw;
      return { ...raw, content: typeof content === 'string' ? shown(content) : content.map(contentPart) };
    }
    if (raw.role === 'assistant' && raw.tool_calls !== undefined) {
      return { ...raw, content: shown(raw.content), tool_calls: raw.tool_calls.map(call) };
    }
    return { ...raw, content: shown(raw.content) };
  };

  return {
    request: (request) => ({ ...request, messages: request.messages.map(message) }),
    message,
    shown: (raw) => withShownIds(message(raw), shown),
    callPart: ({ index, ...part }) => {
      if (!isCount(index)) {
        return undefined;
      }
      if (part.type === 'tool-call-delta') {
        const { argument_bytes } = part;
        return isCount(argument_bytes) ? { type: 'tool-call-delta', index, argument_bytes } : undefined;
      }
      const { name } = part;
      if (typeof name !== 'string') {
        return undefined;
      }
      return { type: 'tool-call-start', index, name: toolNames.includes(name) ? name : cutShort(name) };
    },
    turn: ({ text: _, call_indexes: indexes, ...turn }) => ({
      ...turn,
      ...(isNumbering(indexes, turn.tool_calls.length) ? { call_indexes: indexes } : {}),
      tool_calls: turn.tool_calls.map(call),
      rejected: turn.rejected.map((raw) => {
        const text = raw.reason === 'truncated' ? decided(raw.arguments) : json(raw.arguments);
        return { ...raw, name: shownName(raw.name), arguments: text };
      }),
      flags: turn.flags.map(shown),
    }),
    record: (members) => {
      const { value } = redacted(members);
      return value === null || typeof value !== 'object' || Array.isArray(value) ? {} : { ...value };
    },
  };
}

function withShownIds(message: ModelMessage, shown: (text: string) => string): ModelMessage {
  if (message.role === 'tool') {
    return { ...message, tool_call_id: shown(message.tool_call_id) };
  }
  if (message.role !== 'assistant' || message.tool_calls === undefined) {
    return message;
  }
  const calls = message.tool_calls.map(({ id, type, function: asked }) => ({ id: shown(id), type, function: asked }));
  return { ...message, tool_calls: calls };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Whether each call has a number of its own. */
function isNumbering(indexes: readonly number[] | undefined, count: number): indexes is readonly number[] {
  return (
    Array.isArray(indexes) && indexes.length === count && indexes.every(isCount) && new Set(indexes).size === count
  );
}

const NOTHING: RedactedValue = { value: null, counts: new Map() };

function membersOf(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value === null || typeof value !== 'object' || Array.isArray(value) ? undefined : { ...value };
  } catch {
    return undefined;
  }
}
