import type { Capability } from '../../contract/capability.js';
import type { McpServerConfig } from '../../contract/driver-options/mcp-servers.js';
import { cleanLine, cleanText } from './clean-text.js';
import type { ListedTool } from './listed-tools.js';
import { toolSchema } from './tool-schema.js';

const LONGEST_DESCRIPTION = 4000;
const LONGEST_NAME = 200;

/** The operation of a tool that was found at its server; a config names tools with `call_tool`. */
export const DISCOVERED = 'discovered_tool';

/**
 * A tool as a capability. One that may not be called is listed all the same; of one that has changed nothing is told
 * but that: what it says now is meant for a model, and nobody has looked at it.
 */
export function toolCapability(server: string, listed: ListedTool, config: McpServerConfig): Capability {
  const { tool, capabilityId, config: own } = listed;
  const switchedOff = refusal(server, listed);
  const isUnseen = listed.pinState === 'changed' || listed.unusable !== undefined;
  const title = tool.title ?? tool.annotations?.title ?? tool.name;
  return {
    capability_id: capabilityId,
    name: (isUnseen ? '' : cleanLine(title, LONGEST_NAME)) || capabilityId,
    description: describe(listed, switchedOff?.message),
    safety_class: listed.safetyClass ?? 'DESTRUCTIVE',
    sensitivity: own.sensitivity ?? config.sensitivity ?? 'PII',
    tags: ['mcp', server, ...(switchedOff === undefined ? [] : ['switched-off'])],
    params: isUnseen ? { type: 'object' } : toolSchema(tool.inputSchema),
    driver: { driver_id: 'mcp', operation: DISCOVERED, options: { server, tool: tool.name } },
    ...(own.allowed_fields === undefined ? {} : { allowed_fields: own.allowed_fields }),
    ...(own.accepts_handles === undefined ? {} : { accepts_handles: own.accepts_handles }),
    ...(own.idempotent === undefined ? {} : { idempotent: own.idempotent }),
    ...(switchedOff === undefined ? {} : { switched_off: switchedOff }),
  };
}

const UNUSABLE = {
  shape: 'is not described in the form of the protocol',
  size: 'is described by more, or by deeper data, than can be kept',
} as const;

/** Why the tool may not be called, and what to do about it. */
export function refusal(server: string, listed: ListedTool): Capability['switched_off'] {
  const { capabilityId, pinState, safetyClass, tool, unusable } = listed;
  if (unusable !== undefined) {
    return {
      message: `the tool ${capabilityId} ${UNUSABLE[unusable]}`,
      remedy: `report it to whoever makes the server, or leave the tool out with mcp_servers.${server}.deny`,
    };
  }
  if (pinState === 'changed') {
    return {
      message: `the tool ${capabilityId} is not what it was when it was first seen`,
      remedy: `akernel mcp trust ${capabilityId} shows what changed and confirms it`,
    };
  }
  if (safetyClass !== undefined) {
    return undefined;
  }
  const line = `set mcp_servers.${server}.tools.${cleanLine(tool.name, LONGEST_NAME)}.safety_class`;
  const isHinted = tool.annotations?.destructiveHint === false;
  return {
    message: `nobody has said yet how safe the tool ${capabilityId} is`,
    remedy:
      isHinted && pinState !== 'confirmed'
        ? `akernel mcp trust ${capabilityId} takes the server's word, or ${line}`
        : line,
  };
}

function describe({ tool, pinState }: ListedTool, why: string | undefined): string {
  const said = pinState === 'changed' ? '' : cleanText(tool.description ?? '', LONGEST_DESCRIPTION);
  return why === undefined ? said : `[off: ${why}]${said === '' ? '' : ` ${said}`}`;
}
