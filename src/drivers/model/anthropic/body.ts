import { contentParts, dataImage } from '../../../contract/message-content.js';
import type { ContentPart, ModelRequest, ModelTool, ToolCall } from '../../../contract/model.js';
import { isMembers } from '../../../streams/members.js';
import { type Exchange, echoedArguments, echoedName, readConversation } from '../conversation.js';
import type { Members } from '../wire.js';

/** The API wants a limit; this one all of its current models know. */
const MAX_TOKENS = 8192;

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Members[];
}

export function anthropicBody(request: ModelRequest): Members {
  const { model, messages, tools = [], max_tokens: maxTokens = MAX_TOKENS, temperature } = request;
  const system = messages.flatMap((each) => (each.role === 'system' ? [each.content] : [])).join('\n\n');
  return {
    model,
    max_tokens: maxTokens,
    messages: joinNeighbours(readConversation(messages).flatMap((exchange) => writeExchange(exchange, tools))),
    stream: true,
    ...(system === '' ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools: tools.map(writeTool) }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

function writeTool({ name, description, parameters }: ModelTool): Members {
  return { name, description, input_schema: parameters };
}

function writeExchange(exchange: Exchange, tools: readonly ModelTool[]): readonly Message[] {
  if (!('answered' in exchange)) {
    const { role, content } = exchange.message;
    return role === 'system' ? [] : [{ role, content: contentParts(content).flatMap(writePart) }];
  }
  const { message, answered } = exchange;
  const uses = answered.map(({ call }) => ({
    type: 'tool_use',
    id: safeId(call.id),
    name: echoedName(call, tools),
    input: echoedArguments(call),
  }));
  const results = answered.map(({ call, answer }) => ({
    type: 'tool_result',
    tool_use_id: safeId(call.id),
    content: answer,
  }));
  const content = [...answered.flatMap(({ call }) => thinkingOf(call)), ...textBlocks(message.content), ...uses];
  return [
    { role: 'assistant', content },
    { role: 'user', content: results },
  ];
}

function writePart(part: ContentPart): readonly Members[] {
  if (part.type === 'text') {
    return textBlocks(part.text);
  }
  const { url } = part.image_url;
  const image = dataImage(url);
  const source =
    image === undefined ? { type: 'url', url } : { type: 'base64', media_type: image.mediaType, data: image.data };
  return [{ type: 'image', source }];
}

/** Blocks without text are refused, and so are messages without blocks. */
function textBlocks(text: string): readonly Members[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

/** Answers of tools and what a person says next are one message. */
function joinNeighbours(messages: readonly Message[]): readonly Message[] {
  const joined: Message[] = [];
  for (const message of messages.filter(({ content }) => content.length > 0)) {
    const before = joined.at(-1);
    if (before?.role === message.role) {
      joined[joined.length - 1] = { role: message.role, content: [...before.content, ...message.content] };
    } else {
      joined.push(message);
    }
  }
  return joined;
}

/** What the model thought before its calls goes back signed, as it came. */
function thinkingOf({ extra_content: extra }: ToolCall): readonly Members[] {
  const ours = isMembers(extra) && isMembers(extra['anthropic']) ? extra['anthropic'] : {};
  const blocks = ours['thinking'];
  return Array.isArray(blocks) ? blocks.filter(isMembers) : [];
}

/** Ids of other providers may hold characters that are refused here. */
function safeId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_');
}
