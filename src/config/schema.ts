import * as z from 'zod';
import { agentsSchema } from '../contract/agent-schema.js';
import { ENCODINGS } from '../contract/budget.js';
import { capabilitySchema } from '../contract/capability-schema.js';
import { databasesSchema, refuseWrongServer, serverMembers } from '../contract/driver-options/databases.js';
import { mcpServersSchema } from '../contract/driver-options/mcp-servers.js';
import { HOOK_PROFILES } from '../contract/hook-settings.js';
import { policyRulesSchema } from '../contract/policy-rule-schema.js';
import { attributesSchema, rolesSchema } from '../contract/principal-schema.js';
import { redactionSchema } from '../contract/redaction-schema.js';
import { segmentsSchema } from '../contract/segments-schema.js';
import { telemetrySchema } from '../contract/telemetry-schema.js';
import { parseDuration } from './duration.js';

const amount = (least: number) => z.int().min(least).max(Number.MAX_SAFE_INTEGER);
const name = z.string().min(1).max(200);
const duration = z
  .string()
  .refine((text) => (parseDuration(text) ?? 0) > 0, 'is not a duration: write 500ms, 30s, 5m, 2h or 7d')
  .meta({ examples: ['30s', '7d'] });

/** What is not said of it comes from the defaults: see `apply-layers.ts`. */
const principal = z.strictObject({
  principal_id: name.optional(),
  roles: rolesSchema
    .describe(
      'Such as reader, writer, admin, service; secrets_reader uses what has SECRETS and, in your own config, sees what is stored: expand --unredacted.',
    )
    .optional(),
  attributes: attributesSchema.optional(),
});

/** An address alone is told apart before this is asked: see `store-address.ts`. */
export const storeSchema = z
  .strictObject({
    directory: z.string().min(1).optional(),
    ...serverMembers,
    segments: segmentsSchema.optional(),
    max_entry_bytes: amount(1).optional(),
    max_total_bytes: amount(1).optional(),
    ttl: duration.optional(),
  })
  .superRefine(refuseWrongServer);

/** A config file: every member may be left out, none may be unknown. */
export const configSchema = z.strictObject({
  $schema: z.string().describe('Read by editors only.').optional(),
  principal: principal.optional(),
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
  store: storeSchema.optional(),
  audit: z.strictObject({ max_traces: amount(1).optional(), max_age: duration.optional() }).optional(),
  policy: z
    .strictObject({
      default: z.enum(['allow', 'deny']).optional(),
      rules: policyRulesSchema.optional(),
      calls_per_minute: z
        .strictObject({ READ: amount(0).optional(), WRITE: amount(0).optional(), DESTRUCTIVE: amount(0).optional() })
        .describe('Of one capability by one principal; the role service has ten times as many.')
        .optional(),
    })
    .optional(),
  redaction: redactionSchema.optional(),
  hooks: z
    .strictObject({
      profile: z.enum(HOOK_PROFILES).optional(),
      budget: amount(512).optional(),
      wrap: z.boolean().optional(),
      restore: z.boolean().optional(),
    })
    .optional(),
  agents: agentsSchema.optional(),
  databases: databasesSchema.optional(),
  mcp_servers: mcpServersSchema.optional(),
  capabilities: z.array(capabilitySchema).max(10_000).optional(),
  exec: z.boolean().optional(),
  telemetry: telemetrySchema.optional(),
  timeout: duration.optional(),
  trusted_folders: z
    .array(z.string().regex(/^(?:\/|~\/)/, 'is not a whole path: begin with / or ~/'))
    .max(1000)
    .describe(
      'In your own config: the config of a project in such a folder, or below it, counts for agent hosts as it is.',
    )
    .optional(),
});

export type ConfigFile = z.output<typeof configSchema>;
