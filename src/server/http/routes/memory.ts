import * as z from 'zod';
import { KernelError } from '../../../contract/errors.js';
import { json, nothing, type Route, route } from '../route.js';
import { id, memoryItemSchema } from '../schemas.js';

const ofSession = z.strictObject({ session_id: id() });
const ofKey = z.strictObject({ session_id: id(), key: id() });
const path = '/v1/sessions/{session_id}/memory/{key}';

export const MEMORY_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/sessions/{session_id}/memory',
    summary: 'What a session remembers, redacted.',
    access: 'whole',
    params: ofSession,
    answers: { 200: { description: 'All of it.', schema: z.strictObject({ items: z.array(memoryItemSchema) }) } },
    handle: async ({ service, caller, params: { session_id: sessionId } }) =>
      json({ items: await service.kernel.sessions.memory(sessionId, caller().principal).list() }),
  }),
  route({
    method: 'GET',
    path,
    summary: 'One value, redacted.',
    access: 'whole',
    params: ofKey,
    answers: { 200: { description: 'It.', schema: memoryItemSchema } },
    async handle({ service, caller, params: { session_id: sessionId, key } }) {
      const item = await service.kernel.sessions.memory(sessionId, caller().principal).get(key);
      if (item === undefined) {
        throw notRemembered();
      }
      return json(item);
    },
  }),
  route({
    method: 'PUT',
    path,
    summary: 'Remembers a value in place of what was there.',
    access: 'whole',
    params: ofKey,
    body: z.strictObject({ value: z.unknown().refine((value) => value !== undefined, 'is missing') }),
    answers: { 204: { description: 'It is remembered.' } },
    async handle({ service, caller, params: { session_id: sessionId, key }, body: { value } }) {
      await service.kernel.sessions.memory(sessionId, caller().principal).set(key, value);
      return nothing();
    },
  }),
  route({
    method: 'DELETE',
    path,
    summary: 'Forgets a value.',
    access: 'whole',
    params: ofKey,
    answers: { 204: { description: 'It is forgotten.' } },
    async handle({ service, caller, params: { session_id: sessionId, key } }) {
      if (!(await service.kernel.sessions.memory(sessionId, caller().principal).remove(key))) {
        throw notRemembered();
      }
      return nothing();
    },
  }),
];

function notRemembered(): KernelError {
  return new KernelError('MEMORY_NOT_FOUND', 'the session remembers nothing under this key');
}
