import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finish, lastFrame, type Sandbox, sandbox } from '../support/cli.js';
import { reference } from '../support/config-home.js';
import { eventually } from '../support/processes.js';

const EXAMPLE = resolve('fixtures/config-examples/http.yaml');
const KEY = ['key', 'of', 'tickets'].join('-');
const PAGES = 3;

interface Asked {
  readonly line: string;
  readonly authorization: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

const asked: Asked[] = [];
let streaming = 0;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) {
    body += String(piece);
  }
  const { authorization, 'content-type': type } = request.headers;
  asked.push({ line: `${request.method} ${request.url}`, authorization, type, body });
  const url = new URL(request.url ?? '', 'http://x');
  response.setHeader('content-type', 'application/json');
  if (url.searchParams.get('state') === 'closed') {
    streaming += 1;
    response.once('close', () => {
      streaming -= 1;
    });
    response.write('{"data":{"items":[{"id":1}');
    return;
  }
  const page = Number(url.searchParams.get('cursor') ?? 0);
  const items = [0, 1].map((row) => ({ id: page * 2 + row, from: `t${page}${row}@example.org` }));
  response.end(JSON.stringify({ total: 6, data: { next: page + 1 < PAGES ? page + 1 : null, items } }));
});

let box: Sandbox;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  env = { TICKETS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, TICKETS_API_KEY: KEY };
  box = sandbox();
  const principal = 'principal: { principal_id: ada, roles: [admin], attributes: { tenant: local } }\n';
  writeFileSync(join(box.directory, 'akernel.config.yaml'), principal + readFileSync(EXAMPLE, 'utf8'));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const WHY = ['--justification', 'a customer has asked for it today'];

describe('the example of a config', () => {
  it('is well as it stands', async () => {
    copyFileSync(EXAMPLE, join(box.directory, 'example.yaml'));
    expect(await box.inside(['config', 'check', 'example.yaml'], { env })).toMatchObject({ status: 0 });
  });

  it('streams all pages through the firewall, and keeps them', async () => {
    const args = ['invoke', 'tickets.list_tickets', 'state=open', 'labels=["a b","c"]', '--stream'];
    const { status, stdout, stderr } = await box.inside(args, { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const final = lastFrame(stdout);
    expect(final).toMatchObject({ status: 'completed', seen: { rows: 6 }, shown: { rows: 6 } });
    expect(stdout).toContain('[REDACTED:email]');
    expect(stdout).not.toContain('@example.org');
    expect(asked.splice(0)).toMatchObject([
      { line: 'GET /tickets?state=open&label=a%20b&label=c&per_page=100', authorization: `Bearer ${KEY}` },
      { line: 'GET /tickets?state=open&label=a%20b&label=c&per_page=100&cursor=1' },
      { line: 'GET /tickets?state=open&label=a%20b&label=c&per_page=100&cursor=2' },
    ]);
  });

  it('sends a template with the arguments in it', async () => {
    const args = ['invoke', 'tickets.add_comment', 'ticket=7', 'text="}, {"', '-o', 'json', ...WHY];
    expect(await box.inside(args, { env })).toMatchObject({ status: 0, stderr: '' });
    expect(asked.splice(0)).toMatchObject([
      { line: 'POST /tickets/7/comments', type: 'application/json', body: '{"body":"\\"}, {\\"","via":"akernel"}' },
    ]);
  });

  it('streams a stored result as a body, raw, and shows nothing of it', async () => {
    const kept = await box.inside(['invoke', 'tickets.list_tickets', '-o', 'json'], { env });
    const { handle_id: handleId } = lastFrame(kept.stdout) as { handle_id?: string };
    asked.splice(0);
    const args = ['invoke', 'tickets.import_tickets', '--args-from', `tickets=${handleId}`, '-o', 'json', ...WHY];
    const { status, stdout, stderr } = await box.inside(args, { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).not.toContain('@example.org');
    const [imported] = asked.splice(0);
    expect(imported).toMatchObject({ line: 'POST /import', type: 'application/x-ndjson' });
    expect(
      imported?.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).from),
    ).toEqual(['00', '01', '10', '11', '20', '21'].map((name) => `t${name}@example.org`));
  });

  it('closes the connection when it is interrupted, and shows what came', async () => {
    const child = box.start(['invoke', 'tickets.list_tickets', 'state=closed', '--stream'], { env });
    const ended = finish(child);
    await eventually(() => streaming === 1, 'the server is asked');
    child.kill('SIGINT');
    const { status, stdout } = await ended;
    expect(status).toBe(130);
    expect(lastFrame(stdout)).toMatchObject({ is_final: true, status: 'cancelled' });
    await eventually(() => streaming === 0, 'the connection is closed');
    asked.splice(0);
  });

  it('refuses an address of this network unless the config allows it', async () => {
    const file = join(box.directory, 'akernel.config.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/ +allow_hosts: .*\n/g, ''));
    const { status, stderr } = await box.inside(['invoke', 'tickets.list_tickets', '-o', 'json'], { env });
    writeFileSync(file, text);
    expect(status).toBe(3);
    expect(stderr).toContain('the host of the URL has a private or local address');
    expect(stderr).not.toContain('127.0.0.1');
    expect(asked).toEqual([]);
  });

  it('finds mistakes in the options, each with its path, line and a hint', async () => {
    const mistakes: readonly (readonly [string, string, RegExp])[] = [
      ['records_at: data.items', 'record_at: data.items', /options\.record_at: is not a setting.*records_at/s],
      ['{ticket}', '{tickt}', /refer to the argument tickt.*did you mean ticket/s],
      ['method: POST', 'method: FETCH', /options\.method/],
      [`"${reference('env:TICKETS_URL')}/import"`, 'ftp://x/import', /options\.url: is not an address/],
      ['{ argument: tickets }', '{ argument: tickets, text: x }', /must have exactly one of/],
      ['Authorization', 'Content-Length', /Content-Length: is set by akernel itself/],
    ];
    for (const [right, wrong, message] of mistakes) {
      const file = join(box.directory, 'wrong.yaml');
      writeFileSync(file, readFileSync(EXAMPLE, 'utf8').replace(right, wrong));
      const { status, stderr } = await box.inside(['config', 'check', 'wrong.yaml', '-o', 'text'], { env });
      expect(status).toBe(2);
      expect(stderr).toMatch(/wrong\.yaml:\d+: capabilities\[\d\]\.driver\.options/);
      expect(stderr).toMatch(message);
    }
  });
});
