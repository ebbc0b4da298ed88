import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from './cli.js';

export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface HttpServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** A new capability token. */
  readonly grant: (capabilityId: string, ...flags: string[]) => Promise<string>;
  readonly fetch: (token: string | undefined, path: string, init?: RequestInit) => Promise<Response>;
  /** GET, or POST where there is a body. */
  readonly ask: (token: string | undefined, path: string, body?: unknown, init?: RequestInit) => Promise<Answered>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** The built program on a free port. */
export async function startServer(box: Sandbox, args: readonly string[] = []): Promise<HttpServer> {
  const child = box.start(['serve', '--listen', '127.0.0.1:0', '-o', 'json', ...args]);
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.once('exit', () => reject(new Error(said)));
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString('utf8');
    });
    child.stdout?.once('data', (piece: Buffer) => {
      resolve((JSON.parse(piece.toString('utf8')) as { url: string }).url);
    });
  });
  let tokens = 0;
  const ask = (token: string | undefined, path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (token !== undefined) {
      headers.set('authorization', `Bearer ${token}`);
    }
    if (init.body !== undefined && !headers.has('content-type')) {
      headers.set('content-type', 'application/json');
    }
    return fetch(`${url}${path}`, { ...init, headers });
  };
  return {
    url,
    process: child,
    async grant(capabilityId, ...flags) {
      tokens += 1;
      const file = join(box.directory, `serve-token-${tokens}`);
      const { status, stderr } = await box.inside(['grant', capabilityId, '--out', file, ...flags]);
      if (status !== 0) {
        throw new Error(stderr);
      }
      return readFileSync(file, 'utf8').trim();
    },
    fetch: ask,
    async ask(token, path, body, init = {}) {
      const sent = body === undefined ? init : { method: 'POST', body: JSON.stringify(body), ...init };
      const response = await ask(token, path, sent);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) {
        return child.exitCode;
      }
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      child.kill(signal);
      return ended;
    },
  };
}

/** The events of a response as they come; comments are passed over. */
export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const event = eventOf(text.slice(0, end));
      text = text.slice(end + 2);
      if (event !== undefined) {
        yield event;
      }
    }
  }
}

function eventOf(block: string): ServerEvent | undefined {
  const fields = new Map(
    block
      .split('\n')
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const data = fields.get('data');
  return data === undefined
    ? undefined
    : { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) };
}

export async function allEvents(response: Response): Promise<readonly ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of eventsOf(response)) {
    events.push(event);
  }
  return events;
}
