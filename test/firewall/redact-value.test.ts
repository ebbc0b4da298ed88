import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/contract/row.js';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';

const redact = createValueRedactor();

function redacted(value: Value): Value {
  return redact(value).value;
}

test('a row of many keys that could be named by another one takes no longer for each', () => {
  const size = 20_000;
  const row = Object.fromEntries(Array.from({ length: size }, (_, index) => [`p${index}Value`, 'x']));
  let reads = 0;
  const counted = new Proxy(row, {
    ownKeys: (target) => {
      reads += 1;
      return Reflect.ownKeys(target);
    },
  });
  createValueRedactor()(counted);
  expect(reads).toBeLessThan(10);
});

test('the items of a list under a sensitive name are judged one by one', () => {
  const secret = `${'Q7x4Zp'}${'9sLm2Vt8Rk'}`;
  const { value } = createValueRedactor()({ token: [secret, 'csrf', [secret]], tags: [secret] });
  expect(value).toEqual({ token: ['[REDACTED:secret]', 'csrf', ['[REDACTED:secret]']], tags: [secret] });
});

test('what a test is called is no name of a person, in the record of a test', () => {
  const report = { ancestorTitles: ['Basket'], fullName: 'Basket adds two', status: 'passed', failureMessages: [] };
  expect(redacted({ testResults: [{ assertionResults: [report] }] })).toEqual({
    testResults: [{ assertionResults: [report] }],
  });
  expect(redacted({ fullName: 'Grace Fischer', status: 'passed' })).toEqual({
    fullName: '[REDACTED:person_name]',
    status: 'passed',
  });
});

describe('value redactor', () => {
  test('a row without findings is the same object', () => {
    const row = { id: 7, name: 'Ann', tags: ['a', 'b'], at: '2026-11-21T10:00:00Z', deep: { ok: true, none: null } };
    expect(redact(row).value).toBe(row);
    expect(redact(row).counts.size).toBe(0);
  });

  test('only what changes is copied', () => {
    const row = { clean: { a: [1, 2] }, dirty: { mail: 'bob@example.com' } };
    const result = redact(row);
    expect(result.value).toEqual({ clean: { a: [1, 2] }, dirty: { mail: '[REDACTED:email]' } });
    expect((result.value as { clean: unknown }).clean).toBe(row.clean);
    expect(row.dirty.mail).toBe('bob@example.com');
  });

  test('counts replacements by type', () => {
    const { counts } = redact({ a: 'x@example.com and y@example.com', password: 'p', list: ['z@example.com'] });
    expect([...counts].sort()).toEqual([
      ['email', 3],
      ['password', 1],
    ]);
  });

  test.each<[string, Value, Value]>([
    ['a string', { email: 'not even an address' }, { email: '[REDACTED:email]' }],
    ['a number', { ssn: 123456789, pin: 4711 }, { ssn: '[REDACTED:ssn]', pin: '[REDACTED:pin]' }],
    ['a boolean', { secret: true }, { secret: '[REDACTED:secret]' }],
    ['a list', { passwords: ['a', 'b'] }, { passwords: '[REDACTED:password]' }],
    ['an object', { private_key: { kty: 'RSA', d: 'x' } }, { private_key: '[REDACTED:secret]' }],
    ['null', { password: null }, { password: null }],
    ['nothing', { password: '' }, { password: '' }],
    ['a placeholder', { password: '[REDACTED:email]' }, { password: '[REDACTED:email]' }],
    [
      'spellings',
      { apiKey: 'X', 'Password ': 'x', CLIENT_SECRET: 'y' },
      {
        apiKey: '[REDACTED:secret]',
        'Password ': '[REDACTED:password]',
        CLIENT_SECRET: '[REDACTED:secret]',
      },
    ],
    [
      'credentials under a weak name',
      { token: 'abc123', auth: 'dXNlcjpwYXNz1' },
      {
        token: '[REDACTED:secret]',
        auth: '[REDACTED:secret]',
      },
    ],
    [
      'what its neighbour names',
      { env: [{ name: 'DB_PASSWORD', value: 'hunter2' }], ParameterKey: 'ApiKey', ParameterValue: 'abc' },
      {
        env: [{ name: 'DB_PASSWORD', value: '[REDACTED:password]' }],
        ParameterKey: 'ApiKey',
        ParameterValue: '[REDACTED:secret]',
      },
    ],
    [
      'numbers of people, under names that are also other words',
      { mobile: '030 5187002', sin: 225502814, aba_routing: '070468494' },
      { mobile: '[REDACTED:phone]', sin: '[REDACTED:ca_sin]', aba_routing: '[REDACTED:routing_number]' },
    ],
    [
      'private members of a JSON web key',
      { kty: 'oct', k: 'aB3'.repeat(15), d: 'aB3_'.repeat(11) },
      { kty: 'oct', k: '[REDACTED:private_key]', d: '[REDACTED:private_key]' },
    ],
    [
      'unknown members of credentials, and of objects in them, beside numbers',
      { credentials: { user: 'bob', port: 5432, foo: 'hunter22', prod: { y: 'Xk2-9qLm!pz' }, database: 'orders2024' } },
      {
        credentials: {
          user: 'bob',
          port: 5432,
          foo: '[REDACTED:secret]',
          prod: { y: '[REDACTED:secret]' },
          database: 'orders2024',
        },
      },
    ],
    [
      'the data of a Kubernetes secret',
      { kind: 'Secret', data: { foo: 'aHVudGVyMg==' }, metadata: { name: 'app' } },
      { kind: 'Secret', data: '[REDACTED:secret]', metadata: { name: 'app' } },
    ],
    [
      'a session, and a key among credentials',
      { session: 'Kd83hfHs72xKd83', credentials: { user: 'bob', key: 'Kd83hfHs72x' } },
      { session: '[REDACTED:secret]', credentials: { user: 'bob', key: '[REDACTED:secret]' } },
    ],
    [
      'a postcode, and the town beside it',
      { zip: '62704', city: 'Springfield', plz: 10115 },
      { zip: '[REDACTED:address]', city: '[REDACTED:address]', plz: '[REDACTED:address]' },
    ],
    [
      'until when a card is valid, and what is known of a patient',
      { card_number: 'x', exp_month: 12, expiry: '12/27', diagnosis: 'I10', blood_type: 'AB+', icd10: 'E11.9' },
      {
        card_number: '[REDACTED:card]',
        exp_month: '[REDACTED:card_expiry]',
        expiry: '[REDACTED:card_expiry]',
        diagnosis: '[REDACTED:diagnosis_code]',
        blood_type: '[REDACTED:blood_type]',
        icd10: '[REDACTED:icd_code]',
      },
    ],
    [
      'the address of a house',
      { address: '12 Main Street, Springfield', billing_address: 'here' },
      { address: '[REDACTED:address]', billing_address: '[REDACTED:address]' },
    ],
  ])('a sensitive name hides %s', (_, row, expected) => {
    expect(redacted(row)).toEqual(expected);
  });

  test.each<[string, Value]>([
    ['counts', { token_count: 17, max_tokens: 4000, tokens: 123456789, token: 512 }],
    ['words', { token: 'hello', key: 'name', auth: { type: 'oauth' }, password_changed_at: '2026-01-01' }],
    [
      'choices',
      {
        options: [
          { name: 'Password', value: 'password' },
          { key: 'email', value: 'mail' },
        ],
        key: 'pin',
        value: 7,
      },
    ],
    [
      'other values of such names',
      { mobile: true, sin: 0.5, id_number: 12, d: 'M0 0h24v24H0z', k: 'abc', q: 'search' },
    ],
    ['addresses of machines', { address: '10.0.0.1:8080', ip_address: '::1', mac_address: '00:1b:44:11:3a:b7' }],
    ['the data of other objects', { kind: 'ConfigMap', data: { foo: 'aHVudGVyMg==' } }],
    ['a meeting', { session: 'KubeConEurope2024', credentials: { key: 'primary', user: 'bob2000' } }],
    ['an expiry of no card, and a diagnosis of no patient', { expiry: '12/27', exp: 1, diagnosis: 'disk full' }],
    ['an archive, and a town', { zip: 'archive.zip', city: 'Rome', address: '10.0.0.1' }],
    ['names of things', { name: 'Ann Lee', file_name: 'a b.txt', address: { city: 'Rome' } }],
    ['ids', { id: '550e8400-e29b-41d4-a716-446655440000', commit: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' }],
    ['numbers', { at: 1700000000000, n: 1234567890123, ratio: 0.4111111111111111, big: 1e21 }],
  ])('%s stay', (_, row) => {
    expect(redact(row).value).toBe(row);
  });

  test('a card number is found as a number, with a checksum', () => {
    expect(redacted({ a: 4111111111111111, b: 4111111111111112, c: [378282246310005] })).toEqual({
      a: '[REDACTED:card]',
      b: 4111111111111112,
      c: ['[REDACTED:card]'],
    });
  });

  test('keys are redacted, keep their order and stay apart', () => {
    const result = redact({ first: 1, 'bob@example.com': { n: 1 }, 'kim@example.com': { n: 2 }, last: 'x' });
    expect(Object.entries(result.value as object)).toEqual([
      ['first', 1],
      ['[REDACTED:email]', { n: 1 }],
      ['[REDACTED:email] 2', { n: 2 }],
      ['last', 'x'],
    ]);
    expect(result.counts.get('email')).toBe(2);
    expect(redact(result.value).value).toBe(result.value);
  });

  test('a hundred thousand keys that look alike take no square time', () => {
    const row = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`u${index}@example.com`, index]));
    const result = redact(row);
    expect(Object.keys(result.value as object)).toHaveLength(100_000);
    expect(result.counts.get('email')).toBe(100_000);
  });

  test('__proto__ and constructor are data', () => {
    const row = JSON.parse('{"__proto__":{"mail":"bob@example.com"},"constructor":"x@example.com"}');
    const result = redacted(row) as object;
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(JSON.stringify(result)).toBe('{"__proto__":{"mail":"[REDACTED:email]"},"constructor":"[REDACTED:email]"}');
    expect(({} as { mail?: string }).mail).toBeUndefined();
  });

  test('beyond depth 64 there is a marker', () => {
    const nested = (depth: number): Value => (depth === 0 ? 'bob@example.com' : { a: nested(depth - 1) });
    expect(JSON.stringify(redacted(nested(64)))).toContain('[REDACTED:email]');
    expect(JSON.stringify(redacted(nested(66)))).toContain('[REDACTED:depth]');
    let deep: Value = 'bob@example.com';
    for (let depth = 0; depth < 100_000; depth += 1) {
      deep = [deep];
    }
    const result = redact(deep);
    expect(result.counts.get('depth')).toBe(1);
    expect(JSON.stringify(result.value)).not.toContain('bob');
  });

  test('pseudonyms are equal for equal values, across texts and rows', () => {
    const pseudonymous = createValueRedactor({ pseudonymKey: new Uint8Array(32).fill(7) });
    const row = pseudonymous({ a: 'Bob@Example.com', email: 'bob@example.com', b: 'kim@example.com' }).value as {
      [key: string]: string;
    };
    expect(row['a']).toMatch(/^\[REDACTED:email:[0-9a-f]{4}\]$/);
    expect(row['email']).toBe(row['a']);
    expect(row['b']).not.toBe(row['a']);
    expect(pseudonymous(row).value).toBe(row);
    const other = createValueRedactor({ pseudonymKey: new Uint8Array(32).fill(8) });
    expect(other({ a: 'bob@example.com' }).value).not.toEqual({ a: row['a'] });
  });
});

describe('values that something beside them names', () => {
  const secret = ['Abc4efGh', 'Ijk5mnOp'].join('');
  const PW = '[REDACTED:password]';
  const SECRET = '[REDACTED:secret]';

  test.each<[Value, Value]>([
    [
      { k: 'password', v: secret },
      { k: 'password', v: PW },
    ],
    [
      { field: 'password', new: secret, old: 'b4hunter' },
      { field: 'password', new: PW, old: PW },
    ],
    [
      { id: 'u_1', name: 'DB_PASSWORD', value: secret },
      { id: 'u_1', name: 'DB_PASSWORD', value: PW },
    ],
    [
      ['--password', secret],
      ['--password', PW],
    ],
    [
      ['run', '--password', 'my pass word 1', '-v'],
      ['run', '--password', PW, '-v'],
    ],
    [{ cmd: ['mysql', `-p${secret}`, 'shop'] }, { cmd: ['mysql', `-p${PW}`, 'shop'] }],
    [
      { cmd: ['curl', '-u', `bob:${secret}`, 'https://example.com'] },
      { cmd: ['curl', '-u', `bob:${PW}`, 'https://example.com'] },
    ],
    [
      [
        ['password', secret],
        ['note', 'x1y2z3'],
      ],
      [
        ['password', PW],
        ['note', 'x1y2z3'],
      ],
    ],
    [
      { name: 'x', birth: '1980-01-11', naissance: '11.01.1980', birth_place: 'Rome', birth_rate: 12.5 },
      {
        name: 'x',
        birth: '[REDACTED:birth_date]',
        naissance: '[REDACTED:birth_date]',
        birth_place: 'Rome',
        birth_rate: 12.5,
      },
    ],
    // Parts of these values are names of fields too.
    [
      [
        ['X-Api-Key', 'aB3dE5gH7jK9mN1pQ3'],
        ['password', 'Winter2019Pass'],
      ],
      [
        ['X-Api-Key', SECRET],
        ['password', PW],
      ],
    ],
    [
      {
        headers: [
          ['Authorization', 'Bearer x'],
          ['Accept', 'text/html'],
        ],
      },
      {
        headers: [
          ['Authorization', '[REDACTED:authorization]'],
          ['Accept', 'text/html'],
        ],
      },
    ],
    [
      ['authorization', 'Key jv98yKgGgR2DHW7n'],
      ['authorization', '[REDACTED:authorization]'],
    ],
    [
      { rawHeaders: ['Host', 'a.b', 'Cookie', 'a=doqAgdJIUX24', 'X-Api-Key', secret, 'Accept', '*/*'] },
      { rawHeaders: ['Host', 'a.b', 'Cookie', '[REDACTED:cookie]', 'X-Api-Key', SECRET, 'Accept', '*/*'] },
    ],
    [
      { tokens: { ci: secret, made_at: '2026-11-21T10:00:00Z', id: 'aB3dE5gH7jK9' } },
      { tokens: { ci: SECRET, made_at: '2026-11-21T10:00:00Z', id: 'aB3dE5gH7jK9' } },
    ],
    [
      { api_key_v2: secret, password_old: secret },
      { api_key_v2: SECRET, password_old: PW },
    ],
    [
      { kty: 'oct', k: 'GawgguFyGrWKav7AX4VKUg' },
      { kty: 'oct', k: '[REDACTED:private_key]' },
    ],
    [
      { c: -4111111111111111, n: -1790000000000 },
      { c: '[REDACTED:card]', n: -1790000000000 },
    ],
  ])('%j', (value, expected) => {
    expect(redacted(value)).toEqual(expected);
    expect(redacted(expected)).toEqual(expected);
  });

  test.each<Value>([
    ['username', 'password'],
    ['password', 'reset_url'],
    ['accessToken', 'refreshToken'],
    ['Authorization', 'Key management'],
    { vary: ['Cookie', 'Accept', 'Authorization', 'X-Api-Key'] },
    ['password', 'string'],
    [['password', 'varchar']],
    { columns: ['id', 'password', 'name'] },
    { k: 'password', v: 'string' },
    { k: 'd', v: '0.12', note: 'kty' },
    { field: 'password', message: 'is too short', type: 'text' },
    { field: 'status', old: 'open', new: 'closed' },
    { tokens: { prompt: 1234567, total: 12 }, tokens_old: 512 },
    { tokens: { USDC: `0x${'aB3c'.repeat(10)}`, name: 'aB3dE5gH7jK9' } },
    { args: ['-la', '--color', 'auto', '-n', 5] },
    { key_v2: 'name', api_version: 'v2', password_policy_old: 'strict' },
    { k: 'GawgguFyGrWKav7AX4VKUg' },
  ])('%j is left', (value) => {
    expect(redacted(value)).toBe(value);
  });
});
