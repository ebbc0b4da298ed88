import { KernelError } from '../../../contract/errors.js';
import { lineOf } from '../../../contract/frame.js';
import { END_REASONS } from '../../access/token-watch.js';
import type { Reply } from '../idempotent-replies.js';
import { invocationRequest } from '../invocation-request.js';
import { problemOf, refusal } from '../problem.js';
import { answerReply, keyOf, wantsEvents } from '../reply.js';
import { type Asked, type Route, route } from '../route.js';
import { beginInvocation } from '../runs/begin-invocation.js';
import { frameSchema, type InvocationBody, invocationBody } from '../schemas.js';

type Invocation = Asked<unknown, unknown, InvocationBody>;

export const INVOCATION_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/invocations',
    summary: 'Invokes a capability: one frame, or its frames as events where the client accepts text/event-stream.',
    access: 'caller',
    body: invocationBody,
    isOnce: true,
    answers: {
      200: [
        { description: 'One frame.', schema: frameSchema },
        {
          description: 'run.started, frame…, and run.completed, run.failed or run.cancelled.',
          type: 'text/event-stream',
        },
      ],
    },
    handle: (asked) => (wantsEvents(asked.headers) ? stream(asked) : callOnce(asked)),
  }),
  route({
    method: 'POST',
    path: '/v1/invocations/stream',
    summary: 'The same as events, whatever the client accepts.',
    access: 'caller',
    body: invocationBody,
    isOnce: true,
    answers: { 200: { description: 'The events of the run.', type: 'text/event-stream' } },
    handle: stream,
  }),
];

async function stream(asked: Invocation): Promise<Response> {
  const { service, body } = asked;
  if (body.mode !== undefined && body.one_frame !== true) {
    throw misplaced('mode', 'shapes a result that is given at once, and this one is streamed');
  }
  const caller = asked.caller();
  const reply = await once(asked, 'stream', async () => {
    service.runs.refuseWhenFull();
    const request = await invocationRequest(service, caller, body);
    const { on_disconnect: onDisconnect = 'cancel', one_frame: isOneFrame = false } = body;
    const { runId, begun } = beginInvocation(service, caller, { request, onDisconnect, isOneFrame });
    await begun;
    return { kind: 'run', runId };
  });
  return answerReply(reply, asked, 'events');
}

async function callOnce(asked: Invocation): Promise<Response> {
  for (const member of ['on_disconnect', 'one_frame'] as const) {
    if (asked.body[member] !== undefined) {
      throw misplaced(member, 'is for a run whose events are read');
    }
  }
  return answerReply(await once(asked, 'json', () => frameReply(asked)), asked, 'json');
}

function once(asked: Invocation, form: string, make: () => Promise<Reply>): Promise<Reply> {
  const { service, headers, bodyText } = asked;
  const { owner } = asked.caller();
  return service.replies.once({ owner, key: keyOf(headers), content: `invocations ${form}\n${bodyText}` }, make);
}

/** A client that has gone takes its invocation with it, unless it can ask for the answer again. */
async function frameReply({ service, headers, signal, body, caller }: Invocation): Promise<Reply> {
  const { given, only, watch } = caller();
  const request = await invocationRequest(service, caller(), body);
  const leaving = keyOf(headers) === undefined ? { signal } : {};
  const run = service.kernel.start({ ...request, ...leaving, stream: false });
  service.calls.add(run);
  const stopWatching = watch((how) => {
    if (how !== 'expired' && only === undefined) {
      void run.cancel(END_REASONS[how]);
    }
  });
  try {
    const { final_frame: frame, error, action_id, handle_id } = await run.result;
    given.add(action_id, handle_id);
    if (error?.code === 'TOKEN_EXPIRED') {
      caller().grants.forget(body.capability_id);
    }
    if (frame !== undefined && error === undefined && frame.status !== 'cancelled') {
      return { kind: 'text', status: 200, type: 'application/json', text: lineOf(frame), actionId: action_id };
    }
    const problem = problemOf(error ?? new KernelError('CANCELLED', 'the invocation was cancelled'));
    // the token was valid when it came: what it is refused for now is one of its restrictions
    const status = problem.code === 'TOKEN_REJECTED' ? 403 : problem.status;
    const text = JSON.stringify({ ...problem, status, action_id, ...(handle_id === undefined ? {} : { handle_id }) });
    return { kind: 'text', status, type: 'application/problem+json', text, actionId: action_id };
  } finally {
    stopWatching();
    service.calls.delete(run);
  }
}

function misplaced(member: string, message: string): Error {
  return refusal(400, 'USAGE', `body.${member}: ${message}`, { errors: [{ path: `body.${member}`, message }] });
}
