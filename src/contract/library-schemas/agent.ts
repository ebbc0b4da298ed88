import * as z from 'zod';
import type { ActorLimits } from '../actor.js';
import {
  AGENT_CAPABILITIES,
  type AgentCallOptions,
  type EmbedOptions,
  type OpenSessionOptions,
  type SessionRunOptions,
} from '../agent.js';
import { principalSchema } from '../principal-schema.js';
import { MODEL_MESSAGES_SCHEMA, modelTool } from './model.js';
import { aFunction, count, limitFrom, members, name, type SchemasOf, signal, text } from './parts.js';

const limit = limitFrom(0);

/** Of a run; Infinity is none. */
export const LIMITS_SCHEMA = z.strictObject({
  timeout_ms: limit.optional(),
  idle_timeout_ms: limit.optional(),
  max_model_calls: limit.optional(),
  max_tool_calls: limit.optional(),
  max_depth: limit.optional(),
  max_cost_micro: limit.optional(),
} satisfies SchemasOf<ActorLimits>);

const needs = z.array(z.enum(AGENT_CAPABILITIES)).min(1);

const call = {
  principal: principalSchema,
  sessionId: name.optional(),
  signal: signal.optional(),
  maxTokens: count.optional(),
  temperature: z.number().min(0).max(2).optional(),
  limits: LIMITS_SCHEMA.optional(),
} satisfies SchemasOf<AgentCallOptions>;

export const AGENT_TURN_SCHEMA = z.strictObject({
  messages: MODEL_MESSAGES_SCHEMA.refine((messages) => messages.length > 0, 'expected at least one message'),
  options: z.strictObject(call),
});

export const AGENT_TOOLS_SCHEMA = z.strictObject({
  messages: AGENT_TURN_SCHEMA.shape.messages,
  options: z.strictObject({ ...call, tools: z.array(modelTool) }),
});

export const EMBED_SCHEMA = z.strictObject({
  input: z.array(text),
  options: z.strictObject({
    principal: principalSchema,
    sessionId: name.optional(),
    signal: signal.optional(),
  } satisfies SchemasOf<EmbedOptions>),
});

export const OPEN_SESSION_SCHEMA = z.strictObject({
  principal: principalSchema,
  sessionId: name.optional(),
  agent: name.optional(),
  needs: needs.optional(),
  total: count.optional(),
} satisfies SchemasOf<OpenSessionOptions>);

export const CHILD_SCHEMA = z.strictObject({ agent: name.optional(), needs: needs.optional() });
export const NEEDS_SCHEMA = needs;

export const SESSION_RUN_SCHEMA = z.strictObject({
  signal: signal.optional(),
  stopSignal: signal.optional(),
  approve: aFunction.optional(),
  justification: text.optional(),
  limits: LIMITS_SCHEMA.optional(),
  graph: members.optional(),
} satisfies SchemasOf<SessionRunOptions>);
