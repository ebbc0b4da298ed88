import * as z from 'zod';
import { ENCODINGS } from '../contract/budget.js';
import { databasesSchema } from '../contract/driver-options/databases.js';
import { mcpServersSchema } from '../contract/driver-options/mcp-servers.js';
import { policyRulesSchema } from '../contract/policy-rules.js';
import { parseDuration } from './duration.js';
import { capabilityRedactionSchema, redactionSchema, refuseWeakening } from './redaction-schema.js';

const amount = (least: number) => z.int().min(least).max(Number.MAX_SAFE_INTEGER);
const name = z.string().min(1).max(200);
const duration = z
  .string()
  .refine((text) => (parseDuration(text) ?? 0) > 0, 'is not a duration: write 500ms, 30s, 5m, 2h or 7d')
  .meta({ examples: ['30s', '7d'] });

const roles = z.array(name);
const attributes = z.record(name, z.string());
const principal = z.strictObject({
  principal_id: name,
  roles: roles.default([]),
  attributes: attributes.default({}),
});

/** Its options are looked at with the driver's own schema, in `capability-mistakes.ts`. */
export const bindingSchema = z.strictObject({
  driver_id: name,
  operation: name,
  options: z.record(z.string(), z.unknown()).optional(),
});

const capability = z
  .strictObject({
    capability_id: z
      .string()
      .regex(/^[a-z][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)+$/, 'is not an id of the form domain.verb_noun')
      .max(128),
    name: name.optional(),
    description: z.string().max(4000).default(''),
    safety_class: z.enum(['READ', 'WRITE', 'DESTRUCTIVE']),
    sensitivity: z.enum(['NONE', 'PII', 'PCI', 'SECRETS']),
    allowed_fields: z.array(name).optional(),
    tags: z.array(name).default([]),
    params: z.record(z.string(), z.unknown()).default({ type: 'object' }),
    driver: bindingSchema,
    fallbacks: z.array(bindingSchema).optional(),
    idempotent: z.boolean().optional(),
    accepts_handles: z.boolean().optional(),
    redaction: capabilityRedactionSchema.optional(),
  })
  .superRefine(({ redaction, sensitivity }, context) => {
    if (redaction !== undefined && sensitivity !== 'NONE') {
      refuseWeakening(redaction, sensitivity, context);
    }
  });

/** A config file: every member may be left out, none may be unknown. */
export const configSchema = z.strictObject({
  principal: z
    .strictObject({ principal_id: name.optional(), roles: roles.optional(), attributes: attributes.optional() })
    .optional(),
  principals: z.record(name, principal).optional(),
  budget: z.strictObject({ max_tokens: amount(512).optional(), encoding: z.enum(ENCODINGS).optional() }).optional(),
  limits: z
    .strictObject({
      max_rows: amount(0).optional(),
      max_fields: amount(1).optional(),
      max_chars: amount(1).optional(),
      max_depth: amount(1).optional(),
    })
    .optional(),
  store: z
    .strictObject({
      directory: z.string().min(1).optional(),
      max_entry_bytes: amount(1).optional(),
      max_total_bytes: amount(1).optional(),
      ttl: duration.optional(),
    })
    .optional(),
  audit: z.strictObject({ max_traces: amount(1).optional(), max_age: duration.optional() }).optional(),
  policy: z
    .strictObject({ default: z.enum(['allow', 'deny']).optional(), rules: policyRulesSchema.optional() })
    .optional(),
  redaction: redactionSchema.optional(),
  databases: databasesSchema.optional(),
  mcp_servers: mcpServersSchema.optional(),
  capabilities: z.array(capability).max(10_000).optional(),
  exec: z.boolean().optional(),
  timeout: duration.optional(),
});

export type ConfigFile = z.output<typeof configSchema>;
