import * as z from 'zod';
import { refuseWrongServer, serverMembers } from '../contract/driver-options/databases.js';
import { segmentsSchema } from '../contract/segments-schema.js';
import { amount, duration } from './setting-schemas.js';

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
