import { expect, test } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import { collect, failureOf, rowsOf, warningsOf } from '../../support/driver-call.js';
import { request, sendJson, serve } from './serve.js';

const ALL = [[{ id: 1 }, { id: 2 }], [{ id: 3 }], [{ id: 4 }]];

const server = await serve((incoming, response) => {
  const url = new URL(incoming.url ?? '', 'http://x');
  const parameter = (name: string): string | null => url.searchParams.get(name);
  const page = Number(parameter('page') ?? parameter('cursor')?.replace('c+', '') ?? 0);
  const hasNext = page + 1 < ALL.length;
  switch (url.pathname) {
    case '/link':
      return sendJson(response, ALL[page], {
        link: `</link?page=0>; rel="first"${hasNext ? `, </link?q=1&page=${page + 1}>; title="a"; rel="prefetch next"` : ''}`,
      });
    case '/cursor':
      return sendJson(response, { meta: { next: hasNext ? `c+${page + 1}` : null }, data: ALL[page] });
    case '/next':
      return sendJson(response, { data: ALL[page], next: hasNext ? `?page=${page + 1}` : '' });
    case '/page':
      return sendJson(response, ALL[page] ?? []);
    case '/away':
      return sendJson(response, [], { link: '<http://169.254.169.254/>; rel=next' });
    case '/round':
      return sendJson(response, [{ id: 1 }], { link: `<${incoming.url}>; rel=next` });
    default:
      return sendJson(response, [{ id: page }], { link: `</endless?page=${page + 1}>; rel=next` });
  }
});

const get = (path: string, options: Record<string, unknown>) =>
  collect(request({ url: `${server.origin}${path}`, ...options }));

test.each([
  ['/link?q=1', { pagination: { link_header: true } }],
  ['/cursor?a=%20', { pagination: { cursor: { at: 'meta.next', parameter: 'cursor' } }, records_at: 'data' }],
  ['/next', { pagination: { next_url: { at: 'next' } }, records_at: 'data' }],
  ['/page?size=2', { pagination: { page: { parameter: 'page', first: 0 } } }],
])('the pages of %s are one stream', async (path, options) => {
  expect(rowsOf(await get(path, options))).toEqual(ALL.flat());
});

test('cursors are encoded and other parameters stay as they are', () => {
  expect(server.requests).toContain('GET /cursor?a=%20&cursor=c%2B1');
  expect(server.requests).toContain('GET /page?size=2&page=3');
});

test('no page is asked for before the one before it was taken', async () => {
  const before = server.requests.length;
  const chunks = request({ url: `${server.origin}/endless`, pagination: { link_header: true } })[
    Symbol.asyncIterator
  ]();
  const first: Chunk = (await chunks.next()).value;
  expect(rowsOf([first])).toEqual([{ id: 0 }]);
  expect(server.requests.length - before).toBe(1);
  await chunks.return?.();
  expect(server.requests.length - before).toBe(1);
});

test('there is a most of pages, and it is said', async () => {
  const chunks = await get('/endless', { pagination: { link_header: true, max_pages: 3 } });
  expect(rowsOf(chunks)).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }]);
  expect(warningsOf(chunks)).toEqual(['there are more pages than max_pages allows: 1']);
});

test('a next page elsewhere or the same again is refused', async () => {
  const options = { pagination: { link_header: true } };
  expect(await failureOf(() => get('/away', options))).toMatchObject({ code: 'POLICY_DENIED' });
  expect(await failureOf(() => get('/round', options))).toMatchObject({ code: 'DRIVER_PROTOCOL' });
});

test('the size of all pages together is limited', async () => {
  const options = { pagination: { link_header: true, max_pages: 1000 }, max_response_bytes: 100 };
  expect(await failureOf(() => get('/endless', options))).toMatchObject({ code: 'LIMIT_REACHED' });
});
