import type { ModelRequest, ModelTool } from '../../../contract/model.js';
import { type Exchange, echoedArguments, echoedName, readConversation } from '../conversation.js';
import { openaiTool } from '../openai/body.js';
import type { Members } from '../wire.js';

export function ollamaBody(request: ModelRequest): Members {
  const { model, messages, tools = [], max_tokens: maxTokens, temperature } = request;
  const options = {
    ...(maxTokens === undefined ? {} : { num_predict: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  };
  return {
    model,
    messages: readConversation(messages).flatMap((exchange) => writeExchange(exchange, tools)),
    stream: true,
    ...(tools.length === 0 ? {} : { tools: tools.map(openaiTool) }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
}

/** It has no ids: an answer names its tool, and stands in the order of the calls. */
function writeExchange(exchange: Exchange, tools: readonly ModelTool[]): readonly Members[] {
  if (!('answered' in exchange)) {
    const { role, content } = exchange.message;
    return [{ role, content }];
  }
  const { message, answered } = exchange;
  const calls = answered.map(({ call }) => ({
    function: { name: echoedName(call, tools), arguments: echoedArguments(call) },
  }));
  const answers = answered.map(({ call, answer }) => ({
    role: 'tool',
    tool_name: echoedName(call, tools),
    content: answer,
  }));
  return [
    { role: 'assistant', content: message.content, ...(calls.length === 0 ? {} : { tool_calls: calls }) },
    ...answers,
  ];
}
