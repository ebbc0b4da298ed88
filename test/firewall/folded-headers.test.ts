import { describe, expect, test } from 'vitest';
import { createRedactor, redactText } from '../../src/firewall/find/redactor.js';

const SHORT = 'hunter2secret9';
const BREAKS = { 'a line feed': '\n', 'a carriage return and a line feed': '\r\n' };
const INDENTS = { 'a space': ' ', 'a tab': '\t', spaces: '    ' };

/** Headers, `¶` where the line ends and the next one is indented, and what is to be seen of them. */
const HEADERS: readonly (readonly [string, string])[] = [
  [`Authorization: Bearer¶${SHORT}`, 'Authorization: Bearer¶[REDACTED:authorization]'],
  [`authorization: token ¶${SHORT}`, 'authorization: token ¶[REDACTED:authorization]'],
  ['Proxy-Authorization: Basic¶dXNlcjpwYXNzd29yZDEyMw==', 'Proxy-Authorization: Basic¶[REDACTED:authorization]'],
  [`Authorization:¶Bearer ${SHORT}`, 'Authorization:¶Bearer [REDACTED:authorization]'],
  ['Authorization:¶dXNlcjpwYXNzd29yZDEyMw==', 'Authorization:¶[REDACTED:authorization]'],
];
/** The same of lists, of which only indented lines are parts. */
const LISTS: readonly (readonly [string, string])[] = [
  [
    'Authorization: Digest username="bob",¶response="6629fae49393a05397450978507c4ef1",¶nc=00000001',
    'Authorization: Digest [REDACTED:authorization]',
  ],
  [
    'Authorization:¶Digest username="bob", realm="x",¶response="6629fae49393a05397450978507c4ef1"',
    'Authorization:¶Digest [REDACTED:authorization]',
  ],
  [`Cookie: sid=${SHORT};¶csrf=${SHORT}`, 'Cookie: [REDACTED:cookie]'],
  [`Set-Cookie:¶sid=${SHORT}; Path=/;¶Domain=x`, 'Set-Cookie:¶[REDACTED:cookie]'],
  [`Cookie: sid=${'aB3dE5fG7h'.repeat(20)};¶csrf=${SHORT}`, 'Cookie: [REDACTED:cookie]'],
];

/** Lines below a header that are no part of it. */
const OTHERS: readonly string[] = [
  'Authorization: Bearer\nHost: example.com',
  'Authorization: Bearer\n\nThe header2 of a request',
  'Authorization: Basic\nusername',
  'authorization:\n  type: http\n  scheme: bearer2',
  'authorization:\n  bearer: string',
  'cookie:\n  name: session2\n  path: /',
  'Cookie:\n\n  a=b',
  'Authorization: Bearer\n  description of what follows',
  'Authorization:\nX-Request-Id2:\nHost: a',
];

const folded = ([input, expected]: readonly [string, string], fold: string): readonly [string, string] => [
  `GET / HTTP/1.1\n${input.replaceAll('¶', fold)}\nHost: a\n`,
  `GET / HTTP/1.1\n${expected.replaceAll('¶', fold)}\nHost: a\n`,
];

function expectHidden([input, expected]: readonly [string, string]): void {
  expect(redactText(input).text).toBe(expected);
  expect(redactText(expected).text).toBe(expected);
  for (let cut = 1; cut < input.length; cut += 1) {
    const redactor = createRedactor();
    expect(redactor.push(input.slice(0, cut)).text + redactor.end(input.slice(cut)).text).toBe(expected);
  }
  const redactor = createRedactor();
  expect([...input].map((each) => redactor.push(each).text).join('') + redactor.end().text).toBe(expected);
}

describe.each(Object.entries(BREAKS))('a header that is folded by %s', (_, lineBreak) => {
  test.each(HEADERS)('%j, with the value below it', (...header) => {
    expectHidden(folded(header, lineBreak));
  });

  test.each(Object.entries(INDENTS))('and %s', (_name, indent) => {
    for (const header of [...HEADERS, ...LISTS]) {
      expectHidden(folded(header, lineBreak + indent));
    }
  });
});

test.each(OTHERS)('%j is no folded header', (text) => {
  expect(redactText(text).text).toBe(text);
});

test('the lines of a list stand below its header', () => {
  const text = `Cookie: sid=${SHORT};\n`;
  expect(redactText(`${text}csrf=1`).text).toBe('Cookie: [REDACTED:cookie];\ncsrf=1');
  expect(redactText(`${text}  Accept: a`).text).toBe('Cookie: [REDACTED:cookie];\n  Accept: a');
});
