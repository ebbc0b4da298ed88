import * as z from 'zod';
import { KernelError } from '../../../contract/errors.js';
import type { Outcome } from '../../../contract/frame.js';
import { type ChainVerdict, TRACE_EVENTS, type TraceQuery } from '../../../contract/trace.js';
import { type Caller, refuseUnlessGiven } from '../callers.js';
import { refusal } from '../problem.js';
import { json, type Route, route } from '../route.js';
import { id, queryCount, traceSchema } from '../schemas.js';
import type { Service } from '../service.js';

const OUTCOMES = ['completed', 'failed', 'cancelled', 'timeout', 'denied'] as const satisfies readonly Outcome[];
const time = z.iso.datetime();
const verdictSchema = z.strictObject({
  ok: z.boolean(),
  records_checked: z.int().min(0),
  pruned: z.int().min(0).optional(),
  problem: z.enum(['records', 'head_file']).optional(),
  first_bad_seq: z.int().min(0).optional(),
  detail: z.string().optional(),
});

export const TRACE_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/traces',
    summary: 'Your traces, the newest first; those of all principals for the role admin.',
    access: 'whole',
    query: z.strictObject({
      capability_id: id().optional(),
      event: z.enum(TRACE_EVENTS).optional(),
      outcome: z.enum(OUTCOMES).optional(),
      since: time.optional(),
      until: time.describe('Later ones are left out, itself excluded.').optional(),
      limit: queryCount().pipe(z.int().min(1).max(1000)).optional(),
      offset: queryCount().optional(),
    }),
    answers: { 200: { description: 'They.', schema: z.strictObject({ traces: z.array(traceSchema) }) } },
    async handle({ service, caller, query: { limit = 100, ...given } }) {
      const known = Object.entries(given).filter(([, value]) => value !== undefined);
      const query: TraceQuery = {
        ...Object.fromEntries(known),
        ...(isAdmin(caller()) ? {} : { principal_id: caller().principal.principal_id }),
        limit,
      };
      return json({ traces: await service.kernel.audit.list(query) });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/traces/{action_id}',
    summary: 'What happened in an action: counts and decisions, nothing of the content.',
    access: 'caller',
    params: z.strictObject({ action_id: id() }),
    answers: { 200: { description: 'Its trace.', schema: traceSchema } },
    async handle({ service, caller, params: { action_id: actionId } }) {
      const missing = () => new KernelError('TRACE_NOT_FOUND', 'there is no such trace');
      refuseUnlessGiven(caller(), actionId, missing);
      return json(await service.kernel.explain(actionId, caller().principal));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/verifications',
    summary: 'Whether any trace was changed, removed or reordered: all are read. For the role admin.',
    access: 'whole',
    answers: { 200: { description: 'The verdict.', schema: verdictSchema } },
    async handle({ service, caller }) {
      if (!isAdmin(caller())) {
        throw refusal(403, 'POLICY_DENIED', 'only the role admin may verify the traces of a server', {
          reason: 'missing_role',
          hint: 'akernel audit verify does it on its machine',
        });
      }
      return json(await verdict(service));
    },
  }),
];

function isAdmin({ principal }: Caller): boolean {
  return principal.roles.includes('admin');
}

const under = new WeakMap<Service, Promise<ChainVerdict>>();

/** One verification for all who ask while it goes on. */
function verdict(service: Service): Promise<ChainVerdict> {
  const made = under.get(service) ?? service.kernel.audit.verify().finally(() => under.delete(service));
  under.set(service, made);
  return made;
}
