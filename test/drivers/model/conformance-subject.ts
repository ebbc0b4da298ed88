import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import type { StreamingDriver } from '../../../src/drivers/streaming-driver.js';
import type { ConformanceSubject } from '../../support/driver-conformance.js';
import { pour } from '../../support/pour.js';

const SECRET = ['hunter', '2', 'of', 'the', 'model'].join('-');
const TEXT = 'x'.repeat(10_000);

const KINDS = {
  openai: {
    type: 'text/event-stream',
    piece: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: TEXT } }] })}\n\n`,
  },
  'openai-responses': {
    type: 'text/event-stream',
    piece: `data: ${JSON.stringify({ type: 'response.output_text.delta', output_index: 0, delta: TEXT })}\n\n`,
  },
  anthropic: {
    type: 'text/event-stream',
    piece: `data: ${JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: TEXT } })}\n\n`,
  },
  ollama: { type: 'application/x-ndjson', piece: `${JSON.stringify({ message: { content: TEXT } })}\n` },
} as const;

/** Providers that never stop talking, and that fail: each wire is a subject of its own. */
export async function modelSubjects(
  driver: StreamingDriver,
): Promise<readonly [ConformanceSubject, ...ConformanceSubject[]]> {
  const produced = new Map<string, number>();
  const open = new Set<string>();
  const server = createServer((request, response) => {
    const [, kind = '', call = ''] = (request.url ?? '').split('/');
    if (call === 'failing') {
      response.writeHead(500).end(SECRET);
      return;
    }
    open.add(call);
    response.once('close', () => open.delete(call));
    const { type, piece } = KINDS[isKind(kind) ? kind : 'openai'];
    response.writeHead(200, { 'content-type': type });
    pour(response, piece, (length) => produced.set(call, (produced.get(call) ?? 0) + length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  let calls = 0;

  const call = (provider: keyof typeof KINDS, path: string) => ({
    binding: {
      driver_id: 'model',
      operation: 'chat',
      options: {
        provider,
        base_url: `http://127.0.0.1:${port}/${provider}/${path}`,
        api_key: SECRET,
        model: 'm',
        allow_private: true,
        retries: { attempts: 0 },
      },
    },
    args: { message: 'Go on' },
  });
  const subject = (name: string, provider: keyof typeof KINDS): ConformanceSubject => ({
    name,
    startLong: () => {
      calls += 1;
      const path = `call-${calls}`;
      return {
        driver,
        call: call(provider, path),
        isWorking: () => open.has(path),
        producedBytes: () => produced.get(path) ?? 0,
        isOverSocket: true,
      };
    },
    startFailing: () => ({ driver, call: call(provider, 'failing'), secret: SECRET }),
  });
  return [
    subject('model', 'openai'),
    subject('model responses', 'openai-responses'),
    subject('model anthropic', 'anthropic'),
    subject('model ollama', 'ollama'),
  ];
}

function isKind(kind: string): kind is keyof typeof KINDS {
  return Object.hasOwn(KINDS, kind);
}
