import { isKernelError } from '../../contract/errors.js';
import type { JsonObject } from '../json-values.js';
import { compileSchema } from './compile.js';

/** Whether a value fits a schema. Throws CONFIG_INVALID for a schema that cannot be used; a value that takes too long does not fit. */
export function compileCheck(schema: JsonObject): (value: unknown) => boolean {
  const check = compileSchema(schema);
  return (value) => {
    try {
      return check(value).length === 0;
    } catch (error) {
      if (isKernelError(error) && error.code === 'LIMIT_REACHED') {
        return false;
      }
      throw error;
    }
  };
}
