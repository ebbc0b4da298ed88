import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastFrame, type Said, type Sandbox, sandbox } from '../support/cli.js';

/** No detector knows it by its form. */
const SECRET = ['walnut', 'harbour "42"', 'e\\ast'].join('-');
const MARK = '[REDACTED:config_secret]';

let box: Sandbox;
let server: Server;
beforeAll(async () => {
  box = sandbox();
  server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([{ greeting: `hello ${request.headers['x-note']}`, plain: 1 }]));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const echo = (id: string, driver: unknown) => ({
    capability_id: id,
    description: 'Echoes what it was given.',
    safety_class: 'READ',
    sensitivity: 'NONE',
    params: { type: 'object' },
    driver,
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ofEnv = (name: string) => `\${env:${name}}`;
  const config = {
    databases: { notes: { file: 'notes.sqlite' } },
    mcp_servers: {
      bad: {
        command: process.execPath,
        args: [resolve('fixtures/programs/mcp-misbehaving.mjs')],
        env: { MCP_BEHAVIOUR: 'chatty-stderr', MCP_TOKEN: ofEnv('NOTE') },
        tools: { leak: { safety_class: 'READ' }, refuse: { safety_class: 'READ' }, die: { safety_class: 'READ' } },
      },
    },
    capabilities: [
      echo('echo.process', {
        driver_id: 'process',
        operation: 'run',
        options: { command: 'printenv', args: ['GIVEN'], env: { GIVEN: ofEnv('NOTE') }, output: 'text' },
      }),
      echo('echo.http', {
        driver_id: 'http',
        operation: 'request',
        options: { url, headers: { 'X-Note': ofEnv('NOTE') }, allow_hosts: ['127.0.0.1'] },
      }),
      echo('echo.sql', {
        driver_id: 'sql',
        operation: 'query',
        options: { database: 'notes', statement: `select '${ofEnv('NOTE')}' as colour, 1 as plain` },
      }),
    ],
  };
  writeFileSync(join(box.directory, 'akernel.config.yaml'), JSON.stringify(config));
  writeFileSync(join(box.directory, 'notes.sqlite'), '');
});
afterAll(() => server.close());

function run(...args: string[]): Promise<Said> {
  return box.inside(args, { env: { NOTE: SECRET } });
}

for (const id of ['echo.process', 'echo.http', 'echo.sql', 'bad.leak']) {
  it(`${id} shows what the config hides as hidden, at once and later`, async () => {
    const { stdout, stderr } = await run('invoke', id, '--stream', '-o', 'ndjson');
    const { handle } = Object(lastFrame(stdout));
    const later = await run('expand', handle.handle_id);
    for (const text of [stdout, stderr, later.stdout]) {
      expect(text).not.toContain('harbour');
    }
    expect(stdout).toContain(MARK);
    expect(later.stdout).toContain(MARK);
  });
}

it('nothing that is kept, told or shown of a config holds the value', async () => {
  for (const args of [
    ['mcp', 'list'],
    ['config', 'show'],
    ['capabilities', 'show', 'echo.sql'],
    ['audit', 'list'],
    ['--debug', 'invoke', 'bad.refuse'],
    ['--debug', 'invoke', 'bad.die'],
  ]) {
    const { stdout, stderr } = await run(...args);
    expect(stdout).not.toContain('harbour');
    expect(stderr).not.toContain('harbour');
  }
  const files = readdirSync(box.home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(2);
  for (const { parentPath, name } of files) {
    expect(readFileSync(join(parentPath, name)).includes('harbour')).toBe(false);
  }
});

it('text that is piped is redacted by the same config', async () => {
  const options = { env: { NOTE: SECRET }, stdin: `a ${SECRET} b\n` };
  expect((await box.inside(['redact'], options)).stdout).toBe(`a ${MARK} b\n`);
});
