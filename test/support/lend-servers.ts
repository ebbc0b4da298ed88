import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.js';
import { startSwift } from './swift.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket where a test file asks for the servers of this run. */
    readonly serversAt: string;
  }
}

export interface LentServers {
  readonly postgres: { readonly url: string };
  readonly swift: { readonly endpoint: string; readonly env: Readonly<Record<string, string>> };
}

interface Started {
  readonly stop: () => Promise<void>;
}

/** One that runs already, or one of this run. */
function openPostgres(): Promise<LentServers['postgres'] & Started> {
  const named = process.env['AKERNEL_PG_URL'];
  return named === undefined || named === '' ? startPostgres() : Promise.resolve({ url: named, stop: async () => {} });
}

const START: Readonly<Record<keyof LentServers, () => Promise<Started>>> = {
  postgres: openPostgres,
  swift: startSwift,
};

/** One server of each kind for all test files of a run, which is started when the first one asks for it. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'akernel-servers-'));
  const started = new Map<string, Promise<Started>>();
  const ask = (kind: string): Promise<Started> => {
    const server = started.get(kind) ?? START[kind as keyof LentServers]();
    started.set(kind, server);
    return server;
  };
  const door = createServer((socket) => {
    socket.on('error', () => undefined);
    createInterface({ input: socket }).once('line', (kind) => {
      ask(kind).then(
        (server) => socket.end(JSON.stringify(server)),
        (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
      );
    });
  });
  const path = join(folder, 'door');
  await new Promise<void>((resolve) => door.listen(path, resolve));
  door.unref();
  provide('serversAt', path);
  return async () => {
    door.close();
    await Promise.all([...started.values()].map((server) => server.then(({ stop }) => stop()).catch(() => undefined)));
    rmSync(folder, { recursive: true, force: true });
  };
}
