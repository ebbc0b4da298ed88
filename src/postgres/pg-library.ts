// Named imports of a CommonJS library survive bundling only when they are static, so the lazy import is of this file.
export { Client, Pool, types } from 'pg';
