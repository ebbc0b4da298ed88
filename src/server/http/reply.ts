import type { Reply } from './idempotent-replies.js';
import { refusal } from './problem.js';
import { type Asked, json, jsonText } from './route.js';
import { eventResponse } from './runs/event-response.js';
import type { KeptRun } from './runs/kept-run.js';

/** An answer as the client wants it: what was made, the state of the run that was begun, or its events. */
export async function answerReply(
  reply: Reply,
  { service, caller: known, headers }: Asked,
  form: 'json' | 'events',
): Promise<Response> {
  if (reply.kind === 'text') {
    const { text, status, type, actionId, location } = reply;
    const named = actionId === undefined ? {} : { 'akernel-action-id': actionId };
    const placed = location === undefined ? {} : { location };
    return jsonText(text, status, { 'content-type': type, ...named, ...placed });
  }
  const caller = known();
  const run = await service.runs.get(reply.runId, caller.owner);
  return form === 'events'
    ? eventResponse(run, { after: cursorOf(run, headers.get('last-event-id') ?? undefined), caller })
    : json(run.state(), 202, { location: `/v1/runs/${run.runId}` });
}

export function wantsEvents(headers: Headers): boolean {
  return /\btext\/event-stream\b/i.test(headers.get('accept') ?? '');
}

export function keyOf(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key');
  if (key === null) {
    return undefined;
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw refusal(400, 'USAGE', 'the header Idempotency-Key has 1 to 255 printable characters');
  }
  return key;
}

/** Behind which event a reader goes on: the id of the last one that it has, or only its number. */
export function cursorOf({ runId, log }: KeptRun, given: string | undefined): number {
  if (given === undefined || given === '') {
    return 0;
  }
  const [, ofRun = runId, digits] = /^(?:([^:]+):)?(\d{1,15})$/.exec(given) ?? [];
  const has = digits === undefined || ofRun !== runId ? 'no' : log.has(Number(digits));
  if (has === 'perhaps') {
    throw refusal(503, 'DRIVER_UNAVAILABLE', 'this event of the run is not in the store yet', {
      hint: 'its server may have sent it while the store was away: try again, or ask that server',
      headers: { 'retry-after': '1' },
    });
  }
  if (has === 'no') {
    throw refusal(400, 'USAGE', 'the header Last-Event-ID is no event of this run', {
      hint: 'leave it out to begin at the first',
    });
  }
  return Number(digits);
}
