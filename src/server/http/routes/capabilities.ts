import * as z from 'zod';
import type { Capability } from '../../../contract/capability.js';
import { KernelError } from '../../../contract/errors.js';
import type { Caller } from '../callers.js';
import { requestOf } from '../invocation-request.js';
import { problemOf } from '../problem.js';
import { json, type Route, route } from '../route.js';
import { capabilitySchema, failureSchema, id, invocationBody, planSchema, queryCount } from '../schemas.js';
import type { Service } from '../service.js';

/** Standard input is that of the server, and the others open servers and can only be granted. */
const HIDDEN = ['stdin.', 'mcp.serve', 'http.serve'];
/** How long a list waits for sources that are slow to start. */
const PATIENCE_MS = 5000;

export const CAPABILITY_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/capabilities',
    summary: 'What can be invoked, by id; with a query those that fit it, the best first.',
    access: 'caller',
    query: z.strictObject({ query: z.string().min(1).max(1000).optional(), limit: queryCount().optional() }),
    answers: {
      200: {
        description: 'They, and sources that gave none.',
        schema: z.strictObject({ capabilities: z.array(capabilitySchema), unavailable: z.array(failureSchema) }),
      },
    },
    async handle({ service, caller, query: { query, limit = 1000 } }) {
      const failures = await loaded(service);
      const { list, search } = service.kernel.capabilities;
      const found = query === undefined ? [...list()].sort(byId) : search(query, list().length);
      const offered = found.filter((capability) => isOffered(capability, caller())).slice(0, limit);
      const capabilities = await Promise.all(offered.map((each) => shown(each, service, caller())));
      const unavailable = failures.map(({ namespace, error }) => {
        const { code, detail: message, hint } = problemOf(error);
        return { namespace, error: { code, message, ...(hint === undefined ? {} : { hint }) } };
      });
      return json({ capabilities, unavailable });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/capabilities/{capability_id}',
    summary: 'One capability, with the JSON Schema of its arguments.',
    access: 'caller',
    params: z.strictObject({ capability_id: id() }),
    answers: { 200: { description: 'It.', schema: capabilitySchema } },
    async handle({ service, caller, params: { capability_id: capabilityId } }) {
      const { only } = caller();
      if (only !== undefined && only.capabilityId !== capabilityId) {
        throw new KernelError('CAPABILITY_NOT_FOUND', 'there is no such capability');
      }
      return json(await shown(await service.kernel.capabilities.get(capabilityId), service, caller()));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/plans',
    summary: 'What an invocation would do, and every condition that it would fail. Nothing is run or consumed.',
    access: 'caller',
    query: z.strictObject({ stream: z.enum(['true', 'false']).optional() }),
    body: invocationBody.omit({ on_disconnect: true, one_frame: true }),
    answers: { 200: { description: 'The plan.', schema: planSchema } },
    async handle({ service, caller, query: { stream }, body }) {
      const { principal, only } = caller();
      const { capability_id: capabilityId, justification } = body;
      const plan = await service.kernel.plan({
        ...requestOf(body, service),
        capabilityId,
        principal,
        capabilityToken: only?.capabilityToken ?? '',
        ...(justification === undefined ? {} : { justification }),
        stream: stream === 'true',
      });
      return json(plan);
    },
  }),
];

async function loaded({ loading }: Service): ReturnType<Service['kernel']['capabilities']['load']> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<readonly []>((resolve) => {
    timer = setTimeout(() => resolve([]), PATIENCE_MS);
  });
  try {
    return await Promise.race([loading, patience]);
  } finally {
    clearTimeout(timer);
  }
}

function isOffered({ capability_id: capabilityId }: Capability, { only }: Caller): boolean {
  return only === undefined
    ? !HIDDEN.some((prefix) => capabilityId.startsWith(prefix))
    : capabilityId === only.capabilityId;
}

async function shown(capability: Capability, { kernel }: Service, { principal, only }: Caller) {
  const { capability_id, name, description, safety_class, sensitivity, tags, params } = capability;
  const { idempotent, accepts_handles, driver } = capability;
  const decision = only === undefined ? await kernel.decide({ principal, capabilityId: capability_id }) : undefined;
  const denial = decision?.allowed === false ? decision.denials[0] : undefined;
  return {
    capability_id,
    name,
    description,
    safety_class,
    sensitivity,
    tags,
    params,
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(accepts_handles === undefined ? {} : { accepts_handles }),
    driver: { driver_id: driver.driver_id, operation: driver.operation },
    ...(denial === undefined ? {} : { denied: { message: denial.message, remedy: denial.remedy } }),
  };
}

function byId(a: Capability, b: Capability): number {
  return a.capability_id < b.capability_id ? -1 : 1;
}
