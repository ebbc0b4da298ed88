import * as z from 'zod';
import { RESPONSE_MODES } from '../frame.js';
import { principalSchema } from '../principal-schema.js';
import type { ToolAdapterOptions } from '../tool-adapters.js';
import { aFunction, count, having, name, type SchemasOf, signal, text } from './parts.js';

const options = {
  principal: principalSchema,
  capabilities: z.union([z.array(name), aFunction], { error: 'expected a list of ids or a function' }).optional(),
  budget: count.optional(),
  mode: z.enum(RESPONSE_MODES).optional(),
  sessionId: name.optional(),
  justification: text.optional(),
  approve: aFunction.optional(),
  signal: signal.optional(),
} satisfies SchemasOf<ToolAdapterOptions>;

export const TOOL_ADAPTER_SCHEMA = z.strictObject({
  ...options,
  kernel: having(['grant', 'invoke', 'decide'], 'a kernel'),
});
