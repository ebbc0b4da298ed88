import { isKernelError } from '../contract/errors.js';
import { compileSchema } from '../kernel/json-schema/compile.js';

/** Why no arguments could be checked by a schema; undefined for one that can be used. */
export function schemaMistake(
  params: Readonly<Record<string, unknown>>,
): { readonly message: string; readonly hint: string } | undefined {
  try {
    compileSchema(params);
    return undefined;
  } catch (error) {
    if (!isKernelError(error)) {
      throw error;
    }
    const { message, hint = 'correct the params of the capability' } = error;
    return { message: `cannot be used: ${message}`, hint };
  }
}
