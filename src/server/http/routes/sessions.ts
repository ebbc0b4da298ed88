import * as z from 'zod';
import { agentName, runLimitsSchema } from '../../../contract/agent-schema.js';
import type { NewSession } from '../../../contract/session.js';
import { historyPage } from '../history-page.js';
import { answerReply, keyOf, wantsEvents } from '../reply.js';
import { json, nothing, type Route, route } from '../route.js';
import { beginAgentRun } from '../runs/begin-agent-run.js';
import { id, justification, onDisconnect, queryCount, runSchema, sessionSchema } from '../schemas.js';

const params = z.strictObject({ session_id: id() });
const runBody = z.strictObject({
  message: z.string().min(1).max(1_000_000),
  agent: agentName.describe('In place of the agent of the session.').optional(),
  justification,
  on_disconnect: onDisconnect,
  limits: runLimitsSchema.describe('In place of those of the agent.').optional(),
});

export const SESSION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/sessions',
    summary: 'Your sessions.',
    access: 'whole',
    answers: { 200: { description: 'They.', schema: z.strictObject({ sessions: z.array(sessionSchema) }) } },
    handle: async ({ service, caller }) => json({ sessions: await service.kernel.sessions.list(caller().principal) }),
  }),
  route({
    method: 'POST',
    path: '/v1/sessions',
    summary: 'Makes a session: a conversation, what it remembers, and a ledger.',
    access: 'whole',
    isOnce: true,
    body: z.strictObject({
      total: z.int().min(1).max(1_000_000_000).describe('Model tokens that it may spend in all.').optional(),
      agent: agentName.optional(),
      parent_id: id().describe('The session from whose ledger it spends.').optional(),
    }),
    answers: { 201: { description: 'It.', schema: sessionSchema } },
    async handle(asked) {
      const { service, caller, body, bodyText, headers } = asked;
      const { owner, principal } = caller();
      const content = `sessions\n${bodyText}`;
      const reply = await service.replies.once({ owner, key: keyOf(headers), content }, async () => {
        const made = await service.kernel.sessions.create(principal, given(body));
        const location = `/v1/sessions/${made.session_id}`;
        return { kind: 'text', status: 201, type: 'application/json', text: JSON.stringify(made), location };
      });
      return answerReply(reply, asked, 'json');
    },
  }),
  route({
    method: 'GET',
    path: '/v1/sessions/{session_id}',
    summary: 'One session: its agent, how far it has come, and what is left of its ledger.',
    access: 'whole',
    params,
    answers: { 200: { description: 'It.', schema: sessionSchema } },
    handle: async ({ service, caller, params: { session_id: sessionId } }) =>
      json(await service.kernel.sessions.get(sessionId, caller().principal)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/sessions/{session_id}',
    summary: 'Cancels the runs of a session, and removes it with all that was said in it, and its children.',
    access: 'whole',
    params,
    answers: { 204: { description: 'It is gone.' } },
    async handle({ service: { kernel, runs }, caller, params: { session_id: sessionId } }) {
      const { owner, principal } = caller();
      await kernel.sessions.get(sessionId, principal);
      const spending = (await runs.list(owner)).filter((run) => run.state()['session_id'] === sessionId);
      await Promise.all(spending.map((run) => run.cancel('its session was removed')));
      await kernel.sessions.remove(sessionId, principal);
      return nothing();
    },
  }),
  route({
    method: 'GET',
    path: '/v1/sessions/{session_id}/history',
    summary: 'What was said, as the model saw it, from the first message on.',
    access: 'whole',
    params,
    query: z.strictObject({
      after: queryCount().describe('The seq of the last entry that is known.').optional(),
      limit: queryCount().pipe(z.int().min(1).max(1000)).optional(),
      newest: queryCount().pipe(z.int().min(1).max(1_000_000)).describe('Only so many, the last ones.').optional(),
    }),
    answers: {
      200: {
        description: 'Entries, and behind which one to go on where there are more.',
        schema: z.strictObject({ entries: z.array(z.looseObject({ seq: z.int() })), next_after: z.int().optional() }),
      },
    },
    handle: async ({ service, caller, params: { session_id: sessionId }, query }) =>
      json(await historyPage(service, { sessionId, principal: caller().principal, ...query })),
  }),
  route({
    method: 'POST',
    path: '/v1/sessions/{session_id}/runs',
    summary:
      'One message to the agent of a session, and everything until its answer. Nobody is asked: calls that change something are denied.',
    access: 'whole',
    params,
    body: runBody,
    isOnce: true,
    answers: {
      200: { description: 'run.started, part…, and the terminal event.', type: 'text/event-stream' },
      202: { description: 'It has begun; its events are at Location.', schema: runSchema },
    },
    async handle(asked) {
      const {
        service,
        caller,
        params: { session_id: sessionId },
        body,
        bodyText,
        headers,
      } = asked;
      const { owner, principal } = caller();
      const content = `runs of ${sessionId}\n${bodyText}`;
      const reply = await service.replies.once({ owner, key: keyOf(headers), content }, async () => {
        service.runs.refuseWhenFull();
        const { agent, message, limits, justification: why } = body;
        const session = await service.kernel.openSession({
          principal,
          sessionId,
          ...(agent === undefined ? {} : { agent }),
        });
        const options = {
          ...(limits === undefined ? {} : { limits: given(limits) }),
          ...(why === undefined ? {} : { justification: why }),
        };
        const onLeft = body.on_disconnect ?? 'continue';
        const { runId, begun } = beginAgentRun(service, caller(), { session, message, options, onDisconnect: onLeft });
        await begun;
        return { kind: 'run', runId };
      });
      return answerReply(reply, asked, wantsEvents(headers) ? 'events' : 'json');
    },
  }),
];

type Given<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** Without the members that were not given. */
function given<Members extends NewSession | object>(members: Members): Given<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<Members>;
}
