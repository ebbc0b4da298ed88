import type { AgentSummary } from '../../contract/agent.js';
import type { Capability } from '../../contract/capability.js';
import { ERRORS, type ErrorCode, isKernelError, KernelError } from '../../contract/errors.js';
import type { Kernel } from '../../contract/kernel.js';
import { createSearchIndex, type SearchIndex } from '../../kernel/search.js';
import { isAgentList, isCapability, isCapabilityList } from './answer-shapes.js';
import type { AskJson } from './ask-json.js';

export interface RemoteLists {
  readonly capabilities: Kernel['capabilities'];
  readonly agents: () => readonly AgentSummary[];
  readonly loadAgents: () => Promise<void>;
  /** Reads both lists anew. A token for one capability sees no agents. */
  readonly reload: () => Promise<void>;
}

const MOST = 10_000;

/** What can be invoked at a server, and who can be asked there, as they were when they were last read. */
export function createRemoteLists(ask: AskJson): RemoteLists {
  let capabilities: readonly Capability[] = [];
  let agents: readonly AgentSummary[] = [];
  let index: SearchIndex | undefined;

  const load: Kernel['capabilities']['load'] = async () => {
    const told = await ask(isCapabilityList, { path: `/v1/capabilities?limit=${MOST}` });
    capabilities = told.capabilities;
    index = undefined;
    return told.unavailable.map(({ namespace, error: { code, message, hint } }) => ({
      namespace,
      error: new KernelError(isCode(code) ? code : 'DRIVER_FAILED', message, hint === undefined ? {} : { hint }),
    }));
  };
  const loadAgents = async (): Promise<void> => {
    agents = (await ask(isAgentList, { path: '/v1/agents' })).agents;
  };
  return {
    capabilities: {
      load,
      list: () => capabilities,
      get: (capabilityId) => ask(isCapability, { path: `/v1/capabilities/${encodeURIComponent(capabilityId)}` }),
      search(query, limit = capabilities.length) {
        index ??= createSearchIndex(capabilities);
        return index.search(query, limit);
      },
    },
    agents: () => agents,
    loadAgents,
    async reload() {
      await load();
      try {
        await loadAgents();
      } catch (error) {
        // the token was good for the other list
        if (!isKernelError(error) || error.code !== 'TOKEN_REJECTED') {
          throw error;
        }
        agents = [];
      }
    },
  };
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
