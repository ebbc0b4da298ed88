import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { afterAll } from 'vitest';
import type { ModelClientOptions, ModelPart, ModelRequest } from '../../../src/contract/model.js';
import { type ClosableModelClient, createModelClient } from '../../../src/drivers/model/model-client.js';

const clients: ClosableModelClient[] = [];
afterAll(() => Promise.all(clients.map((client) => client.close())));

/** A client of a server on this machine; closed after the file's tests. */
export function clientOf(origin: string, options: Partial<ModelClientOptions> = {}): ClosableModelClient {
  const client = createModelClient({
    provider: 'openai',
    base_url: `${origin}/v1`,
    allow_private: true,
    retries: { attempts: 0 },
    ...options,
  });
  clients.push(client);
  return client;
}

export const QUESTION: ModelRequest = {
  model: 'm-1',
  messages: [{ role: 'user', content: 'What is the weather?' }],
  tools: [{ name: 'get_weather', description: 'Weather of a city', parameters: { type: 'object' } }],
};

export interface Asked {
  readonly parts: readonly ModelPart[];
  /** What it ended with, when it ended with an error. */
  readonly error?: unknown;
}

export async function ask(client: ClosableModelClient, signal = new AbortController().signal): Promise<Asked> {
  const parts: ModelPart[] = [];
  try {
    for await (const part of client.stream(QUESTION, { signal })) {
      parts.push(part);
    }
    return { parts };
  } catch (error) {
    return { parts, error };
  }
}

export const TEXT = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';
export const CALL =
  'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"get_weather","arguments":"{}"}}]}}]}\n\n';
export const FINISH = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
export const DONE = 'data: [DONE]\n\n';

export function stream(response: ServerResponse, ...pieces: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of pieces) {
    response.write(piece);
  }
}

/** Answers the first request by the first listener, and so on; the last one answers all further ones. */
export function inTurn(...listeners: readonly RequestListener[]): RequestListener {
  let count = 0;
  return (request: IncomingMessage, response: ServerResponse) => {
    const listener = listeners[Math.min(count, listeners.length - 1)];
    count += 1;
    listener?.(request as never, response as never);
  };
}
