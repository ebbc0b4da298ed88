import { HTTP_OPERATIONS } from './http.js';
import { MCP_OPERATIONS } from './mcp.js';
import { MODEL_OPERATIONS } from './model.js';
import type { DriverOperations } from './operation.js';
import { PROCESS_OPERATIONS } from './process.js';
import { DEMO_OPERATIONS, FILESYSTEM_OPERATIONS, MODULE_OPERATIONS, STDIN_OPERATIONS } from './simple.js';
import { SQL_OPERATIONS } from './sql.js';

/** What a config may write into a driver binding, for each driver that comes with akernel. */
export const DRIVER_OPTIONS: Readonly<Record<string, DriverOperations>> = {
  demo: DEMO_OPERATIONS,
  filesystem: FILESYSTEM_OPERATIONS,
  http: HTTP_OPERATIONS,
  mcp: MCP_OPERATIONS,
  model: MODEL_OPERATIONS,
  module: MODULE_OPERATIONS,
  process: PROCESS_OPERATIONS,
  sql: SQL_OPERATIONS,
  stdin: STDIN_OPERATIONS,
};
