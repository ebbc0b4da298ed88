import { KernelError } from '../../../contract/errors.js';
import { contentParts, dataImage } from '../../../contract/message-content.js';
import type { ContentPart, ModelRequest, ModelTool } from '../../../contract/model.js';
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

/** It takes images beside the text, and only as data. */
function writeContent(content: string | readonly ContentPart[], place: string): Members {
  const parts = contentParts(content);
  const images = parts.flatMap((part, index) => {
    if (part.type === 'text') {
      return [];
    }
    const image = dataImage(part.image_url.url);
    if (image === undefined) {
      throw notFetched(`${place}.content[${index}].image_url.url`);
    }
    return [image.data];
  });
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return { content: text, ...(images.length === 0 ? {} : { images }) };
}

function notFetched(place: string): KernelError {
  return new KernelError('USAGE', `${place}: expected data:image/…;base64,…, as Ollama fetches no images`, {
    hint: 'fetch the image, and give it as data',
  });
}

/** It has no ids: an answer names its tool, and stands in the order of the calls. */
function writeExchange(exchange: Exchange, tools: readonly ModelTool[]): readonly Members[] {
  if (!('answered' in exchange)) {
    const { role, content } = exchange.message;
    return [{ role, ...writeContent(content, exchange.place) }];
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
