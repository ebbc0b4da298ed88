import * as z from 'zod';
import { ENCODINGS, MINIMUM_BUDGET } from '../budget.js';
import type { Caveat } from '../capability-token.js';
import type {
  ExpandRequest,
  ExpandValueRequest,
  FilterAlternatives,
  FilterCondition,
  FindRequest,
  ReadingPage,
  ReadingRequest,
} from '../expansion.js';
import { RESPONSE_MODES } from '../frame.js';
import type { ArgConstraints, GrantConstraints } from '../grant.js';
import type { AcceptRequest, GrantRequest, InvokeRequest, OwnActRequest, RefusalRequest } from '../kernel.js';
import type { OutputOptions } from '../output-options.js';
import { principalSchema } from '../principal-schema.js';
import { APPROVED_BY, TRACE_EVENTS, type TraceQuery } from '../trace.js';
import { registeredCapability, traceCaps } from './kernel-options.js';
import { EMBED_CALL_SCHEMA, MODEL_CALL_SCHEMA } from './model.js';
import {
  aFunction,
  amount,
  flag,
  jsonMembers,
  limitFrom,
  members,
  milliseconds,
  name,
  readableMembers,
  type SchemasOf,
  signal,
  text,
  texts,
} from './parts.js';
import { SESSION_SCHEMAS } from './sessions.js';

const output = {
  maxTokens: limitFrom(MINIMUM_BUDGET).optional(),
  encoding: z.enum(ENCODINGS).optional(),
  mode: z.enum(RESPONSE_MODES).optional(),
  maxRows: amount.optional(),
  maxFields: amount.optional(),
  maxChars: amount.optional(),
  rendering: aFunction.optional(),
} satisfies SchemasOf<OutputOptions>;

const call = {
  ...output,
  args: readableMembers,
  principal: principalSchema,
  sessionId: name.optional(),
  justification: text.optional(),
  timeoutMs: milliseconds.optional(),
  keep: flag.optional(),
  stopAtBudget: flag.optional(),
  query: text.optional(),
  signal: signal.optional(),
  approvedBy: z.enum(APPROVED_BY).optional(),
};

const invocation = { ...call, capabilityId: name, capabilityToken: text } satisfies SchemasOf<InvokeRequest>;
const ownAct = {
  ...call,
  capability: registeredCapability,
} satisfies SchemasOf<OwnActRequest>;

const argConstraints = {
  allowed_keys: texts.optional(),
  pinned: jsonMembers.optional(),
  prefix: z.record(z.string(), z.string()).optional(),
} satisfies SchemasOf<ArgConstraints>;

/** Amounts are for the policy to judge, which says why it refuses one. */
const constraints = {
  max_rows: z.number().optional(),
  allowed_fields: texts.optional(),
  args: z.strictObject(argConstraints).optional(),
  max_calls: z.number().optional(),
  session_id: name.optional(),
} satisfies SchemasOf<GrantConstraints>;

/** The names that any of the caveats has. */
type CaveatName = Caveat extends infer Each ? (Each extends unknown ? keyof Each : never) : never;

const caveat = z
  .strictObject({
    exp: amount.optional(),
    principal: name.optional(),
    capability: name.optional(),
    max_rows: amount.optional(),
    allowed_fields: z.array(name).optional(),
    args: z.strictObject(argConstraints).optional(),
    max_calls: amount.optional(),
    session: name.optional(),
  } satisfies Readonly<Record<CaveatName, z.ZodType>>)
  .refine((given) => Object.keys(given).length === 1, 'expected an object with one member');

const grant = {
  principal: principalSchema,
  capabilityId: name,
  justification: text.optional(),
  intent: text.optional(),
  scope: z.record(z.string(), z.string()).optional(),
  constraints: z.strictObject(constraints).optional(),
  ttlS: z.number().optional(),
} satisfies SchemasOf<GrantRequest>;

const condition = {
  field: text,
  operator: z.enum(['=', '!=', '<', '<=', '>', '>=', '~', 'in', 'exists']),
  value: z.unknown(),
} satisfies SchemasOf<FilterCondition>;

const alternatives = {
  any: z.array(z.array(z.strictObject(condition)).min(1)).min(1),
} satisfies SchemasOf<FilterAlternatives>;

const filter = z.union([text, z.array(z.union([z.strictObject(condition), z.strictObject(alternatives)]))], {
  error: 'expected a text or a list of conditions',
});
const page = {
  ...output,
  fields: texts.optional(),
  sessionId: name.optional(),
  signal: signal.optional(),
};
const whose = { handleId: name, principal: principalSchema } satisfies SchemasOf<ReadingRequest>;

const expand = {
  ...page,
  ...whose,
  offset: amount.optional(),
  limit: amount.optional(),
  filter: filter.optional(),
  rows: z.array(amount).optional(),
  query: text.optional(),
} satisfies SchemasOf<ExpandRequest>;

const expandValue = {
  ...output,
  ...whose,
  row: amount,
  field: text,
  from: amount.optional(),
  to: amount.optional(),
  sessionId: name.optional(),
} satisfies SchemasOf<ExpandValueRequest>;

const orderKey = { field: text, descending: flag.optional() };

const find = {
  ...whose,
  filter: filter.optional(),
  text: text.optional(),
  from: amount.optional(),
  to: amount.optional(),
  order: z
    .strictObject({ ...orderKey, thenBy: z.array(z.strictObject(orderKey)).optional(), after: amount.optional() })
    .optional(),
  count: text.optional(),
  sum: text.optional(),
  formulas: z.array(text).optional(),
  sessionId: name.optional(),
  signal: signal.optional(),
} satisfies SchemasOf<FindRequest>;

const readingPage = {
  ...page,
  rows: z.array(amount),
  onProgress: aFunction.optional(),
} satisfies SchemasOf<ReadingPage>;

const { handleId: _handleId, principal: _principal, ...question } = find;

const query = {
  principal_id: name.optional(),
  capability_id: name.optional(),
  event: z.enum(TRACE_EVENTS).optional(),
  outcome: z.enum(['completed', 'failed', 'cancelled', 'timeout', 'denied']).optional(),
  since: text.optional(),
  until: text.optional(),
  limit: amount.optional(),
  offset: amount.optional(),
} satisfies SchemasOf<TraceQuery>;

const accept = { principal: principalSchema, justification: text } satisfies SchemasOf<AcceptRequest>;

const refusal = {
  event: z.enum(TRACE_EVENTS),
  principal: principalSchema,
  error: members,
  capabilityId: name.optional(),
  handleId: name.optional(),
  sessionId: name.optional(),
  approvedBy: z.enum(APPROVED_BY).optional(),
} satisfies SchemasOf<RefusalRequest>;

/** What each function of a kernel may be given, by its name; several arguments as members of one object. */
export const KERNEL_SCHEMAS = {
  'capabilities.get': z.strictObject({ capabilityId: name }),
  'capabilities.search': z.strictObject({ query: text, limit: amount.optional() }),
  grant: z.strictObject(grant),
  decide: z.strictObject(grant),
  redact: z.strictObject({ text }),
  withTraceContext: z.strictObject({ context: z.record(z.string(), z.string()), work: aFunction }),
  narrow: z.strictObject({ capabilityToken: text, caveats: z.array(caveat) }),
  inspect: z.strictObject({ capabilityToken: text }),
  revoke: z.strictObject({
    target: z.union([z.strictObject({ grantId: text }), z.strictObject({ principalId: name })], {
      error: 'expected an object with grantId or principalId',
    }),
    by: principalSchema,
  }),
  invoke: z.strictObject(invocation),
  invokeStream: z.strictObject(invocation),
  callModel: MODEL_CALL_SCHEMA,
  embed: EMBED_CALL_SCHEMA,
  plan: z.strictObject({ ...invocation, stream: flag }),
  start: z.strictObject({ ...invocation, stream: flag }),
  runOwnAct: z.strictObject({ ...ownAct, stream: flag }),
  expand: z.strictObject(expand),
  expandAll: z.strictObject(expand),
  expandValue: z.strictObject(expandValue),
  openReading: z.strictObject(whose),
  'openReading.expand': z.strictObject(readingPage),
  'openReading.find': z.strictObject(question),
  find: z.strictObject(find),
  'handles.get': z.strictObject(whose),
  'handles.list': z.strictObject({ principal: principalSchema, limit: amount.optional() }),
  'handles.remove': z.strictObject(whose),
  explain: z.strictObject({ actionId: name, principal: principalSchema }),
  'audit.list': z.strictObject(query),
  'audit.export': z.strictObject(query),
  'audit.accept': z.strictObject(accept),
  'audit.prune': z.strictObject({ principal: principalSchema, caps: z.strictObject(traceCaps).optional() }),
  recordRefusal: z.strictObject(refusal),
  ...SESSION_SCHEMAS,
} as const satisfies Readonly<Record<string, z.ZodObject>>;
