import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import { type ModelChatOptions, modelChatOptions } from '../../contract/driver-options/model.js';
import { KernelError } from '../../contract/errors.js';
import type { ModelMessage, ModelPart, ModelRequest, ModelTurn } from '../../contract/model.js';
import { isMembers } from '../../streams/members.js';
import { cutText } from '../../streams/text.js';
import { createDispatchers, type Dispatchers, type HttpHost } from '../dispatchers.js';
import { parseOptions } from '../parse-options.js';
import type { StreamingDriver } from '../streaming-driver.js';
import { askModel } from './ask-model.js';
import { readModelSettings } from './settings.js';

/**
 * A model as a capability: its answer is the text of the result, as it comes. It is given no tools. Connections are kept
 * until the driver is closed.
 */
export function createModelDriver(host: HttpHost): StreamingDriver {
  const dispatchers = createDispatchers(host);
  return {
    driver_id: 'model',
    executeStream: (call) => chat(call, dispatchers),
    close: dispatchers.close,
  };
}

async function* chat({ binding, args, signal }: DriverCall, dispatchers: Dispatchers): AsyncGenerator<Chunk> {
  const options = readOptions(binding);
  const { model, system, max_tokens: maxTokens, temperature, reasoning = false, ...client } = options;
  const request: ModelRequest = {
    model,
    messages: [...(system === undefined ? [] : [{ role: 'system', content: system } as const]), ...readMessages(args)],
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  };
  const settings = readModelSettings(client);
  for await (const part of askModel(request, { settings, dispatchers, signal, mayAskAgain: () => true })) {
    yield* toChunks(part, reasoning);
  }
}

function readOptions({ operation, options }: DriverCall['binding']): ModelChatOptions {
  if (operation !== 'chat') {
    throw new KernelError('CONFIG_INVALID', 'the model driver has no such operation', { hint: 'it has chat' });
  }
  return parseOptions(modelChatOptions(), options ?? {}, 'model');
}

/** What is said, never by whom in the name of the operator: instructions come from the registered capability. */
function readMessages({ message, messages }: Readonly<Record<string, unknown>>): readonly ModelMessage[] {
  if (messages !== undefined && message !== undefined) {
    throw new KernelError('USAGE', 'a chat is asked with message or with messages, not with both');
  }
  const said = messages === undefined ? [{ role: 'user', content: message }] : messages;
  if (!Array.isArray(said) || said.length === 0) {
    throw new KernelError('USAGE', 'messages must be a list that is not empty');
  }
  return said.map(readMessage);
}

function readMessage(said: unknown): ModelMessage {
  const { role, content, ...others } = isMembers(said) ? said : {};
  const isKnown = role === 'user' || role === 'assistant';
  if (!isKnown || typeof content !== 'string' || content === '' || Object.keys(others).length > 0) {
    throw new KernelError('USAGE', 'a message of a chat must be a text, from user or assistant', {
      hint: 'message="…", or messages=[{"role":"user","content":"…"}]',
    });
  }
  return { role, content };
}

function toChunks(part: ModelPart, showsReasoning: boolean): readonly Chunk[] {
  switch (part.type) {
    case 'text':
      return cutText(part.text).map((text) => ({ type: 'text', channel: 'text', text }));
    case 'reasoning':
      return showsReasoning ? cutText(part.text).map((text) => ({ type: 'text', channel: 'reasoning', text })) : [];
    case 'usage':
    case 'tool-call-start':
    case 'tool-call-delta':
      return [];
    case 'turn':
      return [
        ...warningsOf(part.turn).map((message) => ({ type: 'warning', message, count: 1 }) as const),
        ...(wasCut(part.turn) ? [{ type: 'cut', reason: 'the answer of the model was cut' } as const] : []),
      ];
  }
}

function wasCut({ finish_reason: reason }: ModelTurn): boolean {
  return reason === 'length' || reason === 'content_filter';
}

/** What a reader of the answer must know about its end. */
function warningsOf({ finish_reason: reason, tool_calls: calls, rejected, text, flags }: ModelTurn): readonly string[] {
  const warnings = [
    reason === 'length' ? 'the answer of the model was cut at its limit of model tokens' : '',
    reason === 'content_filter' ? 'the answer of the model was cut by a content filter of the provider' : '',
    reason === 'refusal' ? 'the model refused to answer' : '',
    flags.includes('unknown_finish_reason') ? 'the answer of the model ended for a reason that is not known here' : '',
    calls.length + rejected.length > 0 ? 'the model asked for tools, and has none here' : '',
    text === '' ? 'the model answered without any text' : '',
  ];
  return warnings.filter((warning) => warning !== '');
}
