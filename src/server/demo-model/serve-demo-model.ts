import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ZodError } from 'zod';
import { serveUntil } from '../access/serve-until.js';
import { createAnswer, type DemoTurn } from './demo-turn.js';
import { embeddingsAnswer, ollamaEmbeddings } from './embeddings.js';
import { ownTurn } from './own-turn.js';
import { Refusal, readBody, refuseForeign } from './read-body.js';
import { createScriptPlayer, type DemoScript } from './script.js';
import { DEMO_WIRES } from './wires/index.js';
import type { DemoWire } from './wires/wire.js';

export interface DemoModelOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** What it says and does, in place of what it would by itself. */
  readonly script?: DemoScript | undefined;
  /** Before each piece of an answer, where the script does not say. */
  readonly delayMs: number;
  readonly onListening: (port: number) => void;
  /** Ends the service. */
  readonly signal: AbortSignal;
}

export const DEMO_ADDRESS = '127.0.0.1';

/** Is a model for whoever asks on this machine, until `signal` is aborted. Throws USAGE where the port cannot be had. */
export async function serveDemoModel(options: DemoModelOptions): Promise<void> {
  const { signal, port, onListening } = options;
  const play = options.script === undefined ? () => undefined : createScriptPlayer(options.script);
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing, (wire, body) => {
      const request = wire.read(body);
      const turn = play(request) ?? ownTurn(request);
      return { wire, request, turn, delayMs: turn.delay_ms ?? options.delayMs };
    });
  });
  await serveUntil(server, { host: DEMO_ADDRESS, port, onListening, signal });
}

interface Asked {
  readonly wire: DemoWire;
  readonly request: ReturnType<DemoWire['read']>;
  readonly turn: DemoTurn;
  readonly delayMs: number;
}

type Ask = (wire: DemoWire, body: unknown) => Asked;

const FIXED: Readonly<Record<string, (body: unknown) => unknown>> = {
  '/v1/embeddings': embeddingsAnswer,
  '/api/embed': ollamaEmbeddings,
};

const MODELS: Readonly<Record<string, unknown>> = {
  '/v1/models': { object: 'list', data: [{ id: 'demo', object: 'model', created: 0, owned_by: 'akernel' }] },
  '/api/tags': { models: [{ name: 'demo', model: 'demo' }] },
};

/** Answers one request, whatever it is; a client that has gone ends its answer. */
async function answer(incoming: IncomingMessage, outgoing: ServerResponse, ask: Ask): Promise<void> {
  const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
  const wire = DEMO_WIRES.find((each) => each.path === path);
  try {
    refuseForeign(incoming);
    const fixed = FIXED[path];
    if (incoming.method === 'GET' && Object.hasOwn(MODELS, path)) {
      sendJson(outgoing, 200, MODELS[path]);
    } else if (incoming.method !== 'POST' || (wire === undefined && fixed === undefined)) {
      throw new Refusal(404, `there are ${[...DEMO_WIRES.map((each) => each.path), ...Object.keys(FIXED)].join(', ')}`);
    } else if (wire === undefined) {
      sendJson(outgoing, 200, fixed?.(await readBody(incoming)));
    } else {
      await perform(ask(wire, await readBody(incoming)), outgoing);
    }
  } catch (error) {
    refuse(error, outgoing, wire);
  }
}

function refuse(error: unknown, outgoing: ServerResponse, wire: DemoWire | undefined): void {
  if (outgoing.headersSent || !(error instanceof Refusal || error instanceof ZodError)) {
    outgoing.destroy();
    return;
  }
  const failure =
    error instanceof Refusal
      ? { status: error.status, message: error.message }
      : { status: 400, message: where(error) };
  // What was not read of the request is not waited for.
  outgoing.setHeader('connection', 'close');
  sendJson(outgoing, failure.status, wire?.failure(failure) ?? { error: { message: failure.message } });
}

function where({ issues: [issue] }: ZodError): string {
  return `${(issue?.path ?? []).join('.') || 'the request'}: ${issue?.message ?? 'is not valid'}`;
}

async function perform({ wire, request, turn, delayMs }: Asked, outgoing: ServerResponse): Promise<void> {
  if (turn.error !== undefined) {
    sendJson(outgoing, turn.error.status, wire.failure(turn.error));
    return;
  }
  const said = createAnswer(request, turn);
  if (!request.isStreamed) {
    if (turn.cut === true) {
      outgoing.destroy();
      return;
    }
    sendJson(outgoing, 200, wire.whole(said));
    return;
  }
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  outgoing.writeHead(200, { 'content-type': wire.streamType, 'cache-control': 'no-store' });
  const pieces = wire.pieces(said);
  const sent = turn.cut === true ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces;
  for (const piece of sent) {
    if (delayMs > 0) {
      await pause(delayMs, undefined, { signal: gone.signal });
    }
    await write(outgoing, piece, gone.signal);
  }
  if (turn.cut === true) {
    outgoing.destroy();
  } else {
    outgoing.end();
  }
}

/** A client that does not read makes the model wait. */
async function write(outgoing: ServerResponse, piece: string, gone: AbortSignal): Promise<void> {
  gone.throwIfAborted();
  if (!outgoing.write(piece)) {
    await new Promise<void>((resolve) => {
      outgoing.once('drain', resolve);
      gone.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

function sendJson(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify(body));
}
