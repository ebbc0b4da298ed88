import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { eventsOf, type HttpServer, startServer } from '../support/http-server.js';

const LINES = 120_000;
const LINE = 'a line that says nothing much, only that there is one more of them, and what is its number: ';
const MOST_HELD = 1_000_000;

let box: Sandbox;
let server: HttpServer;
let token: string;

beforeAll(async () => {
  box = sandbox();
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify({ principal: { roles: ['reader'] } }));
  writeFileSync(join(box.directory, 'long.txt'), Array.from({ length: LINES }, (_, at) => `${LINE}${at}\n`).join(''));
  server = await startServer(box);
  token = await server.grant('http.serve');
});
afterAll(async () => {
  await server.stop();
});

/** Sends a request and takes nothing of the answer before it is told to. */
function silentClient(path: string, body: string): Socket {
  const { port, hostname, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  const headers = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Accept: text/event-stream',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

/** What the system holds on the way between the two ends of a connection, in bytes. */
function underWay(socket: Socket): number {
  const port = (text = '') => Number.parseInt(text.split(':')[1] ?? '', 16);
  const ends = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, remote]) => [port(local), port(remote)].includes(socket.localPort ?? -1));
  return ends.reduce((sum, [, , , , queues = '0:0']) => {
    const [sent = '0', received = '0'] = queues.split(':');
    return sum + Number.parseInt(sent, 16) + Number.parseInt(received, 16);
  }, 0);
}

async function theRun(): Promise<string> {
  for (;;) {
    const { body } = await server.ask(token, '/v1/runs');
    const [run] = body['runs'] as { run_id: string; kind: string }[];
    if (run !== undefined) {
      return run.run_id;
    }
  }
}

it('a client that reads nothing holds little at the server, and nobody waits for it', async () => {
  const whole = await server.ask(token, '/v1/invocations', {
    capability_id: 'fs.read_file',
    args: { path: 'long.txt' },
    mode: 'handle_only',
  });
  const handle = String(whole.body['handle_id']);
  const silent = silentClient(`/v1/handles/${handle}/expand`, '{"max_tokens":null}');
  const path = `/v1/runs/${await theRun()}`;

  // the run comes to its end, and another reader with it
  let last: string | undefined;
  for await (const { event } of eventsOf(await server.fetch(token, `${path}/events`))) {
    last = event;
  }
  expect(last).toBe('run.completed');
  expect((await server.ask(token, path)).body).toMatchObject({ status: 'completed' });

  // what the silent one is given before the first gap was held for it: by the system, or by the server
  const buffered = underWay(silent) + silent.readableLength;
  let said = '';
  silent.setEncoding('latin1').on('data', (piece: string) => {
    said += piece;
  });
  silent.resume();
  await new Promise((resolve) => silent.once('close', resolve));
  const gap = said.indexOf('event: gap');
  expect(gap).toBeGreaterThan(0);
  expect(gap - buffered).toBeLessThan(MOST_HELD);
  expect(said.match(/event: run\.completed/g)).toHaveLength(1);
});
