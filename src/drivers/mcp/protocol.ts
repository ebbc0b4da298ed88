import type { CallToolResult, Tool, Transport } from '@modelcontextprotocol/client';

export type { CallToolResult, Tool, Transport };

/** The library's exports, given around by those who have loaded it. */
export type McpLibrary = typeof import('./mcp-library.js');

/** The protocol before and from 2026-07-28 on. */
export type Era = 'legacy' | 'modern';

export const MODERN_VERSION = '2026-07-28';
