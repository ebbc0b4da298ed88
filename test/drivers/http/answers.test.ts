import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import { collect, failureOf, linesOf, rowsOf, textOf, warningsOf } from '../../support/driver-call.js';
import { eventually } from '../../support/processes.js';
import { request, serve } from './serve.js';

const ROUTES = new Map<string, RequestListener>();
const server = await serve((incoming, response) => ROUTES.get(incoming.url ?? '')?.(incoming, response));
let routes = 0;

/** A URL at which the server answers so. */
function at(answer: RequestListener): string {
  routes += 1;
  ROUTES.set(`/${routes}`, answer);
  return `${server.origin}/${routes}`;
}

function atBody(type: string | undefined, body: string | Uint8Array, headers: Record<string, string> = {}): string {
  return at((_, response) => {
    response.writeHead(200, { ...(type === undefined ? {} : { 'content-type': type }), ...headers });
    response.end(body);
  });
}

const get = (url: string, options: Record<string, unknown> = {}) => collect(request({ url, ...options }));

/** Chunks until the failure, and the failure. */
async function cut(url: string, options: Record<string, unknown> = {}) {
  const chunks: Chunk[] = [];
  const error = await failureOf(async () => {
    for await (const chunk of request({ url, retries: { attempts: 0 }, ...options })) {
      chunks.push(chunk);
    }
  });
  return { chunks, error };
}

const A = [{ a: 1 }, { a: 2 }];
const NDJSON = '{"a":1}\n{"a":2}\n';

test.each([
  ['application/json', '[{"a":1},{"a":2}]'],
  ['application/problem+json; charset=utf-8', '[{"a":1},\n{"a":2}]'],
  ['application/x-ndjson', NDJSON],
  ['application/jsonl', NDJSON],
  ['text/csv; header=present', 'a\n1\n2\n'],
  ['text/tab-separated-values', 'a\n1\n2\n'],
  ['text/plain', NDJSON],
  ['application/octet-stream', NDJSON],
  [undefined, NDJSON],
  ['application/json; charset=utf-16le', Buffer.from(`\ufeff${NDJSON}`, 'utf16le')],
  ['application/json; charset=utf-16', Buffer.from('\ufeff[{"a":1},{"a":2}]', 'utf16le').swap16()],
])('%s is read as records', async (type, body) => {
  expect(rowsOf(await get(atBody(type, body)))).toEqual(A);
});

test('the format of the capability is stronger than the content type', async () => {
  expect(rowsOf(await get(atBody('text/html', NDJSON), { format: 'ndjson' }))).toEqual(A);
  expect(textOf(await get(atBody('application/json', NDJSON), { format: 'text' }), 'body')).toBe(NDJSON);
});

test('text in another encoding is decoded, and an unknown one is refused', async () => {
  const latin = await get(atBody('text/html; charset=ISO-8859-1', Buffer.from('Grüße', 'latin1')));
  expect(textOf(latin, 'body')).toBe('Grüße');
  const { error } = await cut(atBody('text/html; charset=klingon', 'x'));
  expect(error).toMatchObject({ code: 'DRIVER_PROTOCOL' });
});

test('bytes that are not UTF-8 are counted', async () => {
  const chunks = await get(atBody('text/html', Buffer.from([0x61, 0xff, 0x62])));
  expect(textOf(chunks, 'body')).toBe('a\ufffdb');
  expect(warningsOf(chunks)).toEqual(['bytes are not valid UTF-8: 1']);
});

test('what is neither text nor records is one row about it', async () => {
  expect(rowsOf(await get(atBody('image/png', Buffer.alloc(100))))).toEqual([{ binary: true, size_bytes: 100 }]);
});

test('numbers keep their digits', async () => {
  const line = '{"id":12345678901234567890,"x":1.10}';
  const url = atBody('application/json', `{"meta":{"items":[0]},"data":{"items":[${line}]},"more":[1]}`);
  expect(linesOf(await get(url, { records_at: 'data.items' }))).toBe(`${line}\n`);
  expect(linesOf(await get(atBody('text/event-stream', `data: ${line}\n\n`)))).toBe(`{"data":${line}}\n`);
});

test('records_at: null is no record, an object is one, and a missing member is an error', async () => {
  const options = { records_at: 'a' };
  expect(rowsOf(await get(atBody('application/json', '{"a":null}'), options))).toEqual([]);
  expect(rowsOf(await get(atBody('application/json', '{"a":{"b":1},"c":2}'), options))).toEqual([{ b: 1 }]);
  const { error } = await cut(atBody('application/json', '{"b":[]}'), options);
  expect(error).toMatchObject({ code: 'DRIVER_PROTOCOL', message: 'the answer has no member a' });
});

test('server-sent events are rows, up to [DONE]', async () => {
  const url = at((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('\ufeff: comment\nid: 1\nevent: a\ndata: {"x":\ndata:  1}\n\nda');
    response.write('ta: two\r\ndata: lines\r\n\r\ndata: [DONE]\n\ndata: never\n\n');
  });
  expect(rowsOf(await get(url))).toEqual([{ event: 'a', id: '1', data: { x: 1 } }, { data: 'two\nlines' }]);
  await eventually(() => server.open() === 0, 'the connection is closed');
});

test('an event without its blank line counts at the end', async () => {
  expect(rowsOf(await get(atBody('text/event-stream', 'data: {"a":1}\n\ndata: x')))).toEqual([
    { data: { a: 1 } },
    { data: 'x' },
  ]);
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br, gzip', (bytes: Uint8Array) => gzipSync(brotliCompressSync(bytes))],
])('%s is undone', async (encoding, compress) => {
  const body = compress(Buffer.from(NDJSON.repeat(20_000)));
  const chunks = await get(atBody('application/x-ndjson', body, { 'content-encoding': encoding }));
  expect(rowsOf(chunks)).toHaveLength(40_000);
});

test('an empty body and one that is not compressed as it says', async () => {
  expect(await get(atBody('application/json', '', { 'content-encoding': 'gzip' }))).toEqual([]);
  const { error } = await cut(atBody('application/json', '[]', { 'content-encoding': 'gzip' }));
  expect(error).toMatchObject({ code: 'DRIVER_PROTOCOL', message: 'the compressed answer is damaged or cut' });
  const unknown = await cut(atBody('application/json', '[]', { 'content-encoding': 'zstd' }));
  expect(unknown.error).toMatchObject({ code: 'DRIVER_PROTOCOL' });
});

test('a compressed bomb stops at the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, '{"a":1}\n'));
  const url = atBody('application/x-ndjson', bomb, { 'content-encoding': 'gzip' });
  const { chunks, error } = await cut(url, { max_response_bytes: 1_000_000 });
  expect(error).toMatchObject({ code: 'LIMIT_REACHED' });
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(rowsOf(chunks).length).toBeGreaterThan(100_000);
  expect(linesOf(chunks).length).toBeLessThanOrEqual(1_000_000);
});

test('what only an outer encoding holds counts too', async () => {
  const emptyBlocks = Buffer.alloc(5_000_000, Buffer.from([0, 0, 0, 0xff, 0xff]));
  const bomb = gzipSync(Buffer.concat([emptyBlocks, deflateRawSync(Buffer.from('[]'))]));
  const url = atBody('application/json', bomb, { 'content-encoding': 'deflate, gzip' });
  expect(await cut(url, { max_response_bytes: 1_000_000 })).toMatchObject({ error: { code: 'LIMIT_REACHED' } });
  expect(rowsOf(await get(url, { max_response_bytes: 6_000_000 }))).toEqual([]);
});

test('a long answer stops at the limit', async () => {
  const { chunks, error } = await cut(atBody('text/csv', 'x'.repeat(100_000)), { max_response_bytes: 1000 });
  expect(error).toMatchObject({ code: 'LIMIT_REACHED' });
  expect(chunks).toEqual([]);
});

test('an answer that is cut gives what came, and then the failure', async () => {
  const half = at((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'content-length': '1000' });
    response.write(NDJSON, () => response.destroy());
  });
  const plain = await cut(half);
  expect(rowsOf(plain.chunks)).toEqual(A);
  expect(plain.error).toMatchObject({
    code: 'DRIVER_FAILED',
    message: 'the connection ended before the answer was complete',
  });
  const zipped = gzipSync(Buffer.from(Array.from({ length: 50_000 }, (_, i) => `{"i":${i * 7919}}\n`).join('')));
  const halfZipped = at((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' });
    response.write(zipped.subarray(0, zipped.length >> 1), () => response.destroy());
  });
  const unzipped = await cut(halfZipped);
  expect(rowsOf(unzipped.chunks).length).toBeGreaterThan(10_000);
  expect(unzipped.error).toMatchObject({ code: 'DRIVER_FAILED' });
});

test('a compressed answer that the server ends too early is an error', async () => {
  const zipped = gzipSync(Buffer.from(NDJSON.repeat(1000)));
  const url = atBody('application/x-ndjson', zipped.subarray(0, -12), { 'content-encoding': 'gzip' });
  const { error } = await cut(url);
  expect(error).toMatchObject({ code: 'DRIVER_PROTOCOL' });
});

test('rows of a chunked answer are given before it ends', async () => {
  let finish = (): void => undefined;
  const url = at((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{"a":1}\n{"a":');
    finish = () => response.end('2}\n');
  });
  const chunks = request({ url })[Symbol.asyncIterator]();
  const first: Chunk = (await chunks.next()).value;
  expect(rowsOf([first])).toEqual([{ a: 1 }]);
  finish();
  const second: Chunk = (await chunks.next()).value;
  expect(rowsOf([second])).toEqual([{ a: 2 }]);
  expect((await chunks.next()).done).toBe(true);
});

test('answers without a body are told of', async () => {
  const nothing = at((_, response) => response.writeHead(204).end());
  expect(rowsOf(await get(nothing, { method: 'DELETE' }))).toEqual([{ status: 204 }]);
  const head = atBody('text/csv', 'a,b', { etag: '"1"' });
  expect(rowsOf(await get(head, { method: 'HEAD' }))).toEqual([{ status: 200, content_type: 'text/csv', etag: '"1"' }]);
});

test('the body of an error is shown only where the capability says so', async () => {
  const url = at((_, response) => response.writeHead(422).end('no such customer'));
  const hidden = await cut(url);
  expect(hidden.chunks).toEqual([]);
  expect(hidden.error).toMatchObject({
    code: 'DRIVER_FAILED',
    message: 'the server answered with status 422',
    details: { status: 422 },
  });
  const shown = await cut(url, { on_error: 'show' });
  expect(textOf(shown.chunks, 'body')).toBe('no such customer');
  expect(shown.error).toMatchObject({ details: { status: 422 } });
});

test('a long answer tells how far it has come', async () => {
  const body = '{"a":1}\n'.repeat(400_000);
  const chunks = await get(atBody('application/x-ndjson', body, { 'content-length': String(body.length) }));
  const progress = chunks.filter((chunk) => chunk.type === 'progress');
  // A step a mebibyte at most; how many there are depends on the pieces that arrive.
  expect(progress.length).toBeGreaterThan(0);
  expect(progress.length).toBeLessThanOrEqual(3);
  expect(progress.every(({ done }, index) => done > (progress[index - 1]?.done ?? 0))).toBe(true);
  expect(progress.every(({ done, total }) => done <= body.length && total === body.length)).toBe(true);
});

test('a page for people in place of JSON is an error, one bad line among good ones is not', async () => {
  const page = '<html><body>Please log in</body></html>';
  for (const format of ['json', 'ndjson']) {
    const { error } = await cut(atBody('text/html', page), { format });
    expect(error).toMatchObject({ code: 'DRIVER_PROTOCOL', message: 'the answer is not JSON' });
  }
  const chunks = await get(atBody('application/x-ndjson', `{"a":1}\n${page}\n{"a":2}\n`));
  expect(rowsOf(chunks)).toEqual(A);
  expect(warningsOf(chunks)).toEqual(['line is not valid JSON: 1']);
  expect(await get(atBody('application/json', '[]'))).toEqual([]);
  const huge = await get(atBody('application/json', `["${'x'.repeat(17 * 1024 * 1024)}"]`));
  expect(warningsOf(huge)).toEqual(['record is over the size limit: 1']);
});
