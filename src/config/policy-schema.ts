import * as z from 'zod';
import { policyRulesSchema } from '../contract/policy-rule-schema.js';
import { amount } from './setting-schemas.js';

export const policySchema = z.strictObject({
  default: z.enum(['allow', 'deny']).optional(),
  rules: policyRulesSchema.optional(),
  calls_per_minute: z
    .strictObject({ READ: amount(0).optional(), WRITE: amount(0).optional(), DESTRUCTIVE: amount(0).optional() })
    .describe('Of one capability by one principal; the role service has ten times as many.')
    .optional(),
});
