import * as z from 'zod';
import { agentsSchema } from '../contract/agent-schema.js';
import { capabilitiesSchema } from '../contract/capability-schema.js';
import { databasesSchema } from '../contract/driver-options/databases.js';
import { mcpServersSchema } from '../contract/driver-options/mcp-servers.js';
import { redactionSchema } from '../contract/redaction-schema.js';
import { telemetrySchema } from '../contract/telemetry-schema.js';
import { plainSections } from './plain-sections.js';
import { policySchema } from './policy-schema.js';
import { storeSchema } from './store-schema.js';

const { audit, hooks, exec, timeout, trusted_folders, ...firstSections } = plainSections;

/** A config file: every member may be left out, none may be unknown. People read the sections in this order. */
export const configSchema = z.strictObject({
  ...firstSections,
  store: storeSchema.optional(),
  audit,
  policy: policySchema.optional(),
  redaction: redactionSchema.optional(),
  hooks,
  agents: agentsSchema.optional(),
  databases: databasesSchema.optional(),
  mcp_servers: mcpServersSchema.optional(),
  capabilities: capabilitiesSchema.optional(),
  exec,
  telemetry: telemetrySchema.optional(),
  timeout,
  trusted_folders,
});

export type ConfigFile = z.output<typeof configSchema>;
