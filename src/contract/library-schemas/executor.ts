import * as z from 'zod';
import type {
  ActorEdge,
  ActorGraph,
  ActorModel,
  ExecuteOptions,
  GraphNode,
  LlmNode,
  ModelPrice,
  RouterNode,
  ToolNode,
} from '../actor.js';
import { RESPONSE_MODES } from '../frame.js';
import { principalSchema } from '../principal-schema.js';
import { LIMITS_SCHEMA } from './agent.js';
import { modelClient } from './model.js';
import { aFunction, amount, count, flag, having, members, name, type SchemasOf, signal, text } from './parts.js';

const llm = {
  type: z.literal('llm'),
  model: text,
  system: text.optional(),
  prompt: aFunction.optional(),
  tools: z.array(name).optional(),
  max_tokens: count.optional(),
  temperature: z.number().min(0).max(2).optional(),
  history: flag.optional(),
} satisfies SchemasOf<LlmNode>;

const tool = {
  type: z.literal('tool'),
  capability_id: name,
  args: z.union([members, aFunction], { error: 'expected an object or a function' }).optional(),
  mode: z.enum(RESPONSE_MODES).optional(),
  max_rows: amount.optional(),
} satisfies SchemasOf<ToolNode>;

/** A graph may contain itself: graphs within it are looked at one by one. */
const inner = { type: z.literal('graph'), graph: members, prompt: aFunction.optional() } satisfies SchemasOf<GraphNode>;
const router = { type: z.literal('router'), route: aFunction } satisfies SchemasOf<RouterNode>;
const edge = { from: text, to: text, when: aFunction.optional() } satisfies SchemasOf<ActorEdge>;

const graph = {
  nodes: z.record(
    z.string(),
    z.discriminatedUnion('type', [
      z.strictObject(llm),
      z.strictObject(tool),
      z.strictObject(inner),
      z.strictObject(router),
    ]),
  ),
  edges: z.array(z.strictObject(edge)).optional(),
  entry: text,
  exit_nodes: z.array(text),
} satisfies SchemasOf<ActorGraph>;

const model = { client: modelClient, model: name } satisfies SchemasOf<ActorModel>;
const price = { input_micro: z.number().min(0), output_micro: z.number().min(0) } satisfies SchemasOf<ModelPrice>;

export const GRAPH_SCHEMA = z.strictObject(graph);
export const EXECUTOR_SCHEMA = z.strictObject({
  kernel: having(['grant', 'invokeStream', 'callModel'], 'a kernel'),
  models: z.record(z.string(), z.strictObject(model)),
  graph: members,
  principal: principalSchema,
  limits: LIMITS_SCHEMA.optional(),
  prices: z.record(z.string(), z.strictObject(price)).optional(),
  clock: having(['now', 'monotonic', 'sleep', 'breathe'], 'a clock').optional(),
});
export const EXECUTE_SCHEMA = z.strictObject({
  signal: signal.optional(),
  stopSignal: signal.optional(),
  approve: aFunction.optional(),
  sessionId: name.optional(),
  justification: text.optional(),
} satisfies SchemasOf<ExecuteOptions>);
