import * as z from 'zod';
import { ENCODINGS } from '../contract/budget.js';
import { HOOK_PROFILES } from '../contract/hook-settings.js';
import { attributesSchema, rolesSchema } from '../contract/principal-schema.js';
import { amount, duration } from './setting-schemas.js';

const name = z.string().min(1).max(200);

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

/** The sections of a config file whose schemas are small: they are made together. */
export const plainSections = {
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
  audit: z.strictObject({ max_traces: amount(1).optional(), max_age: duration.optional() }).optional(),
  hooks: z
    .strictObject({
      profile: z.enum(HOOK_PROFILES).optional(),
      budget: amount(512).optional(),
      wrap: z.boolean().optional(),
      restore: z.boolean().optional(),
    })
    .optional(),
  exec: z.boolean().optional(),
  timeout: duration.optional(),
  trusted_folders: z
    .array(z.string().regex(/^(?:\/|~\/)/, 'is not a whole path: begin with / or ~/'))
    .max(1000)
    .describe(
      'In your own config: the config of a project in such a folder, or below it, counts for agent hosts as it is.',
    )
    .optional(),
};
