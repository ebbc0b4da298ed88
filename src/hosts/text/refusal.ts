import { isKernelError, KernelError } from '../../contract/errors.js';

const HINT = 'correct it, or change it by hand; it was left as it is';

/** Why a text of a host is not changed. */
export function refusal(why: string): KernelError {
  return new KernelError('USAGE', `the file ${why}`, { hint: HINT, details: { why } });
}

/** A refusal tells the file that it is about. */
export async function about<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const why = isKernelError(error) ? error.details?.['why'] : undefined;
    throw typeof why === 'string' ? new KernelError('USAGE', `${path} ${why}`, { hint: HINT }) : error;
  }
}
