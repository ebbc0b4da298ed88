import * as z from 'zod';
import { ENCODINGS, MINIMUM_BUDGET } from '../../contract/budget.js';
import { PRINTED_FORMS, RESPONSE_MODES } from '../../contract/frame.js';
import { HANDLE_KINDS } from '../../contract/handle.js';

/** An id as one step of a path: never one that leads elsewhere. */
export const id = () =>
  z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,299}$/, 'is no id: letters, digits and _ . : - only');

/** JSON of anybody's making, taken as it is: `__proto__` is a name like others. */
export const anyObject = () =>
  z
    .unknown()
    .refine(
      (value): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value),
      'is no object',
    )
    .transform((value) => value as Record<string, unknown>)
    .meta({ type: 'object' });

export const MOST_TOKENS = 1_000_000;
const count = () => z.int().min(0).max(Number.MAX_SAFE_INTEGER);
export const queryCount = () => z.coerce.number().pipe(count());

/** What bounds and shapes a result. */
export const outputFields = {
  max_tokens: z
    .int()
    .min(MINIMUM_BUDGET)
    .max(MOST_TOKENS)
    .describe('Model tokens that the answer may take.')
    .optional(),
  encoding: z.enum(ENCODINGS).optional(),
  printed_as: z
    .enum(PRINTED_FORMS)
    .describe('What the client prints in place of the lines of frames: the budget is charged for that.')
    .optional(),
  max_rows: z.int().min(1).max(100_000).optional(),
  max_fields: z.int().min(1).max(10_000).optional(),
  max_chars: z.int().min(1).max(10_000_000).optional(),
};

export const reading = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'is no name: letters, digits, _ and - only')
  .describe('A name that the client gives to one visit of a stored result: its pages and searches leave one trace.');

export const justification = z.string().min(1).max(10_000).describe('Why, for the policy and the trace.').optional();
export const onDisconnect = z
  .enum(['cancel', 'continue'])
  .describe('What becomes of a streamed run that nobody has read for three seconds.')
  .optional();

export const invocationBody = z.strictObject({
  capability_id: id(),
  args: anyObject().optional(),
  ...outputFields,
  mode: z.enum(RESPONSE_MODES).describe('Of a result that is given at once.').optional(),
  session_id: id().optional(),
  justification,
  timeout_ms: z.int().min(1).max(86_400_000).optional(),
  keep: z.boolean().describe('false: nothing is stored.').optional(),
  stop_at_budget: z.boolean().optional(),
  query: z.string().min(1).max(2000).describe('What is asked about the result.').optional(),
  on_disconnect: onDisconnect,
  one_frame: z
    .boolean()
    .describe('Of a run whose events are read: its result comes as one frame, and mode may shape it.')
    .optional(),
});
export type InvocationBody = z.output<typeof invocationBody>;

const text = z.string();
const errorInfo = z.looseObject({ code: text, message: text, hint: text.optional() });

export const problemSchema = z.strictObject({
  type: text,
  title: text,
  status: z.int(),
  detail: text,
  code: text,
  retryable: z.boolean(),
  hint: text.optional(),
  reason: text.optional(),
  errors: z.array(z.strictObject({ path: text, message: text })).optional(),
  action_id: text.optional(),
  handle_id: text.optional(),
});

export const frameSchema = z.looseObject({
  seq: count(),
  phase: z.int().min(1).max(4),
  is_final: z.boolean(),
  action_id: text.optional(),
  capability_id: text.optional(),
  handle_id: text.optional(),
  status: z.enum(['completed', 'failed', 'cancelled', 'timeout', 'denied']).optional(),
  rows: z.array(z.unknown()).optional(),
  text: text.optional(),
  facts: z.array(text).optional(),
  warnings: z.array(text).optional(),
  redactions: z.record(text, count()).optional(),
  budget: z.looseObject({ used: z.number(), remaining: z.number().nullable() }),
  error: errorInfo.optional(),
  next: text.optional(),
});

export const capabilitySchema = z.strictObject({
  capability_id: text,
  name: text,
  description: text,
  safety_class: z.enum(['READ', 'WRITE', 'DESTRUCTIVE']),
  sensitivity: z.enum(['NONE', 'PII', 'PCI', 'SECRETS']),
  tags: z.array(text),
  params: z.looseObject({}),
  idempotent: z.boolean().optional(),
  accepts_handles: z.boolean().optional(),
  driver: z.strictObject({ driver_id: text, operation: text }),
  /** Why it cannot be called, and what would mend that. */
  denied: z.strictObject({ message: text, remedy: text }).optional(),
});

export const handleSchema = z.strictObject({
  handle_id: text,
  action_id: text,
  capability_id: text,
  principal_id: text,
  session_id: text.optional(),
  grant_id: text.optional(),
  granted_at: text.optional(),
  constraints: z.looseObject({}),
  sensitivity: text,
  row_cap: count(),
  kind: z.enum(HANDLE_KINDS),
  total_rows: count(),
  size_bytes: count(),
  state: z.enum(['open', 'complete', 'partial']),
  reason: text.optional(),
  created_at: text,
  expires_at: text,
});

export const sessionSchema = z.looseObject({
  session_id: text,
  created_at: text,
  total: z.number(),
  used: z.number(),
  reserved: z.number(),
  entries: count(),
  turns: count(),
  agent: text.optional(),
  parent_id: text.optional(),
});

export const runSchema = z.looseObject({
  run_id: text,
  kind: z.enum(['invocation', 'expansion', 'agent']),
  status: text,
  started_at: text,
  ended_at: text.optional(),
  last_seq: count(),
});

export const agentSchema = z.looseObject({
  name: text,
  description: text,
  capabilities: z.array(text),
  tools: z.array(text),
});
export const memoryItemSchema = z.strictObject({ key: text, value: z.unknown(), changed_at: text });
export const traceSchema = z.looseObject({ action_id: text, event: text, outcome: text, started_at: text });
export const grantSchema = z.strictObject({
  grant_id: text,
  principal_id: text,
  capability_id: text,
  constraints: z.looseObject({}),
  reason: text,
  expires_at: text,
});
export const planSchema = z.looseObject({ capability_id: text, driver_id: text, args_valid: z.boolean() });
export const failureSchema = z.strictObject({ namespace: text, error: errorInfo });

/** Who asks, and what holds where a request does not say. */
export const serverSchema = z.strictObject({
  version: text,
  principal_id: text,
  roles: z.array(text),
  defaults: z.strictObject({ max_tokens: count(), encoding: z.enum(ENCODINGS) }),
});

/** The words that clients know the shapes by. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Problem: problemSchema,
  Frame: frameSchema,
  Capability: capabilitySchema,
  Handle: handleSchema,
  Session: sessionSchema,
  Run: runSchema,
  Agent: agentSchema,
  MemoryItem: memoryItemSchema,
  Trace: traceSchema,
  Grant: grantSchema,
  Plan: planSchema,
};
