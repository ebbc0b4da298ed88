import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PolicyDecision, PolicyRequest } from '../../src/contract/grant.js';
import { policyRulesSchema } from '../../src/contract/policy-rule-schema.js';
import { createDeclarativePolicy, type DeclarativePolicyOptions } from '../../src/kernel/declarative-policy.js';
import { createDefaultPolicy } from '../../src/kernel/policy.js';
import { sampleCapability, samplePrincipal } from '../support/sample-capability.js';

function decide(
  rules: unknown,
  request: Partial<PolicyRequest> = {},
  options: DeclarativePolicyOptions = { default: 'deny' },
): PolicyDecision {
  const policy = createDeclarativePolicy(policyRulesSchema.parse(rules), options);
  return policy.decide({ principal: samplePrincipal(), capability: sampleCapability(), ...request });
}

const outcome = (decision: PolicyDecision): string | readonly string[] =>
  decision.allowed ? decision.reason : decision.denials.map(({ reason }) => reason);

const ann = samplePrincipal(['reader', 'ops'], { tenant: 'acme', region: 'eu' });

describe('matching', () => {
  test.each<[string, object, Partial<PolicyRequest>, string | readonly string[]]>([
    ['nothing asked', {}, {}, 'rule_allow'],
    ['safety class', { safety_class: 'READ' }, {}, 'rule_allow'],
    ['other safety class', { safety_class: ['WRITE', 'DESTRUCTIVE'] }, {}, ['no_matching_rule']],
    ['sensitivity', { sensitivity: ['NONE', 'PII'] }, {}, 'rule_allow'],
    ['other sensitivity', { sensitivity: 'PCI' }, {}, ['no_matching_rule']],
    ['exact capability', { capability: 'demo.customers' }, {}, 'rule_allow'],
    ['glob', { capability: ['fs.*', 'demo.*'] }, {}, 'rule_allow'],
    ['glob in the middle', { capability: 'd*.cust*s' }, {}, 'rule_allow'],
    ['glob that needs more than there is', { capability: 'demo.customers*s' }, {}, ['no_matching_rule']],
    ['glob whose parts overlap', { capability: 'demo*mers*rs' }, {}, ['no_matching_rule']],
    ['glob of another domain', { capability: 'dem.*' }, {}, ['no_matching_rule']],
    ['one of the roles', { roles: ['admin', 'ops'] }, { principal: ann }, 'rule_allow'],
    ['no such role', { roles: 'admin' }, { principal: ann }, ['no_matching_rule', 'missing_role']],
    ['principal', { principal: 'ann' }, {}, 'rule_allow'],
    ['other principal', { principal: 'bob' }, {}, ['no_matching_rule', 'missing_role']],
    ['attributes', { attributes: { tenant: 'acme', region: '*' } }, { principal: ann }, 'rule_allow'],
    [
      'other attribute',
      { attributes: { tenant: 'other' } },
      { principal: ann },
      ['no_matching_rule', 'missing_attribute'],
    ],
    ['absent attribute', { attributes: { team: '*' } }, { principal: ann }, ['no_matching_rule', 'missing_attribute']],
    ['justification', { min_justification: 5 }, { justification: ' abcde ' }, 'rule_allow'],
    [
      'short justification',
      { min_justification: 5 },
      { justification: ' abcd ' },
      ['no_matching_rule', 'insufficient_justification'],
    ],
    ['intent', { intent: ['audit', 'support'] }, { intent: 'support' }, 'rule_allow'],
    ['other intent', { intent: 'audit' }, { intent: 'fun' }, ['no_matching_rule', 'intent_not_allowed']],
    ['no intent', { intent: 'audit' }, {}, ['no_matching_rule', 'intent_not_allowed']],
    ['scope', { scope: { project: '*' } }, { scope: { project: 'x' } }, 'rule_allow'],
    [
      'other scope',
      { scope: { project: 'y' } },
      { scope: { project: 'x' } },
      ['no_matching_rule', 'scope_not_allowed'],
    ],
    [
      'inherited names are not there',
      { attributes: { toString: '*' } },
      { principal: ann },
      ['no_matching_rule', 'missing_attribute'],
    ],
  ])('%s', (_name, match, request, expected) => {
    expect(outcome(decide([{ match, effect: 'allow' }], request))).toEqual(expected);
  });

  test('the first rule that matches wins', () => {
    const deny = { name: 'no demo', match: { capability: 'demo.*' }, effect: 'deny' };
    const allow = { match: {}, effect: 'allow' };
    expect(decide([deny, allow])).toMatchObject({ denials: [{ reason: 'explicit_deny_rule' }], rule: 'no demo' });
    expect(decide([allow, deny])).toMatchObject({ allowed: true, rule: 'rule 1' });
  });

  test('no rule: the default, or the base in its place', () => {
    const pii = { capability: sampleCapability({ sensitivity: 'PII' }) };
    expect(outcome(decide([], pii))).toEqual(['no_matching_rule']);
    expect(outcome(decide([], pii, { default: 'allow' }))).toBe('default_fallthrough_allow');
    const base = createDefaultPolicy();
    expect(outcome(decide([], pii, { default: 'allow', base }))).toEqual(['missing_tenant_attribute']);
    expect(outcome(decide([], {}, { default: 'allow', base }))).toBe('default_policy_allow');
  });
});

describe('narrowing', () => {
  const rule = { match: {}, effect: 'allow', constraints: { max_rows: 10, allowed_fields: ['id', 'user'], ttl_s: 60 } };

  test.each<[string, Partial<PolicyRequest>, object]>([
    ['nothing asked', {}, { constraints: { max_rows: 10, allowed_fields: ['id', 'user'] }, ttl_s: 60 }],
    [
      'fewer asked',
      { constraints: { max_rows: 3, allowed_fields: ['user.name'] }, ttl_s: 5 },
      { constraints: { max_rows: 3, allowed_fields: ['user.name'] }, ttl_s: 5 },
    ],
    [
      'more asked',
      { constraints: { max_rows: 99, allowed_fields: ['id', 'ssn'] } },
      { constraints: { max_rows: 10, allowed_fields: ['id'] } },
    ],
    [
      'the capability counts too',
      { capability: sampleCapability({ allowed_fields: ['user.name', 'x'] }) },
      { constraints: { allowed_fields: ['user.name'] } },
    ],
  ])('%s', (_name, request, expected) => {
    expect(decide([rule], request)).toMatchObject({ allowed: true, ...expected });
  });

  test.each<[Partial<PolicyRequest>, string]>([
    [{ ttl_s: 61 }, 'ttl_exceeded'],
    [{ ttl_s: 0 }, 'invalid_constraint'],
    [{ constraints: { max_rows: -1 } }, 'invalid_constraint'],
  ])('%j is refused although the rule allows', (request, reason) => {
    expect(outcome(decide([rule], request))).toEqual([reason]);
    expect(
      outcome(decide([], { ...request, ...(request.ttl_s === 61 && { ttl_s: 1e6 }) }, { default: 'allow' })),
    ).toEqual([reason]);
  });

  test('an allowing rule never widens', () => {
    const fields = fc.option(fc.array(fc.constantFrom('a', 'a.b', 'c', 'd.e'), { maxLength: 3 }), { nil: undefined });
    const rows = fc.option(fc.nat(100), { nil: undefined });
    const given = (allowed_fields: string[] | undefined, max_rows: number | undefined) => ({
      ...(allowed_fields !== undefined && { allowed_fields }),
      ...(max_rows !== undefined && { max_rows }),
    });
    fc.assert(
      fc.property(fields, rows, fields, rows, (ruleFields, ruleRows, ownFields, ownRows) => {
        const decision = decide([{ effect: 'allow', constraints: given(ruleFields, ruleRows) }], {
          constraints: given(ownFields, ownRows),
        });
        const { max_rows = Number.POSITIVE_INFINITY, allowed_fields } = decision.allowed ? decision.constraints : {};
        expect(max_rows <= Math.min(ruleRows ?? Number.POSITIVE_INFINITY, ownRows ?? Number.POSITIVE_INFINITY)).toBe(
          true,
        );
        for (const list of [ruleFields, ownFields].filter((one) => one !== undefined)) {
          expect(
            allowed_fields?.every((field) => list.some((one) => field === one || field.startsWith(`${one}.`))),
          ).toBe(true);
        }
      }),
    );
  });
});

describe('the schema of rules', () => {
  test.each([
    [[{ effect: 'maybe' }]],
    [[{ effect: 'allow', matches: {} }]],
    [[{ effect: 'allow', match: { role: 'x' } }]],
    [[{ effect: 'allow', match: { safety_class: 'read' } }]],
    [[{ effect: 'allow', match: { roles: [] } }]],
    [[{ effect: 'allow', constraints: { max_rows: -1 } }]],
    [{ effect: 'allow' }],
  ])('refuses %j', (rules) => {
    expect(policyRulesSchema.safeParse(rules).success).toBe(false);
  });
});
