import * as z from 'zod';
import { ERRORS, type ErrorCode, KernelError } from '../../contract/errors.js';

const problemSchema = z.looseObject({
  code: z.string().refine((code): code is ErrorCode => Object.hasOwn(ERRORS, code)),
  detail: z.string().max(10_000),
  hint: z.string().max(10_000).optional(),
  reason: z.string().max(200).optional(),
});

/** What a server refused or what failed there, as it would be thrown here. */
export function errorOf(problem: unknown, serverName: string): KernelError {
  const read = problemSchema.safeParse(problem);
  if (!read.success) {
    return notOurs(serverName);
  }
  const { code, detail, hint, reason } = read.data;
  return new KernelError(code, detail, {
    ...(hint === undefined ? {} : { hint }),
    ...(reason === undefined ? {} : { details: { reason } }),
  });
}

/** An answer that no akernel gives. */
export function notOurs(serverName: string): KernelError {
  return new KernelError('DRIVER_PROTOCOL', `${serverName} does not answer as akernel serve does`, {
    hint: 'check the address, and that both are of the same version',
  });
}

export function unreachable(serverName: string, cause?: unknown): KernelError {
  return new KernelError('DRIVER_UNAVAILABLE', `the server ${serverName} does not answer`, {
    hint: 'check that akernel serve runs there, and its address',
    cause,
  });
}

/** It was read, and then it was gone; what it keeps of the run can be asked for when it is back. */
export function lost(serverName: string, runId: string): KernelError {
  return new KernelError('DRIVER_UNAVAILABLE', `the server ${serverName} has gone, or has forgotten the run`, {
    hint: `when it is back, akernel explain ${runId} tells what became of it`,
  });
}
