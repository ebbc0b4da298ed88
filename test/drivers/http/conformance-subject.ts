import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import type { StreamingDriver } from '../../../src/drivers/streaming-driver.js';
import type { ConformanceSubject } from '../../support/driver-conformance.js';
import { pour } from '../../support/pour.js';

const SECRET = ['hunter', '2', 'in', 'the', 'answer'].join('-');

/** A server that never ends, and one that fails: each kind of answer is a subject of its own. */
export async function httpSubjects(
  driver: StreamingDriver,
): Promise<readonly [ConformanceSubject, ...ConformanceSubject[]]> {
  const produced = new Map<string, number>();
  const open = new Set<string>();
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    if (url === '/failing') {
      response.writeHead(500, { 'x-reason': SECRET }).end(SECRET);
      return;
    }
    open.add(url);
    response.once('close', () => open.delete(url));
    const [, kind = ''] = url.split('/');
    const { type, head, piece } = KINDS[kind] ?? KINDS['ndjson'] ?? { type: '', head: '', piece: '' };
    response.writeHead(200, { 'content-type': type });
    response.write(head);
    pour(response, Buffer.from(piece), (bytes) => produced.set(url, (produced.get(url) ?? 0) + bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  let calls = 0;

  const call = (path: string, options: Record<string, unknown> = {}) => ({
    binding: {
      driver_id: 'http',
      operation: 'request',
      options: { url: `http://127.0.0.1:${port}${path}`, allow_private: true, retries: { attempts: 0 }, ...options },
    },
  });
  const subject = (name: string, kind: string, options: Record<string, unknown>): ConformanceSubject => ({
    name,
    startLong: () => {
      calls += 1;
      const path = `/${kind}/${calls}`;
      return {
        driver,
        call: call(path, options),
        isWorking: () => open.has(path),
        producedBytes: () => produced.get(path) ?? 0,
        isOverSocket: true,
      };
    },
    startFailing: () => ({ driver, call: call('/failing'), secret: SECRET }),
  });
  return [
    subject('http', 'ndjson', {}),
    subject('http records_at', 'object', { records_at: 'data.items' }),
    subject('http events', 'events', {}),
    subject('http text', 'text', {}),
  ];
}

const TEXT = 'x'.repeat(1000);
const ROW = JSON.stringify({ id: 1, text: TEXT });

const KINDS: Readonly<Record<string, { readonly type: string; readonly head: string; readonly piece: string }>> = {
  ndjson: { type: 'application/x-ndjson', head: '', piece: `${ROW}\n`.repeat(64) },
  object: { type: 'application/json', head: `{"data":{"items":[${ROW}`, piece: `,${ROW}`.repeat(64) },
  events: { type: 'text/event-stream', head: '', piece: `data: ${ROW}\n\n`.repeat(64) },
  text: { type: 'text/html', head: '', piece: `${TEXT}\n`.repeat(64) },
};
