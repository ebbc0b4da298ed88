import * as z from 'zod';
import { parseDuration } from './duration.js';

export const amount = (least: number) => z.int().min(least).max(Number.MAX_SAFE_INTEGER);
export const duration = z
  .string()
  .refine((text) => (parseDuration(text) ?? 0) > 0, 'is not a duration: write 500ms, 30s, 5m, 2h or 7d')
  .meta({ examples: ['30s', '7d'] });
