import * as z from 'zod';
import { plainSections } from './plain-sections.js';
import type { ConfigFile } from './schema.js';
import { isRecord } from './trees.js';

/** Sections whose schemas take some milliseconds to make, each where it is. */
export const LARGE_SECTIONS = {
  store: async () => (await import('./store-schema.js')).storeSchema,
  policy: async () => (await import('./policy-schema.js')).policySchema,
  redaction: async () => (await import('../contract/redaction-schema.js')).redactionSchema,
  agents: async () => (await import('../contract/agent-schema.js')).agentsSchema,
  databases: async () => (await import('../contract/driver-options/databases.js')).databasesSchema,
  mcp_servers: async () => (await import('../contract/driver-options/mcp-servers.js')).mcpServersSchema,
  capabilities: async () => (await import('../contract/capability-schema.js')).capabilitiesSchema,
  telemetry: async () => (await import('../contract/telemetry-schema.js')).telemetrySchema,
} satisfies Record<Exclude<keyof ConfigFile, keyof typeof plainSections>, () => Promise<z.ZodType>>;

/**
 * The schema of a config file that has no other sections than this one: most have few. What it takes, the whole schema
 * takes with the same result; it knows too little to say what is wrong.
 */
export async function usedSchema(tree: unknown): Promise<z.ZodType<ConfigFile>>;
export async function usedSchema(tree: unknown): Promise<z.ZodType> {
  const used = Object.entries(LARGE_SECTIONS).filter(([name]) => isRecord(tree) && Object.hasOwn(tree, name));
  const sections = await Promise.all(used.map(async ([name, load]) => [name, await load()] as const));
  return z.strictObject({ ...plainSections, ...Object.fromEntries(sections) });
}
