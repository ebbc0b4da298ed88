import * as z from 'zod';
import { cursorOf } from '../reply.js';
import { json, nothing, type Route, route } from '../route.js';
import { eventResponse } from '../runs/event-response.js';
import { id, runSchema } from '../schemas.js';

const params = z.strictObject({ run_id: id() });

export const RUN_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/runs',
    summary: 'Your streamed runs that go on, and those that have ended not long ago.',
    access: 'caller',
    answers: { 200: { description: 'Their states.', schema: z.strictObject({ runs: z.array(runSchema) }) } },
    handle: async ({ service, caller }) => {
      const runs = await service.runs.list(caller().owner);
      return json({ runs: runs.map((run) => run.state()) });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/runs/{run_id}',
    summary: 'How far a run has come.',
    access: 'caller',
    params,
    answers: { 200: { description: 'Its state.', schema: runSchema } },
    handle: async ({ service, caller, params: { run_id: runId } }) =>
      json((await service.runs.get(runId, caller().owner)).state()),
  }),
  route({
    method: 'GET',
    path: '/v1/runs/{run_id}/events',
    summary: 'The events of a run behind Last-Event-ID, and those to come.',
    access: 'caller',
    params,
    resumes: true,
    query: z.strictObject({ after: z.string().max(400).describe('In place of the header Last-Event-ID.').optional() }),
    answers: {
      200: { description: 'The events.', type: 'text/event-stream' },
      204: { description: 'It has ended, and there are no more.' },
    },
    async handle({ service, caller: known, params: { run_id: runId }, query, headers }) {
      const caller = known();
      const run = await service.runs.get(runId, caller.owner);
      const after = cursorOf(run, headers.get('last-event-id') ?? query.after);
      // A browser that is told this does not connect again.
      return run.log.isEnded() && after === run.log.lastSeq() ? nothing() : eventResponse(run, { after, caller });
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/runs/{run_id}',
    summary: 'Cancels a run; its events and its handle stay. One that has ended is left as it is.',
    access: 'caller',
    params,
    query: z.strictObject({
      after: z.enum(['step']).describe('It ends after the step that is under way, where it has steps.').optional(),
    }),
    answers: { 202: { description: 'Its state; the terminal event tells the end.', schema: runSchema } },
    async handle({ service, caller, params: { run_id: runId }, query: { after } }) {
      const run = await service.runs.get(runId, caller().owner);
      const end = after === 'step' ? run.stop : run.cancel;
      await end('its client cancelled it');
      return json(run.state(), 202);
    },
  }),
];
