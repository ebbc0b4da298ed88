import * as z from 'zod';
import type { DriverOperations } from './operation.js';

const callTool = z.strictObject({
  server: z.string().min(1).max(63).describe('A name from the section mcp_servers.'),
  tool: z.string().min(1).max(128).describe('The name of the tool, as the server gives it.'),
});

export type McpCallOptions = z.output<typeof callTool>;

/** Throws a ZodError for anything that is not such options. */
export function parseMcpCallOptions(options: unknown): McpCallOptions {
  return callTool.parse(options);
}

/** A capability written by hand for one tool: its safety class is the operator's, the arguments go to the tool as they are. */
export const MCP_OPERATIONS: DriverOperations = { call_tool: { options: callTool } };
