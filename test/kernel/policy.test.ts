import { describe, expect, test } from 'vitest';
import type { Capability } from '../../src/contract/capability.js';
import type { GrantConstraints, PolicyDecision, PolicyRequest } from '../../src/contract/grant.js';
import { createDefaultPolicy } from '../../src/kernel/policy.js';
import { denialError, explainDecision } from '../../src/kernel/policy-explain.js';
import { sampleCapability, samplePrincipal } from '../support/sample-capability.js';

const WHY = 'closing the books';
const policy = createDefaultPolicy();

interface Case {
  readonly roles?: readonly string[];
  readonly attributes?: Record<string, string>;
  readonly capability?: Partial<Capability>;
  readonly request?: Partial<PolicyRequest>;
}

function decide({ roles, attributes, capability, request }: Case): PolicyDecision {
  return policy.decide({
    principal: samplePrincipal(roles, attributes),
    capability: sampleCapability(capability),
    ...request,
  });
}

function allowed(given: Case): Extract<PolicyDecision, { allowed: true }> {
  const decision = decide(given);
  if (!decision.allowed) {
    throw new Error(decision.denials.map(({ reason }) => reason).join());
  }
  return decision;
}

const reasons = (given: Case): readonly string[] => {
  const decision = decide(given);
  return decision.allowed ? [] : decision.denials.map(({ reason }) => reason);
};

const why = { justification: WHY };
const WRITE = { safety_class: 'WRITE' } as const;
const DESTROY = { safety_class: 'DESTRUCTIVE' } as const;
const memory = { tags: ['memory'] };

describe('conditions', () => {
  test.each<[string, Case, readonly string[]]>([
    ['READ needs nothing', { roles: [] }, []],
    ['WRITE as writer', { roles: ['writer'], capability: WRITE, request: why }, []],
    ['WRITE as admin', { roles: ['admin'], capability: WRITE, request: why }, []],
    ['WRITE as reader', { capability: WRITE, request: why }, ['missing_role']],
    ['WRITE without why', { roles: ['writer'], capability: WRITE }, ['insufficient_justification']],
    [
      '14 characters',
      { roles: ['writer'], capability: WRITE, request: { justification: 'x'.repeat(14) } },
      ['insufficient_justification'],
    ],
    ['15 characters', { roles: ['writer'], capability: WRITE, request: { justification: 'x'.repeat(15) } }, []],
    [
      '14 in spaces',
      { roles: ['writer'], capability: WRITE, request: { justification: `  ${'x'.repeat(14)}  ` } },
      ['insufficient_justification'],
    ],
    ['WRITE with nothing', { capability: WRITE }, ['missing_role', 'insufficient_justification']],
    ['DESTRUCTIVE as writer', { roles: ['writer'], capability: DESTROY, request: why }, ['missing_role']],
    ['DESTRUCTIVE as admin', { roles: ['admin'], capability: DESTROY, request: why }, []],
    ['PII without tenant', { capability: { sensitivity: 'PII' } }, ['missing_tenant_attribute']],
    ['PCI without tenant', { capability: { sensitivity: 'PCI' } }, ['missing_tenant_attribute']],
    ['PII with an empty tenant', { attributes: { tenant: '' }, capability: { sensitivity: 'PII' } }, []],
    ['SECRETS as reader', { capability: { sensitivity: 'SECRETS' }, request: why }, ['missing_role']],
    [
      'SECRETS as secrets_reader',
      { roles: ['secrets_reader'], capability: { sensitivity: 'SECRETS' }, request: why },
      [],
    ],
    [
      'SECRETS without why',
      { roles: ['admin'], capability: { sensitivity: 'SECRETS' } },
      ['insufficient_justification'],
    ],
    [
      'WRITE of SECRETS with nothing: each condition once',
      { capability: { ...WRITE, sensitivity: 'SECRETS' } },
      ['missing_role', 'insufficient_justification', 'missing_role'],
    ],
    [
      'memory write',
      { roles: ['writer'], capability: { ...WRITE, ...memory }, request: why },
      ['memory_write_requires_writer'],
    ],
    [
      'memory write as memory_writer',
      { roles: ['writer', 'memory_writer'], capability: { ...WRITE, ...memory }, request: why },
      [],
    ],
    ['memory read', { capability: memory }, []],
    [
      'sensitive memory',
      { capability: memory, request: { scope: { memory_scope: 'sensitive' } } },
      ['memory_sensitive_read_denied'],
    ],
    [
      'sensitive memory with the role',
      { roles: ['memory_reader_sensitive'], capability: memory, request: { scope: { memory_scope: 'sensitive' } } },
      [],
    ],
    [
      'an inherited attribute is none',
      { attributes: Object.create({ tenant: 'x' }), capability: { sensitivity: 'PII' } },
      ['missing_tenant_attribute'],
    ],
    [
      'all at once',
      { capability: { ...DESTROY, sensitivity: 'PII' }, request: { ttl_s: 0 } },
      ['missing_role', 'insufficient_justification', 'missing_tenant_attribute', 'invalid_constraint'],
    ],
  ])('%s', (_name, given, expected) => {
    expect(reasons(given)).toEqual(expected);
  });

  test('every denial has a remedy', () => {
    const decision = decide({ capability: { ...DESTROY, sensitivity: 'SECRETS' }, request: { ttl_s: 1e9 } });
    expect(decision.allowed ? [] : decision.denials.map(({ remedy }) => remedy.length > 10)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});

describe('constraints', () => {
  const asked = (constraints: unknown): Case => ({ request: { constraints: constraints as GrantConstraints } });

  test.each<[unknown]>([
    [{ max_rows: -1 }],
    [{ max_rows: 1.5 }],
    [{ max_rows: '5' }],
    [{ max_rows: Number.NaN }],
    [{ max_rows: null }],
    [{ allowed_fields: 'id' }],
    [{ allowed_fields: [''] }],
    [{ allowed_fields: [7] }],
    [{ allowed_fields: ['x'.repeat(600)] }],
    [{ max_calls: -2 }],
    [{ session_id: '' }],
    [{ args: {} }],
    [{ args: { allowed_keys: undefined } }],
    [{ args: { keys: [] } }],
    [{ args: { prefix: { path: 7 } } }],
    [{ args: { pinned: { a: () => 1 } } }],
    [{ invoke_timeout_s: 5 }],
    [{ toString: 1 }],
    [[]],
    ['max_rows=5'],
  ])('%j is an invalid constraint', (constraints) => {
    expect(reasons(asked(constraints))).toEqual(['invalid_constraint']);
  });

  test('W32: a narrower request stays narrower, for any sensitivity', () => {
    for (const sensitivity of ['NONE', 'PII', 'SECRETS'] as const) {
      const capability = { sensitivity, allowed_fields: ['id', 'user', 'total'] };
      const request = { ...why, constraints: { allowed_fields: ['id', 'user.name', 'ssn'] } };
      const decision = allowed({ roles: ['admin'], attributes: { tenant: 't' }, capability, request });
      expect(decision.constraints.allowed_fields).toEqual(['id', 'user.name']);
    }
  });

  test('the list of the capability holds when nothing was asked for, and is not shared', () => {
    const list = ['id'];
    const decision = allowed({ capability: { allowed_fields: list } });
    expect(decision.constraints).toEqual({ allowed_fields: ['id'] });
    expect(decision.constraints.allowed_fields).not.toBe(list);
  });

  test('pii_reader lifts the list of the capability, not the own one', () => {
    const capability = { allowed_fields: ['id'] };
    expect(allowed({ roles: ['pii_reader'], capability }).constraints).toEqual({});
    const request = { constraints: { allowed_fields: ['ssn'] } };
    expect(allowed({ roles: ['pii_reader'], capability, request }).constraints).toEqual({ allowed_fields: ['ssn'] });
  });

  test('nothing in common leaves no fields', () => {
    const request = { constraints: { allowed_fields: ['ssn'] } };
    expect(allowed({ capability: { allowed_fields: ['id'] }, request }).constraints.allowed_fields).toEqual([]);
  });

  test('what was asked for is kept as asked; the cap is told apart', () => {
    expect(allowed({}).constraints).toEqual({});
    const constraints = { max_rows: 5000, max_calls: 2, session_id: 's_1', args: { pinned: { a: [1] } } };
    const decision = allowed({ request: { constraints } });
    expect(decision.constraints).toEqual(constraints);
    expect(decision.constraints.args?.pinned).not.toBe(constraints.args.pinned);
    expect(decision.row_cap).toBe(50);
  });
});

describe('limits', () => {
  test.each([
    ['READ', [], 60, 50],
    ['WRITE', ['writer'], 10, 50],
    ['DESTRUCTIVE', ['admin'], 2, 50],
    ['READ', ['service'], 600, 500],
    ['WRITE', ['writer', 'service'], 100, 500],
    ['DESTRUCTIVE', ['admin', 'service'], 20, 500],
  ] as const)('%s with %j: %d calls a minute, %d rows', (safety_class, roles, limit, rows) => {
    const decision = allowed({ roles, capability: { safety_class }, request: why });
    expect(decision.rate_limit).toEqual({ limit, window_ms: 60_000 });
    expect(decision.row_cap).toBe(rows);
  });

  test.each([
    [undefined, [], 3600],
    [1, [], 1],
    [86_400, [], 86_400],
    [86_401, ['ttl_exceeded'], 0],
    [0, ['invalid_constraint'], 0],
    [-5, ['invalid_constraint'], 0],
    [1.5, ['invalid_constraint'], 0],
    [Number.NaN, ['invalid_constraint'], 0],
    [Number.POSITIVE_INFINITY, ['invalid_constraint'], 0],
  ])('a lifetime of %s', (ttl_s, expected, granted) => {
    const given = { request: ttl_s === undefined ? {} : { ttl_s } };
    expect(reasons(given)).toEqual(expected);
    if (expected.length === 0) {
      expect(allowed(given).ttl_s).toBe(granted);
    }
  });
});

describe('explaining', () => {
  test('a refusal: the first condition is the message, all remedies are the hint', () => {
    const decision = decide({ capability: WRITE });
    if (decision.allowed) {
      throw new Error('allowed');
    }
    expect(denialError(decision)).toMatchObject({
      code: 'POLICY_DENIED',
      message: 'using a WRITE capability needs the role writer or admin',
      hint: 'act as a principal with the role writer or admin, in the config: principal: { roles: [reader, writer] }; say why with --justification',
      details: { reason: 'missing_role', reasons: ['missing_role', 'insufficient_justification'] },
    });
    expect(explainDecision(decision)).toEqual([
      'missing_role: using a WRITE capability needs the role writer or admin; act as a principal with the role writer or admin, in the config: principal: { roles: [reader, writer] }',
      'insufficient_justification: a justification of at least 15 characters is needed; say why with --justification',
    ]);
  });

  test('an allowed request', () => {
    const request = { constraints: { max_rows: 5, allowed_fields: [], max_calls: 2 } };
    expect(explainDecision(allowed({ request }))).toEqual([
      'default_policy_allow: the request is allowed',
      'a page shows at most 5 rows',
      'no fields are shown',
      'it can be called 2 times',
      'at most 60 calls in 60 seconds',
      'the grant ends after 3600 seconds',
    ]);
  });
});
