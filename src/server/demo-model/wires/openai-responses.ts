import * as z from 'zod';
import { type DemoAnswer, type DemoMessage, fragmentsOf, wordsOf } from '../demo-turn.js';
import { content, type DemoWire, event, roleOf } from './wire.js';

const itemSchema = z.looseObject({
  type: z.string().default('message'),
  role: z.string().default('user'),
  content,
  call_id: z.string().default(''),
  name: z.string().optional(),
  output: content,
});

const requestSchema = z.looseObject({
  model: z.string().default('demo'),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(itemSchema)]),
  tools: z
    .array(
      z.looseObject({
        name: z.string(),
        description: z.string().nullish(),
        parameters: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .default([]),
  stream: z.boolean().default(false),
});

type Body = z.infer<typeof requestSchema>;

/** The Responses API. */
export const OPENAI_RESPONSES: DemoWire = {
  path: '/v1/responses',
  read(body) {
    const { model, instructions, input, tools, stream } = requestSchema.parse(body);
    const first: readonly DemoMessage[] = instructions ? [{ role: 'system', text: instructions }] : [];
    const told: readonly DemoMessage[] =
      typeof input === 'string' ? [{ role: 'user', text: input }] : toldMessages(input);
    return {
      model,
      messages: [...first, ...told],
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description: description ?? '',
        parameters: parameters ?? {},
      })),
      isStreamed: stream,
    };
  },
  streamType: 'text/event-stream',
  pieces: (answer) => eventsOf(answer).map((data, number) => event({ ...data, sequence_number: number }, data.type)),
  whole: (answer) => responseOf(answer),
  failure: ({ status, message }) => ({
    error: { message, type: status >= 500 ? 'server_error' : 'invalid_request_error', code: null },
  }),
};

/** What a model says and its calls are items of their own there, and one turn here. */
function toldMessages(items: Exclude<Body['input'], string>): readonly DemoMessage[] {
  const names = new Map<string, string>();
  const messages: DemoMessage[] = [];
  for (const { type, role, content: text, call_id: id, name = '', output } of items) {
    if (type === 'function_call') {
      names.set(id, name);
      if (messages.at(-1)?.role !== 'assistant') {
        messages.push({ role: 'assistant', text: '' });
      }
    } else if (type === 'function_call_output') {
      messages.push({ role: 'tool', text: output, toolName: names.get(id) ?? 'the tool' });
    } else if (type === 'message') {
      messages.push({ role: roleOf(role), text });
    }
  }
  return messages;
}

interface Event {
  readonly type: string;
  readonly [member: string]: unknown;
}

function eventsOf(answer: DemoAnswer): readonly Event[] {
  const end = `response.${statusOf(answer)}`;
  const running = { ...responseOf(answer), status: 'in_progress', output: [], usage: null };
  return [
    { type: 'response.created', response: running },
    ...itemsOf(answer).flatMap((item, index) => [
      { type: 'response.output_item.added', output_index: index, item: item.begun },
      ...item.events.map((data) => ({ ...data, item_id: item.whole.id, output_index: index })),
      { type: 'response.output_item.done', output_index: index, item: item.whole },
    ]),
    { type: end, response: responseOf(answer) },
  ];
}

interface Item {
  readonly begun: unknown;
  readonly events: readonly Event[];
  readonly whole: { readonly id: string; readonly [member: string]: unknown };
}

function itemsOf({ text, calls }: DemoAnswer): readonly Item[] {
  const said = { id: 'msg_demo', type: 'message', role: 'assistant', status: 'completed' };
  const part = { type: 'output_text', text, annotations: [] };
  const spoken: Item = {
    begun: { ...said, status: 'in_progress', content: [] },
    events: [
      { type: 'response.content_part.added', content_index: 0, part: { ...part, text: '' } },
      ...wordsOf(text).map((delta) => ({ type: 'response.output_text.delta', content_index: 0, delta })),
      { type: 'response.output_text.done', content_index: 0, text },
      { type: 'response.content_part.done', content_index: 0, part },
    ],
    whole: { ...said, content: [part] },
  };
  const called = calls.map(({ id, name, arguments: args }): Item => {
    const head = { id: `fc_${id}`, type: 'function_call', call_id: id, name };
    return {
      begun: { ...head, status: 'in_progress', arguments: '' },
      events: [
        ...fragmentsOf(args).map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
        { type: 'response.function_call_arguments.done', arguments: args },
      ],
      whole: { ...head, status: 'completed', arguments: args },
    };
  });
  return text === '' ? called : [spoken, ...called];
}

function statusOf({ finishReason }: DemoAnswer): string {
  return finishReason === 'length' || finishReason === 'content_filter' ? 'incomplete' : 'completed';
}

function responseOf(answer: DemoAnswer): Readonly<Record<string, unknown>> {
  const { model, finishReason, inputTokens, outputTokens } = answer;
  const status = statusOf(answer);
  const reason = finishReason === 'length' ? 'max_output_tokens' : finishReason;
  return {
    id: 'resp_demo',
    object: 'response',
    created_at: 0,
    model,
    status,
    incomplete_details: status === 'incomplete' ? { reason } : null,
    error: null,
    output: itemsOf(answer).map(({ whole }) => whole),
    usage: { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
  };
}
