import * as z from 'zod';
import { capabilitySchema } from '../capability-schema.js';
import { sharedStoreSchema } from '../driver-options/databases.js';
import type { TraceCaps } from '../trace.js';
import { aFunction, amount, count, members, name, type SchemasOf } from './parts.js';

export const traceCaps = {
  max_traces: count.optional(),
  max_age_ms: amount.optional(),
} satisfies SchemasOf<TraceCaps>;

export const registeredCapability = capabilitySchema.safeExtend({ switched_off: members.optional() });

const driver = z
  .looseObject({
    driver_id: name,
    execute: aFunction.optional(),
    executeStream: aFunction.optional(),
    streamedArguments: aFunction.optional(),
    placeOf: aFunction.optional(),
    close: aFunction.optional(),
  })
  .refine(({ execute, executeStream }) => execute !== undefined || executeStream !== undefined, {
    error: 'expected an object with execute or executeStream',
  });

/** What a kernel of a program is made with, besides its settings. */
export const KERNEL_OPTIONS = {
  capabilities: z.array(registeredCapability).optional(),
  drivers: z.array(driver).optional(),
  directory: name.optional(),
  store: sharedStoreSchema.optional(),
  env: z.record(z.string(), z.string().optional()).optional(),
  observer: aFunction.optional(),
};
