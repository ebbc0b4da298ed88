import * as z from 'zod';
import type { PolicyRule } from './policy-rule.js';

const names = z.union([
  z
    .string()
    .min(1)
    .transform((name) => [name]),
  z.array(z.string().min(1)).min(1),
]);
const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z.union([item.transform((value) => [value]), z.array(item).min(1)]);
const attributes = z.record(z.string().min(1), z.string());

/** What a rule looks at. All members that are given must fit; a list fits when one of its items does. */
const policyMatchSchema = z.strictObject({
  safety_class: oneOrMore(z.enum(['READ', 'WRITE', 'DESTRUCTIVE'])).optional(),
  sensitivity: oneOrMore(z.enum(['NONE', 'PII', 'PCI', 'SECRETS'])).optional(),
  /** Capability ids; `*` stands for any characters. */
  capability: names.optional(),
  roles: names.optional(),
  principal: names.optional(),
  /** `*` asks only that the attribute is there. */
  attributes: attributes.optional(),
  min_justification: z.int().min(0).optional(),
  intent: names.optional(),
  /** `*` asks only that the member is there. */
  scope: attributes.optional(),
});

/** A declarative policy rule as it stands in the config. */
export const policyRuleSchema = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  match: policyMatchSchema.default({}),
  effect: z.enum(['allow', 'deny']),
  /** Of an allowing rule: it can only narrow what was asked for. */
  constraints: z
    .strictObject({
      max_rows: z.int().min(0).optional(),
      allowed_fields: z.array(z.string().min(1)).optional(),
      /** The longest lifetime of a grant. */
      ttl_s: z.int().min(1).optional(),
    })
    .optional(),
});

export const policyRulesSchema: z.ZodType<readonly PolicyRule[]> = z.array(policyRuleSchema).max(1000);
