import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from './processes.js';

export interface McpHttpServer {
  readonly url: string;
  /** What it was asked and what its tools did, line by line. */
  readonly notes: () => readonly string[];
  readonly stop: () => void;
}

/** The well-behaved server of the fixtures on a free port of this machine. */
export async function serveMcp(env: Readonly<Record<string, string>> = {}): Promise<McpHttpServer> {
  const folder = mkdtempSync(join(tmpdir(), 'akernel-mcp-http-'));
  const file = (name: string) => join(folder, name);
  const read = (name: string): string => {
    try {
      return readFileSync(file(name), 'utf8');
    } catch {
      return '';
    }
  };
  const child: ChildProcess = spawn(process.execPath, [resolve('fixtures/programs/mcp-server.mjs')], {
    env: { ...process.env, ...env, MCP_PORT_FILE: file('port'), MCP_NOTE: file('note') },
    stdio: 'ignore',
  });
  await eventually(() => read('port') !== '', 'the server listens');
  return {
    url: `http://127.0.0.1:${read('port')}/mcp`,
    notes: () => read('note').trim().split('\n'),
    stop() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
