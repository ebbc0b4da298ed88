import type { ContentPart, ModelRequest, ModelTool } from '../../../contract/model.js';
import { isMembers } from '../../../streams/members.js';
import {
  type AnsweredCall,
  type Exchange,
  echoedArguments,
  echoedName,
  readConversation,
  wireId,
} from '../conversation.js';
import type { Members } from '../wire.js';

export function responsesBody(request: ModelRequest): Members {
  const { model, messages, tools = [], max_tokens: maxTokens, temperature } = request;
  return {
    model,
    input: readConversation(messages).flatMap((exchange) => writeExchange(exchange, tools)),
    stream: true,
    store: false,
    ...(tools.length === 0 ? {} : { tools: tools.map(writeTool) }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

/** Strict is what this API takes a tool for that says nothing, and then it refuses most schemas. */
function writeTool({ name, description, parameters }: ModelTool): Members {
  return { type: 'function', name, description, parameters, strict: false };
}

function writeExchange(exchange: Exchange, tools: readonly ModelTool[]): readonly Members[] {
  if (!('answered' in exchange)) {
    const { role, content } = exchange.message;
    return [{ type: 'message', role, content: typeof content === 'string' ? content : content.map(writePart) }];
  }
  const { message, answered } = exchange;
  const [first = [], ...later] = withoutRepeats(answered.map(({ call }) => reasoningOf(call)));
  const text = message.content === '' ? [] : [{ type: 'message', role: 'assistant', content: message.content }];
  const calls = answered.flatMap((each, index) => [...(later[index - 1] ?? []), writeCall(each, tools)]);
  return [...first, ...text, ...calls, ...answered.map(writeAnswer)];
}

function writePart(part: ContentPart): Members {
  if (part.type === 'text') {
    return { type: 'input_text', text: part.text };
  }
  const { url, detail = 'auto' } = part.image_url;
  return { type: 'input_image', image_url: url, detail };
}

function writeCall({ call }: AnsweredCall, tools: readonly ModelTool[]): Members {
  return {
    type: 'function_call',
    call_id: wireId(call),
    name: echoedName(call, tools),
    arguments: JSON.stringify(echoedArguments(call)),
  };
}

function writeAnswer({ call, answer }: AnsweredCall): Members {
  return { type: 'function_call_output', call_id: wireId(call), output: answer };
}

/** What the model reasoned before a call goes back with it, sealed as it came. */
function reasoningOf({ extra_content: extra }: AnsweredCall['call']): readonly Members[] {
  const ours = isMembers(extra) && isMembers(extra['openai_responses']) ? extra['openai_responses'] : {};
  const items = ours['reasoning'];
  return Array.isArray(items) ? items.filter(isMembers) : [];
}

/** Calls that came glued together have the reasoning before them in common. */
function withoutRepeats(groups: readonly (readonly Members[])[]): readonly (readonly Members[])[] {
  const seen = new Set<unknown>();
  return groups.map((items) =>
    items.filter(({ encrypted_content: sealed }) => {
      const isNew = !seen.has(sealed);
      seen.add(sealed);
      return isNew;
    }),
  );
}
