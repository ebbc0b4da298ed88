import { type Positive, secret } from '../case.js';
import { createRandom, type Random } from '../random.js';
import { fill } from '../template.js';

const ROUNDS = 9;

/** Session proofs: JWTs, `Authorization` headers, cookies. */
export function authorization(): readonly Positive[] {
  const random = createRandom(23);
  return Array.from({ length: ROUNDS }, (_, round) => [
    ...jwts(random),
    ...headers(random, round),
    ...cookies(random),
  ]).flat();
}

function jwt(random: Random): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const algorithm = random.pick(['HS256', 'RS256', 'ES384', 'EdDSA']);
  const head = random.pick([
    { alg: algorithm, typ: 'JWT' },
    { typ: 'JWT', alg: algorithm, kid: fill(random, '{A8}') },
    { alg: algorithm },
  ]);
  const claims = {
    sub: fill(random, '{D8}'),
    iat: 1_760_000_000 + random.int(9e6),
    scope: 'read write',
    jti: fill(random, '{uuid}'),
  };
  const printed = random.int(4) === 0 ? `{ "alg": "${algorithm}" }` : JSON.stringify(head);
  return `${Buffer.from(printed).toString('base64url')}.${part(claims)}.${fill(random, random.pick(['{B43}', '{B86}', '{B342}']))}`;
}

function jwts(random: Random): readonly Positive[] {
  const at = (context: string, write: (value: string) => string, form: Positive['form'] = 'text'): Positive => ({
    kind: 'jwt',
    variant: 'jwt',
    context,
    form,
    marked: write(secret(jwt(random))),
  });
  return [
    at('prose', (value) => `She pasted ${value}, which is too long to read.\n`),
    at('json', (value) => `{"n":1,"note":"${value}","m":[2]}\n`),
    at('rows', (value) => `{"n":1,"note":"${value}"}`, 'rows'),
    at('csv', (value) => `n,note\n1,${value}\n`, 'csv'),
    at('log', (value) => `10:02:11 WARN verify failed for <${value}> (expired)\n`),
    at('url', (value) => `https://app.example.com/open?t=${value}&lang=de\n`),
    at('url', (value) => `https://app.example.com/open#id=${value}\n`),
    at('cookie', (value) => `Set-Cookie: app=${value}; Path=/; HttpOnly\n`),
  ];
}

interface Scheme {
  readonly name: string;
  make(random: Random): string;
}

const basic = (random: Random): string =>
  `Basic ${secret(Buffer.from(`${fill(random, '{l6}')}:${fill(random, '{A6-20}')}`).toString('base64'))}`;

const SCHEMES: readonly Scheme[] = [
  { name: 'basic', make: basic },
  {
    name: 'bearer',
    make: (random) => `Bearer ${secret(fill(random, random.pick(['{A40}', '{B24-80}', '{h32}', '{S64}='])))}`,
  },
  { name: 'bearer uuid', make: (random) => `Bearer ${secret(fill(random, '{uuid}'))}` },
  { name: 'token scheme', make: (random) => `Token ${secret(fill(random, '{h40}'))}` },
  { name: 'api key scheme', make: (random) => `ApiKey ${secret(fill(random, '{S60}=='))}` },
  { name: 'okta', make: (random) => `SSWS ${secret(fill(random, '00{A40}'))}` },
];

const HEADER_NAMES = ['Authorization', 'authorization', 'Proxy-Authorization', 'AUTHORIZATION'];

function headers(random: Random, round: number): readonly Positive[] {
  const name = HEADER_NAMES[round % HEADER_NAMES.length] ?? '';
  return SCHEMES.flatMap((scheme) => {
    const at = (context: string, write: (value: string) => string, form: Positive['form'] = 'text'): Positive => ({
      kind: 'authorization',
      variant: scheme.name,
      context,
      form,
      marked: write(scheme.make(random)),
    });
    return [
      at('http header', (value) => `GET /v1/items HTTP/1.1\nHost: api.example.com\n${name}: ${value}\nAccept: */*\n\n`),
      at('shell', (value) => `curl -sS -H "${name}: ${value}" https://api.example.com/v1/items | jq .\n`),
      at('json', (value) => `{"url":"/v1/items","headers":{"${name}":"${value}","Accept":"*/*"}}\n`),
      at('rows', (value) => `{"method":"GET","headers":{"${name}":"${value}"}}`, 'rows'),
      at('log', (value) => `2026-03-02 10:11:12 DEBUG request headers: {'${name}': '${value}', 'Accept': '*/*'}\n`),
      at('code', (value) => `fetch(url, { headers: { ${quotedName(name)}: '${value}' } });\n`),
      at('yaml', (value) => `headers:\n  ${name}: ${value}\n  Accept: text/plain\n`),
      at('folded header', (value) => `GET / HTTP/1.1\n${name}: ${value.replace(' ', '\n ')}\nAccept: */*\n\n`),
      at('json list', (value) => `{"${name}":["${value}"],"Accept":["*/*"]}\n`),
    ];
  });
}

const quotedName = (name: string): string => (name.includes('-') ? `'${name}'` : name);

const COOKIE_NAMES = [
  'session',
  'sessionid',
  'sid',
  'connect.sid',
  'JSESSIONID',
  'PHPSESSID',
  '_gitlab_session',
  'auth_token',
  'laravel_session',
];

function cookies(random: Random): readonly Positive[] {
  const value = (): string => secret(fill(random, random.pick(['{h32}', '{A40}', 's%3A{A32}.{A43}', '{h26}'])));
  const name = (): string => random.pick(COOKIE_NAMES);
  const at = (context: string, marked: string, form: Positive['form'] = 'text'): Positive => ({
    kind: 'cookie',
    variant: 'session cookie',
    context,
    form,
    marked,
  });
  return [
    at('http header', `GET / HTTP/1.1\nHost: example.com\nCookie: ${name()}=${value()}\nAccept: */*\n`),
    at('http header', `GET / HTTP/1.1\nCookie: lang=de; ${name()}=${value()}; theme=dark\n\n`),
    at('http header', `HTTP/1.1 200 OK\nSet-Cookie: ${name()}=${value()}; Path=/; Secure; HttpOnly; SameSite=Lax\n\n`),
    at('json', `{"headers":{"cookie":"${name()}=${value()}; theme=dark"},"n":1}\n`),
    at(
      'json list',
      `{"set-cookie":["${name()}=${value()}; Path=/","${name()}=${value()}; Secure"],"vary":["Origin"]}\n`,
    ),
    at('json list', `{\n  "headers": {\n    "cookie": [\n      "${name()}=${value()}"\n    ]\n  }\n}\n`),
    at(
      'log',
      `DEBUG got {\n  'set-cookie': [\n    '${name()}=${value()}; Path=/',\n    '${name()}=${value()}'\n  ]\n}\n`,
    ),
    at('log', `DEBUG got {\n  cookie: [ '${name()}=${value()}' ],\n  vary: [ 'Origin' ]\n}\n`),
    at('log', `<RequestsCookieJar[<Cookie ${name()}=${value()} for api.example.com/>]>\n`),
    at('shell', `curl -b '${name()}=${value()}' https://example.com/account\n`),
    at('log', `DEBUG response: Set-Cookie: ${name()}=${value()}; expires=Tue, 01 Dec 2026 10:00:00 GMT\n`),
  ];
}
