import type { ModelRequest, ModelTool } from '../../../contract/model.js';
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

export function openaiBody(request: ModelRequest, host: string): Members {
  const { model, messages, tools = [], max_tokens: maxTokens, temperature } = request;
  return {
    model,
    messages: readConversation(messages).flatMap((exchange) => writeExchange(exchange, tools)),
    stream: true,
    stream_options: { include_usage: true },
    ...(tools.length === 0 ? {} : { tools: tools.map(openaiTool) }),
    ...(maxTokens === undefined ? {} : { [limitName(host)]: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

/** A tool in the form that Ollama has taken over. */
export function openaiTool({ name, description, parameters }: ModelTool): Members {
  return { type: 'function', function: { name, description, parameters } };
}

/** The newer models of OpenAI refuse the older name, and most other servers know no other. */
function limitName(host: string): string {
  return /(^|\.)openai\.(com|azure\.com)$/.test(host) ? 'max_completion_tokens' : 'max_tokens';
}

function writeExchange(exchange: Exchange, tools: readonly ModelTool[]): readonly Members[] {
  if (!('answered' in exchange)) {
    const { role, content } = exchange.message;
    return [{ role, content }];
  }
  const { message, answered } = exchange;
  if (answered.length === 0) {
    return [{ role: 'assistant', content: message.content }];
  }
  const content = message.content === '' ? null : message.content;
  const toolCalls = answered.map(({ call }) => writeCall(call, tools));
  const answers = answered.map(({ call, answer }) => ({ role: 'tool', tool_call_id: wireId(call), content: answer }));
  return [{ role: 'assistant', content, tool_calls: toolCalls }, ...answers];
}

function writeCall(call: AnsweredCall['call'], tools: readonly ModelTool[]): Members {
  const { extra_content: extra } = call;
  return {
    id: wireId(call),
    type: 'function',
    function: { name: echoedName(call, tools), arguments: JSON.stringify(echoedArguments(call)) },
    ...(extra === undefined || isOfOtherWire(extra) ? {} : { extra_content: extra }),
  };
}

function isOfOtherWire(extra: unknown): boolean {
  return isMembers(extra) && ('anthropic' in extra || 'openai_responses' in extra);
}
