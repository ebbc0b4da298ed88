import * as z from 'zod';
import { KernelError } from '../../../contract/errors.js';
import type { Grant } from '../../../contract/grant.js';
import type { Caller } from '../callers.js';
import { json, type Route, route } from '../route.js';
import { grantSchema, id, justification } from '../schemas.js';
import type { Service } from '../service.js';

const grantBody = z.strictObject({ capability_id: id(), justification });
type Wanted = z.output<typeof grantBody>;

export const GRANT_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/grants',
    summary:
      'Asks the policy for leave to invoke; what it refuses leaves its trace. The server keeps the proof for the call.',
    access: 'caller',
    body: grantBody,
    answers: { 200: { description: 'What was granted, without its proof.', schema: grantSchema } },
    async handle({ service, caller, body }) {
      const { only } = caller();
      const { capability_token: _, ...shown } =
        only === undefined
          ? await caller().grants.grantFor(body.capability_id, body.justification)
          : await broughtGrant(service, caller(), body);
      return json(shown);
    },
  }),
];

/** A token for one capability is its own proof, and of nothing else. */
async function broughtGrant({ kernel }: Service, { principal, only }: Caller, wanted: Wanted): Promise<Grant> {
  const { capabilityId = '', capabilityToken = '' } = only ?? {};
  if (capabilityId !== wanted.capability_id) {
    const error = new KernelError('TOKEN_REJECTED', 'the capability token is for another capability', {
      hint: `it is for ${capabilityId}`,
    });
    await kernel.recordRefusal({ event: 'grant', principal, error, capabilityId: wanted.capability_id });
    throw error;
  }
  const { grant_id, expires_at: expiresAt = '' } = await kernel.inspect(capabilityToken);
  return {
    grant_id,
    principal_id: principal.principal_id,
    capability_id: capabilityId,
    capability_token: capabilityToken,
    constraints: {},
    reason: 'token_verified',
    expires_at: expiresAt,
  };
}
