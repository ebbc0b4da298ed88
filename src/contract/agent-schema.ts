import * as z from 'zod';
import { modelClientFields } from './driver-options/model.js';

const modelName = () => z.string().min(1).max(300);
const limit = () => z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional();
const price = () => z.number().min(0);

/** What a model is called after, such as `qwen3-8b` or `llama3.2:3b`. */
export const AGENT_NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

export const agentName = z
  .string()
  .regex(AGENT_NAME, 'is not a name of an agent: up to 64 letters, digits, dots, colons, hyphens and underscores');

/** Limits of a run, as they are written down. */
export const runLimitsSchema = z.strictObject({
  timeout_ms: limit(),
  idle_timeout_ms: limit(),
  max_model_calls: limit(),
  max_tool_calls: limit(),
  max_depth: limit(),
  max_cost_micro: limit(),
});

/** One entry of the section `agents` of a config. */
export const agentSchema = z
  .strictObject({
    ...modelClientFields(),
    model: modelName().describe('Its name at the provider: it can be talked to.').optional(),
    embedding_model: modelName().describe('Its name at the provider: it turns texts into vectors.').optional(),
    description: z.string().min(1).max(2000).optional(),
    system: z.string().min(1).describe('What it is told before every conversation.').optional(),
    tools: z.array(z.string().min(1).max(200)).max(1000).describe('Capabilities that it may call, by id.').optional(),
    vision: z.boolean().describe('true: it takes images.').optional(),
    max_tokens: z.int().min(1).max(10_000_000).describe('Most model tokens of one answer.').optional(),
    temperature: z.number().min(0).max(2).optional(),
    context_chars: z
      .int()
      .min(1000)
      .max(8_000_000)
      .describe('Characters of the earlier conversation that it is told; 200000 when absent.')
      .optional(),
    run_limits: runLimitsSchema.describe('Of one run, where its caller gives none.').optional(),
    price: z
      .strictObject({ input_micro: price(), output_micro: price() })
      .describe('Of a million model tokens, in millionths of a currency.')
      .optional(),
  })
  .refine(({ model, embedding_model: embedding }) => model !== undefined || embedding !== undefined, {
    message: 'names no model: give it model, or embedding_model',
  });

/** The section `agents` of a config, by name. */
export const agentsSchema = z.record(agentName, agentSchema);
