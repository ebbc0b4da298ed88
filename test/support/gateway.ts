import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Sandbox } from './cli.js';
import { eventually } from './processes.js';
import { PROGRAM } from './program.js';

/** How a host reaches the gateway: by its pipes or over HTTP, in the older protocol or in the one that it finds. */
export const WAYS = [
  { way: 'stdio', mode: 'legacy' },
  { way: 'stdio', mode: 'auto' },
  { way: 'http', mode: 'legacy' },
  { way: 'http', mode: 'auto' },
] as const;

export interface Connected {
  readonly client: Client;
  readonly names: () => Promise<readonly string[]>;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<CallToolResult>;
  readonly close: () => Promise<void>;
  /** What the gateway wrote on its standard error. */
  readonly stderr: () => string;
}

export interface ConnectOptions {
  readonly mode?: 'legacy' | 'auto';
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The official client before the built program. */
export async function connectByPipes(box: Sandbox, options: ConnectOptions = {}): Promise<Connected> {
  const { mode = 'legacy', args = [], env = {} } = options;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', 'serve', ...args],
    cwd: box.directory,
    env: { PATH: process.env['PATH'] ?? '', HOME: box.directory, AKERNEL_HOME: box.home, ...named(box), ...env },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (piece: Buffer) => {
    stderr += piece.toString('utf8');
  });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return { ...callsOf(client), stderr: () => stderr, close: () => client.close() };
}

/** A person names the config: of one that is only found in the folder little counts. */
function named({ directory }: Sandbox): Readonly<Record<string, string>> {
  const path = join(directory, 'akernel.config.json');
  return existsSync(path) ? { AKERNEL_CONFIG: path } : {};
}

export interface HttpGateway {
  readonly url: string;
  readonly process: ChildProcess;
  readonly connect: (token: string | undefined, mode?: 'legacy' | 'auto') => Promise<Connected>;
  /** A new capability token. */
  readonly grant: (capabilityId: string, ...flags: string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** The built program on a free port. */
export async function startHttp(box: Sandbox, options: ConnectOptions = {}): Promise<HttpGateway> {
  const { args = [], env = {} } = options;
  const child = spawn(process.execPath, [PROGRAM, 'mcp', 'serve', '--http', '127.0.0.1:0', ...args], {
    cwd: box.directory,
    env: { PATH: process.env['PATH'], HOME: box.directory, AKERNEL_HOME: box.home, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(stderr)));
    child.stderr.on('data', (piece: Buffer) => {
      stderr += piece.toString('utf8');
      const found = /at (http:\S+)/.exec(stderr)?.[1];
      if (found !== undefined) {
        resolve(found);
      }
    });
  });
  let tokens = 0;
  return {
    url,
    process: child,
    async connect(token, mode = 'legacy') {
      // On a loaded machine this process would ask on a connection that the server has just closed, as nobody asked for long.
      const once = { connection: 'close' };
      const headers = token === undefined ? once : { ...once, authorization: `Bearer ${token}` };
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
      return { ...callsOf(client), stderr: () => stderr, close: () => client.close() };
    },
    async grant(capabilityId, ...flags) {
      tokens += 1;
      const file = join(box.directory, `token-${tokens}`);
      const { status, stderr: why } = await box.inside(['grant', capabilityId, '--out', file, ...flags], { env });
      if (status !== 0) {
        throw new Error(why);
      }
      return readFileSync(file, 'utf8').trim();
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function callsOf(client: Client): Pick<Connected, 'client' | 'names' | 'call'> {
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => client.callTool({ name, arguments: args }),
  };
}

/** The tools that are listed, once these are among them: what slow servers offer is listed when they have started. */
export async function namesWith(host: Connected, ...wanted: readonly string[]): Promise<readonly string[]> {
  let names: readonly string[] = [];
  await eventually(
    async () => {
      names = await host.names();
      return wanted.every((name) => names.includes(name));
    },
    `tools: ${wanted.join(', ')}`,
  );
  return names;
}

/** All texts of an answer. */
export function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('\n');
}
