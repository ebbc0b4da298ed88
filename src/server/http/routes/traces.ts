import * as z from 'zod';
import { KernelError } from '../../../contract/errors.js';
import { refuseUnlessGiven } from '../callers.js';
import { json, type Route, route } from '../route.js';
import { id, traceSchema } from '../schemas.js';

export const TRACE_ROUTES: readonly Route[] = [
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
];
