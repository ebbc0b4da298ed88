import * as z from 'zod';
import { type DemoAnswer, type DemoMessage, fragmentsOf, wordsOf } from '../demo-turn.js';
import { content, type DemoWire, event, functionTool, roleOf } from './wire.js';

const requestSchema = z.looseObject({
  model: z.string().default('demo'),
  messages: z.array(
    z.looseObject({
      role: z.string(),
      content,
      tool_call_id: z.string().optional(),
      tool_calls: z.array(z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string() }) })).default([]),
    }),
  ),
  tools: z.array(functionTool).default([]),
  stream: z.boolean().default(false),
});

/** Chat Completions. */
export const OPENAI: DemoWire = {
  path: '/v1/chat/completions',
  read(body) {
    const { model, messages, tools, stream } = requestSchema.parse(body);
    return { model, messages: toldMessages(messages), tools, isStreamed: stream };
  },
  streamType: 'text/event-stream',
  pieces: (answer) => [...chunksOf(answer).map((chunk) => event(chunk)), 'data: [DONE]\n\n'],
  whole: (answer) => ({
    ...headOf(answer, 'chat.completion'),
    choices: [{ index: 0, message: messageOf(answer), finish_reason: reasonOf(answer) }],
    usage: usageOf(answer),
  }),
  failure: ({ status, message }) => ({
    error: { message, type: status >= 500 ? 'server_error' : 'invalid_request_error', code: null },
  }),
};

/** An answer of a tool names only the call that it is for. */
function toldMessages(messages: z.infer<typeof requestSchema>['messages']): readonly DemoMessage[] {
  const names = new Map<string, string>();
  return messages.map(({ role, content: text, tool_call_id: id, tool_calls: calls }) => {
    for (const call of calls) {
      names.set(call.id, call.function.name);
    }
    const toolName = id === undefined ? undefined : names.get(id);
    return { role: roleOf(role), text, ...(toolName === undefined ? {} : { toolName }) };
  });
}

function chunksOf(answer: DemoAnswer): readonly unknown[] {
  const head = headOf(answer, 'chat.completion.chunk');
  const chunk = (delta: unknown, finish: string | null = null): unknown => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const calls = answer.calls.flatMap(({ id, name, arguments: text }, index) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...fragmentsOf(text).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]);
  return [
    chunk({ role: 'assistant', content: '' }),
    ...wordsOf(answer.text).map((word) => chunk({ content: word })),
    ...calls,
    chunk({}, reasonOf(answer)),
    { ...head, choices: [], usage: usageOf(answer) },
  ];
}

function headOf({ model }: DemoAnswer, object: string): Readonly<Record<string, unknown>> {
  return { id: 'chatcmpl-demo', object, created: 0, model };
}

function messageOf({ text, calls }: DemoAnswer): unknown {
  const toolCalls = calls.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }));
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length === 0 ? {} : { tool_calls: toolCalls }),
  };
}

function reasonOf({ finishReason, calls }: DemoAnswer): string {
  return finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop');
}

function usageOf({ inputTokens, outputTokens }: DemoAnswer): unknown {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
