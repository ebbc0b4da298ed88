import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Caveat } from '../../src/contract/capability-token.js';
import { isKernelError } from '../../src/contract/errors.js';
import { createCapabilityTokens, type VerifiedToken } from '../../src/kernel/capability-tokens.js';
import { grantCaveats, type TokenUse } from '../../src/kernel/caveats.js';

const NOW_S = 1_800_000_000;
const key = (key_id: string, fill: number) => ({ key_id, secret: new Uint8Array(32).fill(fill) });
const tokens = createCapabilityTokens({ keys: [key('k1', 1)] });
const grant = { principalId: 'ann', capabilityId: 'fs.read_file', expiresAt: NOW_S + 3600, constraints: {} };
const use: TokenUse = {
  now: NOW_S * 1000,
  principalId: 'ann',
  capabilityId: 'fs.read_file',
};

const mint = (constraints: object = {}, expiresAt = grant.expiresAt) =>
  tokens.mint({
    grantId: 'g_1',
    issuedAtMs: NOW_S * 1000,
    caveats: grantCaveats({ ...grant, expiresAt, constraints }),
  });

function failure(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return isKernelError(error) ? [error.code, error.message, error.details?.['reason']] : error;
  }
  return 'accepted';
}

const REJECTED = ['TOKEN_REJECTED', 'the capability token is not valid', undefined];
const bodyOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.slice(5), 'base64url').toString('utf8')) as Record<string, unknown>;
const wire = (body: unknown): string => `akt1.${Buffer.from(JSON.stringify(body), 'utf8').toString('base64url')}`;

describe('verifying', () => {
  test('gives the grant and its constraints', () => {
    const constraints = { max_rows: 10, allowed_fields: ['id', 'user'], max_calls: 3, session_id: 's_1' };
    expect(tokens.verify(mint(constraints), { ...use, sessionId: 's_1' })).toEqual({
      grantId: 'g_1',
      issuedAtMs: NOW_S * 1000,
      expiresAt: NOW_S + 3600,
      constraints,
      argLimits: [],
    });
  });

  test.each<[string, Partial<TokenUse>, string]>([
    ['another principal', { principalId: 'bob' }, 'the capability token is for another principal'],
    ['another capability', { capabilityId: 'fs.write_file' }, 'the capability token is for another capability'],
  ])('refuses %s', (_name, change, message) => {
    expect(failure(() => tokens.verify(mint(), { ...use, ...change }))).toEqual(['TOKEN_REJECTED', message, undefined]);
  });

  test('refuses another session, and none', () => {
    const message = 'the capability token is for another session';
    for (const sessionId of ['s_2', undefined]) {
      const given = { ...use, sessionId };
      expect(failure(() => tokens.verify(mint({ session_id: 's_1' }), given))).toEqual([
        'TOKEN_REJECTED',
        message,
        undefined,
      ]);
    }
  });

  test.each([
    [3599_999, 'accepted'],
    [3600_000, ['TOKEN_EXPIRED', 'the capability token has expired', undefined]],
  ])('%d ms after issue: %j', (later, expected) => {
    expect(failure(() => tokens.verify(mint(), { ...use, now: use.now + later }))).toEqual(expected);
  });

  test('an expired one with a wrong signature is only told to be not valid', () => {
    const forged = createCapabilityTokens({ keys: [key('k1', 9)] });
    const token = forged.mint({ grantId: 'g_1', issuedAtMs: 1, caveats: grantCaveats({ ...grant, expiresAt: 2 }) });
    expect(failure(() => tokens.verify(token, use))).toEqual(REJECTED);
  });

  test('keys rotate: old ones verify, the first one signs, unknown ones do not count', () => {
    const rotated = createCapabilityTokens({ keys: [key('k2', 2), key('k1', 1)] });
    const old = mint();
    expect(rotated.verify(old, use).grantId).toBe('g_1');
    const fresh = rotated.mint({ grantId: 'g_2', issuedAtMs: NOW_S * 1000, caveats: grantCaveats(grant) });
    expect(bodyOf(fresh)['key_id']).toBe('k2');
    expect(failure(() => tokens.verify(fresh, use))).toEqual(REJECTED);
  });

  test('one that was good before is judged anew: for whom, for what, until when', () => {
    const token = mint();
    expect(failure(() => tokens.verify(token, use))).toBe('accepted');
    expect(failure(() => tokens.verify(token, { ...use, principalId: 'bob' }))).toContain('TOKEN_REJECTED');
    expect(failure(() => tokens.verify(token, { ...use, now: (NOW_S + 3600) * 1000 }))).toContain('TOKEN_EXPIRED');
    expect(tokens.inspect(token, (NOW_S + 3600) * 1000)).toMatchObject({ valid: false, problem: 'it has expired' });
    expect(failure(() => tokens.verify(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, use))).toEqual(
      REJECTED,
    );
  });

  test('what is told of one cannot change it', () => {
    const token = mint({ max_rows: 5 });
    const { caveats } = tokens.inspect(token, use.now);
    expect(() => Reflect.set(caveats[0] ?? {}, 'principal', 'bob')).not.toThrow();
    expect(() => Array.prototype.pop.call(caveats)).toThrow(TypeError);
    expect(tokens.verify(token, use).constraints).toEqual({ max_rows: 5 });
  });

  test('a caveat that is not known denies', () => {
    expect(failure(() => tokens.verify(appendUnchecked(mint(), { region: 'eu' }), use))).toEqual([
      'TOKEN_REJECTED',
      'the capability token has a restriction that is not known here',
      undefined,
    ]);
  });

  test('gives every limit of the arguments, in the order of the chain', () => {
    const first = { pinned: { mode: 1 } };
    const second = { prefix: { path: '/data/' }, allowed_keys: ['path', 'mode'] };
    const narrowed = tokens.narrow(mint({ args: first }), [{ args: second }]);
    expect(tokens.verify(narrowed, use).argLimits).toEqual([first, second]);
  });
});

/** Appends a caveat by hand, as a program in any language could. */
function appendUnchecked(token: string, caveat: Record<string, unknown>): string {
  const body = bodyOf(token);
  const chained = createHmac('sha256', Buffer.from(String(body['signature']), 'hex')).update(JSON.stringify(caveat));
  const caveats = [...(body['caveats'] as unknown[]), caveat];
  return wire({ ...body, caveats, signature: chained.digest('hex') });
}

describe('the wire form', () => {
  const token = mint({ max_rows: 5 });
  const body = bodyOf(token);

  test('is akt1. and base64url of JSON with the grant, the key and the caveats', () => {
    expect(token).toMatch(/^akt1\.[A-Za-z0-9_-]+$/);
    expect(Object.keys(body)).toEqual(['caveats', 'grant_id', 'issued_at_ms', 'key_id', 'signature']);
    expect(wire(body)).toBe(token);
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['no prefix', token.slice(5)],
    ['another prefix', token.replace('akt1', 'akt2')],
    ['only the prefix', 'akt1.'],
    ['no JSON', `akt1.${Buffer.from('{').toString('base64url')}`],
    ['a list', wire([])],
    ['a missing member', wire({ ...body, signature: undefined })],
    ['one member more', wire({ ...body, x: 1 })],
    ['issued_at_ms as text', wire({ ...body, issued_at_ms: '1' })],
    ['issued_at in seconds', wire({ ...body, issued_at_ms: undefined, issued_at: 1 })],
    ['a short signature', wire({ ...body, signature: 'ab' })],
    ['a signature in capitals', wire({ ...body, signature: String(body['signature']).toUpperCase() })],
    ['65 caveats', wire({ ...body, caveats: Array.from({ length: 65 }, () => ({ max_rows: 1 })) })],
    ['over 64 KiB', wire({ ...body, caveats: [{ session: 'x'.repeat(64 * 1024) }] })],
    ['padding', `${token}=`],
    ['a newline at the end', `${token}\n`],
    ['other spacing', `akt1.${Buffer.from(JSON.stringify(body, undefined, 1)).toString('base64url')}`],
    ['members in another order', wire(Object.fromEntries(Object.entries(body).reverse()))],
    ['a key twice', `akt1.${Buffer.from(JSON.stringify(body).replace('{', '{"caveats":[],')).toString('base64url')}`],
    [
      'deep nesting',
      wire({ ...body, caveats: [{ args: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown }] }),
    ],
  ])('%s is refused with one and the same message', (_name, text) => {
    expect(failure(() => tokens.verify(text, use))).toEqual(REJECTED);
    expect(failure(() => tokens.narrow(text, [{ max_rows: 1 }]))).toEqual(REJECTED);
    expect(failure(() => tokens.inspect(text, use.now))).toEqual(REJECTED);
  });

  test('any changed character is refused', () => {
    const place = fc.integer({ min: 0, max: token.length - 1 });
    const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ');
    fc.assert(
      fc.property(place, letter, (at, char) => {
        const changed = token.slice(0, at) + char + token.slice(at + 1);
        fc.pre(changed !== token);
        expect(failure(() => tokens.verify(changed, use))).toEqual(REJECTED);
      }),
      { numRuns: 500 },
    );
  });

  test('any flipped bit of the content is refused', () => {
    const bytes = Buffer.from(token.slice(5), 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at);
        expect(failure(() => tokens.verify(`akt1.${changed.toString('base64url')}`, use))).toEqual(REJECTED);
      }),
      { numRuns: 500 },
    );
  });
});

const fieldList = fc.array(fc.constantFrom('id', 'user', 'user.name', 'total', 'ssn'), { maxLength: 4 });
const caveat: fc.Arbitrary<Caveat> = fc.oneof(
  fc.record({ max_rows: fc.nat(100) }),
  fc.record({ max_calls: fc.nat(9) }),
  fc.record({ allowed_fields: fieldList }),
  fc.record({ exp: fc.integer({ min: NOW_S - 10, max: NOW_S + 9999 }) }),
  fc.record({ principal: fc.constantFrom('ann', 'bob') }),
  fc.record({ capability: fc.constantFrom('fs.read_file', 'fs.write_file') }),
  fc.record({ session: fc.constantFrom('s_1', 's_2') }),
  fc.record({ args: fc.record({ allowed_keys: fc.constantFrom(['path'], ['path', 'mode'], []) }) }),
  fc.record({ args: fc.record({ prefix: fc.constantFrom({ path: '/data' }, { path: '/etc' }) }) }),
  fc.record({ args: fc.record({ pinned: fc.constantFrom({ path: '/data/a' }, { mode: 1 }) }) }),
);

describe('narrowing', () => {
  test('never widens, whatever is appended, and needs no key', () => {
    const keyless = createCapabilityTokens({ keys: [key('other', 7)] });
    fc.assert(
      fc.property(fc.array(caveat, { maxLength: 6 }), fc.array(caveat, { maxLength: 6 }), (first, more) => {
        const token = keyless.narrow(mint(), first);
        const narrowed = keyless.narrow(token, more);
        const given = { ...use, sessionId: 's_1' };
        const before = attempt(() => tokens.verify(token, given));
        const after = attempt(() => tokens.verify(narrowed, given));
        if (after !== undefined) {
          expect(before).toBeDefined();
          expectNarrower(after, before);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('no caveat can be taken away, moved or replaced', () => {
    fc.assert(
      fc.property(
        fc.array(caveat, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.nat(),
        caveat,
        (added, a, b, other) => {
          const body = bodyOf(tokens.narrow(mint(), added));
          const caveats = body['caveats'] as unknown[];
          const at = a % caveats.length;
          const to = b % caveats.length;
          const without = caveats.filter((_, i) => i !== at);
          const moved = [...without.slice(0, to), caveats[at], ...without.slice(to)];
          const replaced = caveats.map((one, i) => (i === at ? other : one));
          for (const changed of [without, moved, replaced, caveats.slice(0, at)]) {
            if (JSON.stringify(changed) !== JSON.stringify(caveats)) {
              expect(failure(() => tokens.verify(wire({ ...body, caveats: changed }), use))).toEqual(REJECTED);
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    [{}],
    [{ region: 'eu' }],
    [{ max_rows: -1 }],
    [{ max_rows: 1, max_calls: 1 }],
    [{ exp: '2030' }],
    [{ args: { allowed: [] } }],
    [{ allowed_fields: 'id' }],
    [{ toString: 1 }],
  ])('refuses %j', (bad) => {
    expect(failure(() => tokens.narrow(mint(), [bad]))).toEqual([
      'USAGE',
      'a restriction for the capability token is not valid',
      undefined,
    ]);
  });

  test('has an end', () => {
    const many = Array.from({ length: 62 }, () => ({ max_rows: 1 }));
    expect(failure(() => tokens.narrow(mint(), many))).toEqual([
      'USAGE',
      expect.stringContaining('at most 64'),
      undefined,
    ]);
    const long = [{ session: 'x'.repeat(64 * 1024) }];
    expect(failure(() => tokens.narrow(mint(), long))).toEqual([
      'USAGE',
      expect.stringContaining('too long'),
      undefined,
    ]);
  });
});

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function expectNarrower(after: VerifiedToken, before: VerifiedToken | undefined): void {
  const rows = (verified: VerifiedToken | undefined) => verified?.constraints.max_rows ?? Number.POSITIVE_INFINITY;
  const calls = (verified: VerifiedToken | undefined) => verified?.constraints.max_calls ?? Number.POSITIVE_INFINITY;
  expect(rows(after)).toBeLessThanOrEqual(rows(before));
  expect(calls(after)).toBeLessThanOrEqual(calls(before));
  expect(after.argLimits).toEqual(expect.arrayContaining([...(before?.argLimits ?? [])]));
  expect(after.expiresAt).toBeLessThanOrEqual(before?.expiresAt ?? 0);
  const wide = before?.constraints.allowed_fields;
  const narrow = after.constraints.allowed_fields;
  if (wide !== undefined) {
    expect(narrow?.every((field) => wide.some((one) => field === one || field.startsWith(`${one}.`)))).toBe(true);
  }
}

describe('making and inspecting', () => {
  test.each([
    ['no key', []],
    ['a short secret', [{ key_id: 'k', secret: new Uint8Array(31) }]],
    ['an id twice', [key('k', 1), key('k', 2)]],
    ['no id', [key('', 1)]],
  ])('refuses %s', (_name, keys) => {
    expect(failure(() => createCapabilityTokens({ keys }))).toEqual([
      'CONFIG_INVALID',
      'the keys for capability tokens are not usable',
      undefined,
    ]);
  });

  test('never mints without principal, capability and end', () => {
    const caveats = [{ principal: 'ann' }, { capability: 'a.b' }];
    expect(failure(() => tokens.mint({ grantId: 'g', issuedAtMs: 1, caveats }))).toEqual([
      'INTERNAL',
      expect.any(String),
      undefined,
    ]);
  });

  test.each<[string, () => string, number, object]>([
    ['a good one', () => mint(), 0, { valid: true }],
    ['an expired one', () => mint(), 3600_000, { valid: false, problem: 'it has expired' }],
    [
      'a foreign one',
      () =>
        createCapabilityTokens({ keys: [key('k1', 5)] }).mint({
          grantId: 'g_1',
          issuedAtMs: NOW_S * 1000,
          caveats: grantCaveats(grant),
        }),
      0,
      { valid: false, problem: 'it was not signed with a key of this kernel' },
    ],
    [
      'an odd one',
      () => appendUnchecked(mint(), { region: 'eu' }),
      0,
      { valid: false, problem: 'it has a restriction that is not known here' },
    ],
  ])('inspects %s', (_name, make, later, expected) => {
    expect(tokens.inspect(make(), use.now + later)).toMatchObject({
      grant_id: 'g_1',
      key_id: 'k1',
      issued_at: '2027-01-15T08:00:00.000Z',
      expires_at: '2027-01-15T09:00:00.000Z',
      ...expected,
    });
  });
});
