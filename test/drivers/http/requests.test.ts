import { expect, test } from 'vitest';
import { createHttpDriver } from '../../../src/drivers/http/index.js';
import { collect, failureOf, makeCall, rowsOf } from '../../support/driver-call.js';
import { bodyOf, request, sendJson, serve } from './serve.js';

const echo = await serve(async (incoming, response) => {
  const body = await bodyOf(incoming);
  sendJson(response, { method: incoming.method, url: incoming.url, headers: incoming.headers, body });
});

type Echoed = { method: string; url: string; headers: Record<string, string>; body: string };

async function echoed(options: Record<string, unknown>, args: Record<string, unknown> = {}): Promise<Echoed> {
  const [row] = rowsOf(await collect(request({ url: `${echo.origin}/`, ...options }, { args })));
  return row as unknown as Echoed;
}

const PATHS: readonly (readonly [string, unknown, string])[] = [
  ['/users/{a}', 'ada', '/users/ada'],
  ['/users/{a}', 7, '/users/7'],
  ['/users/{a}', '../admin', '/users/..%2Fadmin'],
  ['/users/{a}/x', '?q=1#f', '/users/%3Fq%3D1%23f/x'],
  ['/users/{a}', '%2e%2e', '/users/%252e%252e'],
  ['/users/{a}', 'a b&c=d', '/users/a%20b%26c%3Dd'],
  ['/users/{a}', '\\..\\x', '/users/%5C..%5Cx'],
  ['/users/{a}', "é'();*", '/users/%C3%A9%27%28%29%3B%2A'],
  ['/users/{a}.json', '..', '/users/...json'],
  ['/find?q={a}&z=1', 'x&z=2', '/find?q=x%26z%3D2&z=1'],
  ['/find?q={a}', '//evil.example/', '/find?q=%2F%2Fevil.example%2F'],
  ['/a?$filter=x%20y', '', '/a?$filter=x%20y'],
];

test.each(PATHS)('%s with %j asks for %s', async (path, a, url) => {
  expect((await echoed({ url: `${echo.origin}${path}` }, { a })).url).toBe(url);
});

const REFUSED: readonly (readonly [string, unknown, string])[] = [
  ['/users/{a}', '.', 'the argument a cannot be empty, "." or ".." in a path'],
  ['/users/{a}', '..', 'the argument a cannot be empty, "." or ".." in a path'],
  ['/users/{a}', '', 'the argument a cannot be empty, "." or ".." in a path'],
  ['/users/%2e{a}', '.', 'the argument a cannot be empty, "." or ".." in a path'],
  ['/users/{a}%2E', '.', 'the argument a cannot be empty, "." or ".." in a path'],
  ['/users/{a}{a}', '.', 'the argument a cannot be empty, "." or ".." in a path'],
  ['/users/{a}', undefined, 'the argument a is needed for the request'],
  ['/users/{a}', ['x'], 'the argument a must be a text, a number or a boolean here'],
  ['/users/{a}', '\ud800', 'the argument a is not a well-formed text'],
];

test.each(REFUSED)('%s with %j is refused', async (path, a, message) => {
  const before = echo.requests.length;
  const error = await failureOf(() => echoed({ url: `${echo.origin}${path}` }, a === undefined ? {} : { a }));
  expect(error).toMatchObject({ code: 'USAGE', message });
  expect(echo.requests).toHaveLength(before);
});

test('query parameters are constants, arguments, lists and texts with arguments in them', async () => {
  const query = {
    a: '{a}',
    list: '{list}',
    none: '{none}',
    all: true,
    text: 'is:{a} by:{none}',
    mix: 'x {a}',
    of: [1, 'y'],
  };
  const { url } = await echoed({ query }, { a: 'a+b', list: ['1', 2] });
  expect(url).toBe('/?a=a%2Bb&list=1&list=2&all=true&mix=x%20a%2Bb&of=1&of=y');
});

test('headers are as the capability says, with arguments where it says so', async () => {
  const headers = { Authorization: 'Bearer x', 'X-Trace': 'run-{a}', 'X-None': '{none}', Accept: 'text/x' };
  const sent = (await echoed({ headers }, { a: 'one' })).headers;
  expect(sent).toMatchObject({ authorization: 'Bearer x', 'x-trace': 'run-one', accept: 'text/x' });
  expect(sent).not.toHaveProperty('x-none');
});

test.each(['a\r\nx-evil: 1', 'a\nb', 'a\0b', '\u2028'])('a header is not filled with %j', async (a) => {
  const error = await failureOf(() => echoed({ headers: { 'X-Trace': '{a}' } }, { a }));
  expect(error).toMatchObject({ code: 'USAGE' });
});

test('a JSON body is a template whose arguments keep their types', async () => {
  const json = {
    q: '{q}',
    n: '{n}',
    none: '{none}',
    deep: [{ t: 'is {n}' }, '{none}', 1, null],
    list: '{list}',
    nil: '{nil}',
  };
  const args = { q: '"}, {"x": "', n: 4, list: [1, { a: 2 }], nil: null };
  const { body, headers } = await echoed({ method: 'POST', body: { json } }, args);
  expect(JSON.parse(body)).toEqual({
    q: args.q,
    n: 4,
    deep: [{ t: 'is 4' }, 1, null],
    list: [1, { a: 2 }],
    nil: null,
  });
  expect(headers['content-type']).toBe('application/json');
});

test('an argument, a form and a text are bodies', async () => {
  const post = { method: 'POST' };
  expect((await echoed({ ...post, body: { argument: 'all' } }, { all: { a: [1] } })).body).toBe('{"a":[1]}');
  const form = await echoed({ ...post, body: { form: { a: '{a}', b: 'x', c: '{none}' } } }, { a: '1&2=3' });
  expect(form.body).toBe('a=1%262%3D3&b=x');
  expect(form.headers['content-type']).toBe('application/x-www-form-urlencoded');
  const text = await echoed({ ...post, body: { text: 'Hello {a}', content_type: 'text/x' } }, { a: 'A{b}' });
  expect(text.body).toBe('Hello A{b}');
  expect(text.headers['content-type']).toBe('text/x');
});

test.each(['Authorization', 'cookie', 'X-Forwarded-For', 'Host', 'content-length'])(
  'no argument gets into the header %s',
  async (name) => {
    const before = echo.requests.length;
    const error = await failureOf(() => echoed({ headers: { [name]: 'x {a}' } }, { a: 'a' }));
    expect(error).toMatchObject({ code: 'CONFIG_INVALID' });
    expect(echo.requests).toHaveLength(before);
  },
);

test('a stored result is streamed as the body, from its beginning at each attempt', async () => {
  const bodies: string[] = [];
  const busy = await serve(async (incoming, response) => {
    bodies.push(`${incoming.headers['content-type']} ${(await bodyOf(incoming)).length}`);
    response.writeHead(bodies.length === 1 ? 503 : 204, { 'retry-after': '0' }).end();
  });
  const driver = createHttpDriver({ env: {}, cwd: '/' });
  const options = { url: `${busy.origin}/`, method: 'PUT', body: { argument: 'rows' }, allow_private: true };
  const binding = { driver_id: 'http', operation: 'request', options };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < 100; count += 1) {
      yield Buffer.from(`${'x'.repeat(99_999)}\n`);
    }
  }
  expect(await driver.streamedArguments?.(binding)).toEqual(['rows']);
  const call = { ...makeCall({ binding }), stored: { rows: { bytes } } };
  expect(rowsOf(await collect(driver.executeStream(call)))).toEqual([{ status: 204 }]);
  expect(bodies).toEqual(['application/x-ndjson 10000000', 'application/x-ndjson 10000000']);
  await driver.close?.();
});

test('an optional body that is not given is not sent', async () => {
  const { body, headers } = await echoed({ method: 'POST', body: { argument: 'rows' } });
  expect([body, headers['content-type'], headers['content-length']]).toEqual(['', undefined, '0']);
});
