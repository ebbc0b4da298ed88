import * as z from 'zod';
import { type DemoAnswer, type DemoMessage, fragmentsOf, wordsOf } from '../demo-turn.js';
import { content, type DemoWire, event, inputOf, roleOf } from './wire.js';

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  tool_use_id: z.string().optional(),
  content,
});

const requestSchema = z.looseObject({
  model: z.string().default('demo'),
  system: content,
  messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(block)]) })),
  tools: z
    .array(
      z
        .looseObject({
          name: z.string(),
          description: z.string().default(''),
          input_schema: z.record(z.string(), z.unknown()).default({}),
        })
        .transform(({ name, description, input_schema: parameters }) => ({ name, description, parameters })),
    )
    .default([]),
  stream: z.boolean().default(false),
});

type Body = z.infer<typeof requestSchema>;

/** The Messages API. */
export const ANTHROPIC: DemoWire = {
  path: '/v1/messages',
  read(body) {
    const { model, system, messages, tools, stream } = requestSchema.parse(body);
    const first: readonly DemoMessage[] = system === '' ? [] : [{ role: 'system', text: system }];
    return { model, messages: [...first, ...toldMessages(messages)], tools, isStreamed: stream };
  },
  streamType: 'text/event-stream',
  pieces: (answer) => eventsOf(answer).map((data) => event(data, data.type)),
  whole: (answer) => ({
    ...headOf(answer),
    content: blocksOf(answer).map(({ start, input }) => ({ ...start, ...input })),
    stop_reason: reasonOf(answer),
    usage: { input_tokens: answer.inputTokens, output_tokens: answer.outputTokens },
  }),
  failure: ({ status, message }) => ({
    type: 'error',
    error: { type: status >= 500 ? 'api_error' : 'invalid_request_error', message },
  }),
};

/** Answers of tools stand in messages of the user there. */
function toldMessages(messages: Body['messages']): readonly DemoMessage[] {
  const names = new Map<string, string>();
  return messages.flatMap(({ role, content: blocks }): readonly DemoMessage[] => {
    if (typeof blocks === 'string') {
      return [{ role: roleOf(role), text: blocks }];
    }
    for (const { id = '', name } of blocks) {
      if (name !== undefined) {
        names.set(id, name);
      }
    }
    const answers = blocks
      .filter(({ type }) => type === 'tool_result')
      .map((each): DemoMessage => {
        const toolName = names.get(each.tool_use_id ?? '');
        return { role: 'tool', text: each.content, ...(toolName === undefined ? {} : { toolName }) };
      });
    const text = blocks.flatMap((each) => each.text ?? []).join('\n');
    return [...answers, ...(text === '' && answers.length > 0 ? [] : [{ role: roleOf(role), text }])];
  });
}

interface Event {
  readonly type: string;
  readonly [member: string]: unknown;
}

function eventsOf(answer: DemoAnswer): readonly Event[] {
  const blocks = blocksOf(answer).flatMap(({ start, deltas }, index): readonly Event[] => [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]);
  const usage = { input_tokens: answer.inputTokens, output_tokens: 1 };
  return [
    { type: 'message_start', message: { ...headOf(answer), content: [], stop_reason: null, usage } },
    ...blocks,
    {
      type: 'message_delta',
      delta: { stop_reason: reasonOf(answer), stop_sequence: null },
      usage: { output_tokens: answer.outputTokens },
    },
    { type: 'message_stop' },
  ];
}

interface Block {
  readonly start: Readonly<Record<string, unknown>>;
  readonly deltas: readonly unknown[];
  /** What the block has when it comes in one piece. */
  readonly input: Readonly<Record<string, unknown>>;
}

function blocksOf({ text, calls }: DemoAnswer): readonly Block[] {
  const said: Block = {
    start: { type: 'text', text: '' },
    deltas: wordsOf(text).map((word) => ({ type: 'text_delta', text: word })),
    input: { text },
  };
  const uses = calls.map(
    ({ id, name, arguments: args }): Block => ({
      start: { type: 'tool_use', id, name, input: {} },
      deltas: fragmentsOf(args).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      input: { input: inputOf(args) },
    }),
  );
  return text === '' ? uses : [said, ...uses];
}

function headOf({ model }: DemoAnswer): Readonly<Record<string, unknown>> {
  return { id: 'msg_demo', type: 'message', role: 'assistant', model, stop_sequence: null };
}

const REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  content_filter: 'refusal',
};

function reasonOf({ finishReason, calls }: DemoAnswer): string {
  const reason = finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  return REASONS[reason] ?? reason;
}
