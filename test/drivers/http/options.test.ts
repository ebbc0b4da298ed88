import { expect, test } from 'vitest';
import { HTTP_OPERATIONS, httpRequestOptions } from '../../../src/contract/driver-options/http.js';

const URL_OK = 'https://api.example.com/users/{id}';

test.each([
  [{ url: 'api.example.com' }, 'url', 'is not an address of the form https://host/path'],
  [{ url: 'file:///etc/passwd' }, 'url', 'is not an address of the form https://host/path'],
  [{ url: 'https://x.example/a b' }, 'url', 'is not an address of the form https://host/path'],
  [{ url: 'https://{host}.example/' }, 'url', 'has a placeholder in its host'],
  [{ url: 'https://x.example:{port}/' }, 'url', 'has a placeholder in its host'],
  [{ url: 'https://me:pw@x.example/' }, 'url', 'holds credentials'],
  [{ url: 'https://x.example/users\\{id}' }, 'url', 'has a backslash'],
  [{ url: 'https://x.example/#top' }, 'url', 'has a fragment'],
  [{ url: 'http://[fe80::1%25eth0]/' }, 'url', 'has a host that is not valid'],
  [{ url: 'http://1.2.3.4.5/' }, 'url', 'has a host that is not valid'],
  [{ url: URL_OK, headers: { 'a b': 'x' } }, 'headers.a b', 'is not the name of a header'],
  [{ url: URL_OK, headers: { Host: 'x' } }, 'headers.Host', 'is set by akernel itself'],
  [{ url: URL_OK, headers: { Cookie: '{id}' } }, 'headers.Cookie', 'cannot be filled from arguments'],
  [{ url: URL_OK, headers: { 'X-A': 'a\r\nb' } }, 'headers.X-A', 'has a character that no header may have'],
  [{ url: URL_OK, body: { json: 1 } }, 'body', 'cannot be sent with GET'],
  [{ url: URL_OK, method: 'POST', body: {} }, 'body', 'must have exactly one of json, argument, form and text'],
  [{ url: URL_OK, format: 'csv', records_at: 'a' }, 'format', 'must be json where members are looked for'],
  [{ url: URL_OK, records_at: 'a..b' }, 'records_at', 'is not a path such as data.items'],
  [
    { url: URL_OK, pagination: { link_header: true, page: { parameter: 'p' } } },
    'pagination',
    'must have exactly one of link_header, next_url, cursor and page',
  ],
])('%j is a mistake', (options, path, message) => {
  const { error } = httpRequestOptions().safeParse(options);
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
});

test('the arguments that options refer to, wherever they stand', () => {
  const options = {
    url: 'https://x.example/{a}?b={b}',
    method: 'POST',
    query: { c: '{c}', d: ['{d}', 1] },
    headers: { 'X-E': 'e {e}' },
    body: { json: { f: [{ g: '{f}' }, 'x {g} {h}'] } },
  };
  expect(HTTP_OPERATIONS['request']?.argumentNames?.(options)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  const whole = { url: 'https://x.example/', method: 'PUT', body: { argument: 'rows' } };
  expect(HTTP_OPERATIONS['request']?.argumentNames?.(whole)).toEqual(['rows']);
});
