import * as z from 'zod';
import { json, type Route, route } from '../route.js';

const count = z.int().min(0);

export const COLLECTION_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/collections',
    summary: 'Removes the stored results that have expired or are over the limit of the store, of all principals.',
    access: 'whole',
    answers: {
      200: {
        description: 'What was removed.',
        schema: z.strictObject({ removed_handles: count, removed_bytes: count }),
      },
    },
    async handle({ service: { kernel } }) {
      const { removed_handles, removed_bytes } = await kernel.handles.collect();
      return json({ removed_handles, removed_bytes });
    },
  }),
];
