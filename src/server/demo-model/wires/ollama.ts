import * as z from 'zod';
import { type DemoAnswer, wordsOf } from '../demo-turn.js';
import { content, type DemoWire, functionTool, inputOf, roleOf } from './wire.js';

const requestSchema = z.looseObject({
  model: z.string().default('demo'),
  messages: z.array(z.looseObject({ role: z.string(), content, tool_name: z.string().optional() })),
  tools: z.array(functionTool).default([]),
  stream: z.boolean().default(true),
});

/** Ollama's own chat API; it streams unless it is told not to. */
export const OLLAMA: DemoWire = {
  path: '/api/chat',
  read(body) {
    const { model, messages, tools, stream } = requestSchema.parse(body);
    const told = messages.map(({ role, content: text, tool_name: name }) => ({
      role: roleOf(role),
      text,
      ...(name === undefined ? {} : { toolName: name }),
    }));
    return { model, messages: told, tools, isStreamed: stream };
  },
  streamType: 'application/x-ndjson',
  pieces: (answer) => {
    const line = (more: object): string => `${JSON.stringify({ model: answer.model, created_at: CREATED, ...more })}\n`;
    const said = (more: object): string => line({ message: { role: 'assistant', content: '', ...more }, done: false });
    return [
      ...wordsOf(answer.text).map((word) => said({ content: word })),
      ...(answer.calls.length === 0 ? [] : [said({ tool_calls: callsOf(answer) })]),
      line({ message: { role: 'assistant', content: '' }, ...endOf(answer) }),
    ];
  },
  whole: (answer) => ({
    model: answer.model,
    created_at: CREATED,
    message: {
      role: 'assistant',
      content: answer.text,
      ...(answer.calls.length === 0 ? {} : { tool_calls: callsOf(answer) }),
    },
    ...endOf(answer),
  }),
  failure: ({ message }) => ({ error: message }),
};

/** Always the same, as all else. */
const CREATED = '1970-01-01T00:00:00Z';

function callsOf({ calls }: DemoAnswer): readonly unknown[] {
  return calls.map(({ name, arguments: text }) => ({ function: { name, arguments: inputOf(text) } }));
}

function endOf({ finishReason, inputTokens, outputTokens }: DemoAnswer): object {
  return {
    done: true,
    done_reason: finishReason === 'length' ? 'length' : 'stop',
    prompt_eval_count: inputTokens,
    eval_count: outputTokens,
  };
}
