import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { eventsOf, type HttpServer, type ServerEvent } from '../support/http-server.js';
import { type Nginx, startNginx } from '../support/nginx.js';
import { keepPostgres } from '../support/postgres-databases.js';
import { machinesOn } from '../support/shared-servers.js';

const TERMINAL = /^run\.(completed|failed|cancelled)$/;
const databases = keepPostgres();
let box: Sandbox;
let startMachine: () => Promise<HttpServer>;
let servers: readonly [HttpServer, HttpServer];
let nginx: Nginx;
let token: string;

beforeAll(async () => {
  box = sandbox();
  const config = { principal: { roles: ['reader', 'service'] }, policy: { calls_per_minute: { READ: 1_000_000 } } };
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
  startMachine = machinesOn(box, await databases.make());
  servers = [await startMachine(), await startMachine()];
  nginx = await startNginx(
    join(box.directory, 'nginx'),
    servers.map(({ url }) => url),
  );
  token = await servers[0].grant('http.serve');
});
afterAll(async () => {
  await nginx.stop();
  await Promise.all(servers.map((server) => server.stop()));
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${nginx.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
  });
const begin = (rows: number): Promise<Response> => {
  const body = { capability_id: 'demo.customers', args: { rows, delay_ms: 5 }, max_tokens: 1_000_000 };
  return ask('/v1/invocations/stream', { method: 'POST', body: JSON.stringify(body) });
};

/** Reads through nginx, cut off after every k. event, until there is no more. */
async function readAll(
  begun: Response,
  k: number,
  onCut: (cuts: number) => Promise<unknown>,
): Promise<readonly ServerEvent[]> {
  const path = `${begun.headers.get('location')}/events`;
  const got: ServerEvent[] = [];
  let response = begun;
  for (let cuts = 0; response.status !== 204; cuts += 1) {
    expect(response.status).toBe(200);
    let taken = 0;
    try {
      for await (const event of eventsOf(response)) {
        got.push(event);
        taken += 1;
        if (taken === k) {
          break;
        }
      }
    } catch {
      // its server was killed
    }
    await onCut(cuts);
    response = await ask(path, { headers: { 'last-event-id': got.at(-1)?.id ?? '' } });
  }
  return got;
}

function expectOnce(events: readonly ServerEvent[], run: string | undefined): void {
  expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => `${run}:${at + 1}`));
  expect(events.filter(({ event }) => TERMINAL.test(event))).toEqual([events.at(-1)]);
}

const requestsAt = async (server: HttpServer): Promise<number> => {
  const text = await (await server.fetch(token, '/metrics')).text();
  return Number(
    /akernel_http_requests_total\{method="GET",path="\/v1\/runs\/\{run_id\}\/events",status="200"\} (\d+)/.exec(
      text,
    )?.[1],
  );
};

it('a run begun behind nginx goes on behind it, whichever server is asked', async () => {
  const begun = await begin(300);
  const events = await readAll(begun, 3, async () => undefined);
  expectOnce(events, begun.headers.get('location')?.split('/').at(-1));
  expect(events.at(-1)?.event).toBe('run.completed');
  for (const server of servers) {
    expect(await requestsAt(server)).toBeGreaterThan(0);
  }
});

it('one of the servers is killed: nothing is lost, each event comes once, and each run has one end', async () => {
  const begun = await Promise.all(Array.from({ length: 6 }, () => begin(400)));
  const seen = new Set<string>();
  const events = await Promise.all(
    begun.map((response, at) =>
      readAll(response, 1 + (at % 7), async (cuts) => {
        if (cuts === 4 && at === 0) {
          await servers[1].stop('SIGKILL');
        }
      }),
    ),
  );
  for (const [at, response] of begun.entries()) {
    const all = events[at] ?? [];
    expectOnce(all, response.headers.get('location')?.split('/').at(-1));
    seen.add(all.at(-1)?.event ?? '');
    if (all.at(-1)?.event === 'run.failed') {
      expect(all.at(-1)?.data).toMatchObject({ problem: { code: 'DRIVER_UNAVAILABLE' } });
    }
  }
  // Those of the server that lives went on, and those of the other one were told as over.
  expect([...seen].sort()).toEqual(['run.completed', 'run.failed']);
});
