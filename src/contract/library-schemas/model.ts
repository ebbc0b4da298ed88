import * as z from 'zod';
import type {
  EmbeddingRequest,
  ModelCallOptions,
  ModelClientHost,
  ModelRequest,
  ModelTool,
  ToolCall,
} from '../model.js';
import type { EmbedCall, ModelCall } from '../model-call.js';
import { principalSchema } from '../principal-schema.js';
import { userContent } from './message-content.js';
import {
  aFunction,
  count,
  having,
  jsonMembers,
  members,
  milliseconds,
  name,
  type SchemasOf,
  signal,
  text,
} from './parts.js';

const toolCall = {
  id: text,
  type: z.literal('function'),
  function: z.strictObject({ name: text, arguments: text }),
  wire_id: text.optional(),
  extra_content: z.unknown().optional(),
} satisfies SchemasOf<ToolCall>;

const said = [
  z.strictObject({ role: z.literal('system'), content: text }),
  z.strictObject({ role: z.literal('user'), content: userContent }),
  z.strictObject({
    role: z.literal('assistant'),
    content: text,
    tool_calls: z.array(z.strictObject(toolCall)).optional(),
  }),
] as const;
const answered = { role: z.literal('tool'), tool_call_id: text };

export const modelTool = z.strictObject({
  name,
  description: text,
  parameters: jsonMembers,
} satisfies SchemasOf<ModelTool>);

const message = z.discriminatedUnion('role', [...said, z.strictObject({ ...answered, content: text })]);
export const MODEL_MESSAGES_SCHEMA = z.array(message);

const request = {
  model: name,
  messages: MODEL_MESSAGES_SCHEMA,
  tools: z.array(modelTool).optional(),
  max_tokens: count.optional(),
  temperature: z.number().min(0).max(2).optional(),
} satisfies SchemasOf<ModelRequest>;

/** Frames stand for the answers of tools. */
const told = z.array(
  z.discriminatedUnion('role', [
    ...said,
    z
      .strictObject({ ...answered, content: text.optional(), frame: members.optional() })
      .refine(({ content, frame }) => (content === undefined) !== (frame === undefined), 'expected content or a frame'),
  ]),
);

export const modelClient = having(['stream'], 'a client of a model');

const modelCall = {
  client: modelClient,
  request: z.strictObject({ ...request, messages: told }),
  principal: principalSchema,
  signal,
  sessionId: name.optional(),
  graceMs: milliseconds.optional(),
  mayAskAgain: aFunction.optional(),
} satisfies SchemasOf<ModelCall>;

export const MODEL_CALL_SCHEMA = z.strictObject(modelCall);
export const MODEL_STREAM_SCHEMA = z.strictObject({
  request: z.strictObject(request),
  options: z.strictObject({ signal, mayAskAgain: aFunction.optional() } satisfies SchemasOf<ModelCallOptions>),
});
/** What is asked for at once; providers take no more. */
const MOST_INPUTS = 2048;
const embedding = {
  model: name,
  input: z.array(name).min(1).max(MOST_INPUTS),
} satisfies SchemasOf<EmbeddingRequest>;

export const EMBED_CALL_SCHEMA = z.strictObject({
  client: modelCall.client,
  request: z.strictObject(embedding),
  principal: modelCall.principal,
  signal,
  sessionId: modelCall.sessionId,
  mayAskAgain: modelCall.mayAskAgain,
} satisfies SchemasOf<EmbedCall>);
export const MODEL_EMBED_SCHEMA = z.strictObject({
  request: z.strictObject(embedding),
  options: z.strictObject({ signal, mayAskAgain: aFunction.optional() } satisfies SchemasOf<ModelCallOptions>),
});
export const TOOL_CALL_PARTS_SCHEMA = z.strictObject({ id: name, name, args: jsonMembers });
export const MODEL_HOST_SCHEMA = z.strictObject({
  env: z.record(z.string(), z.string().optional()),
  cwd: text,
} satisfies SchemasOf<ModelClientHost>);
