import { expect, it } from 'vitest';
import { shownCapability } from '../../src/kernel/shown-capability.js';
import { sampleCapability } from '../support/sample-capability.js';

const MAIL = ['bob', 'acme.io'].join('@');

it('redacts every text of a schema and keeps the names of its arguments', () => {
  const params = {
    type: 'object',
    properties: {
      password: { type: 'string', description: `as for ${MAIL}`, default: MAIL, minLength: 8 },
      to: { anyOf: [{ const: MAIL }, { enum: ['all', MAIL] }] },
    },
    required: ['password'],
  };
  expect(shownCapability(sampleCapability({ params }), {}).params).toEqual({
    type: 'object',
    properties: {
      password: { type: 'string', description: 'as for [REDACTED:email]', default: '[REDACTED:email]', minLength: 8 },
      to: { anyOf: [{ const: '[REDACTED:email]' }, { enum: ['all', '[REDACTED:email]'] }] },
    },
    required: ['password'],
  });
});

it('ends at a depth that no schema of a tool has', () => {
  let params: Record<string, unknown> = { description: MAIL };
  for (let depth = 0; depth < 10_000; depth += 1) {
    params = { items: params };
  }
  expect(JSON.stringify(shownCapability(sampleCapability({ params }), {}).params)).not.toContain(MAIL);
});
