import * as z from 'zod';
import type { AgentSummary } from '../../contract/agent.js';
import type { Capability } from '../../contract/capability.js';
import type { FindProgress } from '../../contract/expansion.js';
import type { Grant, PolicyDecision } from '../../contract/grant.js';
import { HANDLE_KINDS, type HandleRecord } from '../../contract/handle.js';
import type { Plan } from '../../contract/kernel.js';
import type { SessionEntry, SessionRecord } from '../../contract/session.js';
import type { CollectResult } from '../../contract/stores.js';
import type { ChainVerdict, Trace } from '../../contract/trace.js';

/** What must be there of each answer. Nothing is taken out: a newer server may tell more. */
const text = z.string();
const number = z.number();
const count = z.int().min(0);

const capability = z.looseObject({
  capability_id: text,
  name: text,
  description: text,
  safety_class: z.enum(['READ', 'WRITE', 'DESTRUCTIVE']),
  sensitivity: text,
  tags: z.array(text),
  params: z.looseObject({}),
  driver: z.looseObject({ driver_id: text, operation: text }),
});
const failure = z.looseObject({
  namespace: text,
  error: z.looseObject({ code: text, message: text, hint: text.optional() }),
});
const agent = z.looseObject({
  name: text,
  description: text,
  capabilities: z.array(text),
  tools: z.array(text),
});
const plan = z.looseObject({ capability_id: text, decision: z.looseObject({ allowed: z.boolean() }) });
const grant = z.looseObject({
  grant_id: text,
  principal_id: text,
  capability_id: text,
  constraints: z.looseObject({}),
  reason: text,
  expires_at: text,
});
const handle = z.looseObject({
  handle_id: text,
  capability_id: text,
  total_rows: number,
  size_bytes: number,
  row_cap: number,
  constraints: z.looseObject({}),
  kind: z.enum(HANDLE_KINDS),
  state: text,
  created_at: text,
  expires_at: text,
});
const trace = z.looseObject({
  action_id: text,
  event: text,
  outcome: text,
  started_at: text,
  principal_id: text,
  duration_ms: number,
});
const verdict = z.looseObject({ ok: z.boolean(), records_checked: count });
const session = z.looseObject({
  session_id: text.regex(/^[\w.:-]+$/),
  created_at: text,
  total: number,
  used: number,
  reserved: number,
  entries: count,
  turns: count,
  agent: text.optional(),
});
const content = z.union([text, z.array(z.looseObject({ type: text })), z.null()]).optional();
const call = z.looseObject({ function: z.looseObject({ name: text, arguments: text }) });
const entry = z.looseObject({
  seq: count,
  turn: count,
  at: text,
  message: z.looseObject({ role: text, content, tool_calls: z.array(call).optional() }),
});
const history = z.looseObject({ entries: z.array(entry), next_after: count.optional() });
const collected = z.looseObject({ removed_handles: count, removed_bytes: count });
const end = z.union([z.number(), text]);
const summed = z
  .looseObject({ sum: z.number(), numbers: count, least: z.number().optional(), most: z.number().optional() })
  .optional();
const range = z.looseObject({ from: end, to: end, rows: count, summed });
const counted = z.looseObject({
  values: z.array(z.looseObject({ value: z.json(), rows: count, missed: count.optional(), summed })),
  rows: count,
  missing: count,
  different: count,
  is_exact: z.boolean(),
  ranges: z.looseObject({ ranges: z.array(range), others: count, others_summed: summed }).optional(),
  summed,
  missing_summed: summed,
});
const progress = z.looseObject({
  scanned: count,
  total: count,
  rows: z.array(count),
  ordered: z.array(count).optional(),
  among: z.looseObject({ rows: count, before: count, sample: z.array(count).optional() }).optional(),
  counted: counted.optional(),
});

export interface CapabilityList {
  readonly capabilities: readonly Capability[];
  readonly unavailable: readonly z.output<typeof failure>[];
}
export interface HistoryPage {
  readonly entries: readonly SessionEntry[];
  readonly next_after?: number;
}
/** The server keeps the proof. */
export type ShownGrant = Omit<Grant, 'capability_token'>;

export const isCapability = shape<Capability>(capability);
export const isCapabilityList = shape<CapabilityList>(
  z.looseObject({ capabilities: z.array(capability), unavailable: z.array(failure) }),
);
export const isAgent = shape<AgentSummary>(agent);
export const isAgentList = shape<{ readonly agents: readonly AgentSummary[] }>(
  z.looseObject({ agents: z.array(agent) }),
);
export const isPlan = shape<Plan & { readonly decision: PolicyDecision }>(plan);
export const isGrant = shape<ShownGrant>(grant);
export const isHandle = shape<HandleRecord>(handle);
export const isHandleList = shape<{ readonly handles: readonly HandleRecord[] }>(
  z.looseObject({ handles: z.array(handle) }),
);
export const isTrace = shape<Trace>(trace);
export const isTraceList = shape<{ readonly traces: readonly Trace[] }>(z.looseObject({ traces: z.array(trace) }));
export const isVerdict = shape<ChainVerdict>(verdict);
export const isSession = shape<SessionRecord>(session);
export const isSessionList = shape<{ readonly sessions: readonly SessionRecord[] }>(
  z.looseObject({ sessions: z.array(session) }),
);
export const isHistoryPage = shape<HistoryPage>(history);
export const isCollected = shape<CollectResult>(collected);
export const isProgress = shape<FindProgress>(progress);

function shape<Value>(schema: z.ZodType): (value: unknown) => value is Value {
  return (value): value is Value => schema.safeParse(value).success;
}
