import { EventSource } from 'eventsource';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { type HttpServer, startServer } from '../support/http-server.js';

let box: Sandbox;
let server: HttpServer;
let token: string;

beforeAll(async () => {
  box = sandbox();
  server = await startServer(box);
  token = await server.grant('http.serve');
});
afterAll(async () => {
  await server.stop();
});

it('an EventSource reads a run to its terminal event, is cut off and goes on, and stops by itself', async () => {
  const body = JSON.stringify({
    capability_id: 'demo.customers',
    args: { rows: 300, delay_ms: 2 },
    on_disconnect: 'continue',
  });
  const begun = await server.fetch(token, '/v1/invocations/stream', { method: 'POST', body });
  const path = begun.headers.get('location') ?? '';
  void begun.body?.cancel();
  const statuses: number[] = [];
  const cursors: (string | null)[] = [];
  const source = new EventSource(`${server.url}${path}/events`, {
    async fetch(url, init) {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      cursors.push(headers.get('last-event-id'));
      const response = await fetch(url, { ...init, headers });
      statuses.push(response.status);
      // The first connection ends behind its first event.
      return statuses.length === 1 ? new Response(firstOf(response), response) : response;
    },
  });
  const ids: string[] = [];
  const types: string[] = [];
  for (const type of ['run.started', 'frame', 'run.completed']) {
    source.addEventListener(type, ({ lastEventId }) => {
      ids.push(lastEventId);
      types.push(type);
    });
  }
  await new Promise<void>((resolve) => {
    source.addEventListener('error', () => {
      if (source.readyState === source.CLOSED) {
        resolve();
      }
    });
  });
  const run = path.split('/').at(-1);
  expect(ids).toEqual(ids.map((_, at) => `${run}:${at + 1}`));
  expect([types[0], types.at(-1)]).toEqual(['run.started', 'run.completed']);
  expect(statuses).toEqual([200, 200, 204]);
  expect(cursors).toEqual([null, `${run}:1`, ids.at(-1)]);
});

/** The bytes up to the end of the first event, and no more of what came with them. */
function firstOf(response: Response): ReadableStream<Uint8Array> {
  let text = '';
  return new ReadableStream({
    async start(controller) {
      const decoder = new TextDecoder();
      for await (const piece of response.body ?? []) {
        text += decoder.decode(piece, { stream: true });
        const end = text.indexOf('\n\n', text.indexOf('event: run.started'));
        if (text.includes('event: run.started') && end !== -1) {
          controller.enqueue(new TextEncoder().encode(text.slice(0, end + 2)));
          break;
        }
      }
      controller.close();
    },
  });
}
