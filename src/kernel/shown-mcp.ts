import type { McpAdministration, McpServerState, McpToolReview } from '../contract/mcp.js';
import type { Principal } from '../contract/principal.js';
import { type RedactionOptions, redactText } from '../firewall/find/redactor.js';
import { isJsonObject } from './json-values.js';
import type { KernelPorts } from './ports.js';
import { shownMembers } from './shown-capability.js';
import { confirmWithTrace } from './trust-trace.js';

/** Looks after MCP servers for people: what servers say has passed the redactor, and each confirmation leaves a trace. */
export function shownAdministration(
  servers: McpAdministration,
  operator: { readonly ports: KernelPorts; readonly principal: Principal },
): McpAdministration {
  const { redaction } = operator.ports.settings;
  return {
    states: async (server) => (await servers.states(server)).map((state) => shownState(state, redaction)),
    review: async (server, tool) => (await servers.review(server, tool)).map((each) => shownReview(each, redaction)),
    confirm: (reviewed) => confirmWithTrace(servers, reviewed, operator),
  };
}

function shownState(state: McpServerState, redaction: RedactionOptions): McpServerState {
  const { error, last_words: words } = state;
  return {
    ...state,
    tools: state.tools.map((each) => ({ ...each, tool: redactText(each.tool, redaction).text })),
    ...(error === undefined ? {} : { error: { ...error, message: redactText(error.message, redaction).text } }),
    ...(words === undefined ? {} : { last_words: redactText(words, redaction).text }),
  };
}

function shownReview(review: McpToolReview, redaction: RedactionOptions): McpToolReview {
  const { was, now } = review;
  return {
    ...review,
    ...(was === undefined ? {} : { was: shownDefinition(was, redaction) }),
    now: shownDefinition(now, redaction),
  };
}

function shownDefinition(text: string, redaction: RedactionOptions): string {
  const definition: unknown = JSON.parse(text);
  return isJsonObject(definition) ? JSON.stringify(shownMembers(definition, redaction)) : '{}';
}
