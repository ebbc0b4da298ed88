import * as z from 'zod';
import { capabilityRedactionSchema, refuseWeakening } from './redaction-schema.js';

const name = z.string().min(1).max(200);

/** Its options are looked at with the driver's own schema. */
export const bindingSchema = z.strictObject({
  driver_id: name,
  operation: name,
  options: z.record(z.string(), z.unknown()).optional(),
});

/** A capability as a config or a program registers it. */
export const capabilitySchema = z
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

/** The section `capabilities` of a config. */
export const capabilitiesSchema = z.array(capabilitySchema).max(10_000);
