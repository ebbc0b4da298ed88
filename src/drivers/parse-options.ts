import type * as z from 'zod';
import { KernelError } from '../contract/errors.js';

/** A binding's options as their schema gives them. Throws CONFIG_INVALID with the place of the first mistake. */
export function parseOptions<Options>(schema: z.ZodType<Options>, options: unknown, driverId: string): Options {
  const parsed = schema.safeParse(options);
  if (parsed.success) {
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const place = ['options', ...(issue?.path ?? [])].join('.');
  throw new KernelError('CONFIG_INVALID', `a capability of the ${driverId} driver has a mistake in ${place}`, {
    hint: issue?.message ?? 'akernel config check says what is wrong',
  });
}
