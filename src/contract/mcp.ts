import type { SafetyClass } from './capability.js';
import type { ErrorInfo } from './frame.js';

/** What a frame warns of when a tool gave an error as its result. The call is complete: the error is its content. */
export const TOOL_ERROR_WARNING = 'the tool reported an error';

/** One tool of an MCP server, for whoever looks after servers. */
export interface McpToolState {
  readonly tool: string;
  readonly capability_id: string;
  readonly safety_class?: SafetyClass;
  readonly pin: 'new' | 'pinned' | 'confirmed' | 'changed' | 'not_pinned';
  /** What to do before it can be called. */
  readonly off?: string;
  /** It cannot be called at all: it is not described in the form of the protocol, or by more than can be kept. */
  readonly unusable?: 'shape' | 'size';
}

export interface McpServerState {
  readonly server: string;
  /** Absent for one that is off, because the config refers to something that is not here. */
  readonly transport?: 'stdio' | 'http';
  readonly state: 'ready' | 'failed';
  readonly era?: 'legacy' | 'modern';
  readonly tools: readonly McpToolState[];
  readonly error?: ErrorInfo;
  /** The end of what it wrote on its standard error. */
  readonly last_words?: string;
  /** Lines on its standard output that were no messages. */
  readonly noise_lines?: number;
  /** Messages that nobody waited for, such as logs and answers to nothing. */
  readonly stray_messages?: number;
  /** Entries of its list that have no name that the protocol allows; they are left out. */
  readonly nameless_tools?: number;
}

/** A tool that waits for a person: new, changed, or pinned without having been confirmed. */
export interface McpToolReview {
  readonly server: string;
  readonly tool: string;
  readonly capability_id: string;
  readonly pin: McpToolState['pin'];
  readonly digest: string;
  /** JSON of what the server said of the tool, then and now. */
  readonly was?: string;
  readonly now: string;
}

/** Looks after MCP servers. Every text has passed the redactor, and still has to be made safe for a terminal. */
export interface McpAdministration {
  /** The state of each server, or of one; starts those that are not running. Throws USAGE for an unknown name. */
  readonly states: (server?: string) => Promise<readonly McpServerState[]>;
  /** What there is to confirm at a server, or of one tool by its name or its capability's id. */
  readonly review: (server: string, tool?: string) => Promise<readonly McpToolReview[]>;
  /** Pins these tools as they were reviewed: what a server says after that is a change again. */
  readonly confirm: (reviewed: readonly McpToolReview[]) => Promise<void>;
}

/** Tells a server how many gateways stand between it and the host. */
export const GATEWAY_DEPTH = 'AKERNEL_GATEWAY_DEPTH';

export function gatewayDepth(env: Readonly<Record<string, string | undefined>>): number {
  const depth = Number(env[GATEWAY_DEPTH] ?? 0);
  return Number.isSafeInteger(depth) ? depth : 0;
}
