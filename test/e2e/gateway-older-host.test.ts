import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { PROGRAM } from '../support/program.js';

const VERSION = '2025-06-18';
const SECRET = ['gh', 'p_', 'Zk3vQ8mT1xWb7Rj5Nc2Yd9Lf4Hs6Pg0AeUiO'].join('');

type Message = Readonly<Record<string, unknown>>;

/** A host of that time, by hand: what it says is what is written here, in the pieces that it says it in. */
interface Host {
  readonly say: (...messages: readonly Message[]) => void;
  /** The answer to the message with this number. */
  readonly answer: (id: number | string) => Promise<Message>;
  readonly told: readonly Message[];
  readonly child: ChildProcessWithoutNullStreams;
}

let box: Sandbox;
let host: Host;

function begin({ directory, home }: Sandbox): Host {
  const env = { PATH: process.env['PATH'], HOME: directory, AKERNEL_HOME: home };
  const config = { AKERNEL_CONFIG: join(directory, 'akernel.config.json') };
  const child = spawn(process.execPath, [PROGRAM, 'mcp', 'serve'], { cwd: directory, env: { ...env, ...config } });
  const told: Message[] = [];
  const waiting = new Map<unknown, (message: Message) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: Message = JSON.parse(line);
    told.push(message);
    waiting.get(message['id'])?.(message);
  });
  return {
    child,
    told,
    say: (...messages) => void child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join('')),
    answer: (id) =>
      new Promise((found) => {
        const known = told.find((message) => message['id'] === id);
        waiting.set(id, found);
        if (known !== undefined) {
          found(known);
        }
      }),
  };
}

function request(id: number | string, method: string, params: object = {}): Message {
  return { jsonrpc: '2.0', id, method, params };
}

/** What no two calls have in common. */
function withoutIds(message: Message): unknown {
  return JSON.parse(JSON.stringify({ ...message, id: '' }).replaceAll(/h_[0-9a-z]{10}/g, 'h_'));
}

beforeAll(async () => {
  box = sandbox();
  const near = { command: process.execPath, args: [resolve('fixtures/programs/mcp-server.mjs')] };
  writeFileSync(
    join(box.directory, 'akernel.config.json'),
    JSON.stringify({
      principal: { roles: ['reader', 'service'] },
      mcp_servers: { near: { ...near, tools: { slow: { safety_class: 'READ' } } } },
    }),
  );
  host = begin(box);
  const clientInfo = { name: 'older', version: '1' };
  host.say(request(0, 'initialize', { protocolVersion: VERSION, capabilities: {}, clientInfo }));
  await host.answer(0);
  host.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
  // Waits until its server has started.
  host.say(request('ready', 'tools/call', { name: 'near__echo', arguments: { text: 'ready' } }));
  await host.answer('ready');
});
afterAll(async () => {
  const ended = new Promise((resolve) => host.child.once('exit', resolve));
  host.child.stdin.end();
  await ended;
});

describe(`a host that speaks ${VERSION}`, () => {
  it('is answered in it', async () => {
    expect(await host.answer(0)).toMatchObject({ jsonrpc: '2.0', id: 0, result: { protocolVersion: VERSION } });
    host.say(request(1, 'tools/list'));
    const { result } = await host.answer(1);
    expect(JSON.stringify(result)).toContain('"near__echo"');
  });

  it.each([
    ['a clean text', { name: 'near__echo', arguments: { text: 'a line\n\n  {"a": [1, 2]}\r\nläst \u2028' } }],
    ['a secret', { name: 'near__echo', arguments: { text: `the key is ${SECRET}.` } }],
    ['rows', { name: 'near__rows' }],
    ['arguments that are missing', { name: 'near__echo', arguments: {} }],
    ['arguments that are unknown', { name: 'near__echo', arguments: { text: 'a', more: 1 } }],
    ['a tool that there is not', { name: 'near__nothing', arguments: {} }],
    ['a tool of ours', { name: 'search', arguments: { query: 'echo' } }],
    ['a handle that there is not', { name: 'expand', arguments: { handle: 'h_0000000000' } }],
  ])('is told the same of %s, alone or with another message', async (what, params) => {
    const [alone, together] = [`${what} 1`, `${what} 2`];
    host.say(request(alone, 'tools/call', params));
    const first = await host.answer(alone);
    host.say(request(together, 'tools/call', params), request(`${what} 3`, 'ping'));
    const second = await host.answer(together);
    expect(withoutIds(first)).toEqual(withoutIds(second));
    expect(Object.keys(first)).toEqual(Object.keys(second));
    expect(JSON.stringify(host.told)).not.toContain(SECRET.slice(4, 12));
  });

  it('is told how far a call has come, and nothing more once it has cancelled it', async () => {
    host.say(request('slow', 'tools/call', { name: 'near__slow', arguments: {}, _meta: { progressToken: 'p' } }));
    host.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'slow', reason: 'enough' } });
    host.say(request('after', 'tools/call', { name: 'near__echo', arguments: { text: 'after' } }));
    expect(await host.answer('after')).toMatchObject({ result: { content: [{ type: 'text', text: 'after' }] } });
    expect(host.told.some(({ id }) => id === 'slow')).toBe(false);
  });
});
