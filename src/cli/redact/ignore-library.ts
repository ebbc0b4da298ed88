// Named imports of a CommonJS library survive bundling only when they are static, so the lazy import is of this file.
import ignore from 'ignore';

export const createPatterns = ignore;
