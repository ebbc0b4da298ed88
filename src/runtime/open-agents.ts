import { createAgentRegistry } from '../agents/agent-registry.js';
import type { Config } from '../config/config.js';
import type { AgentConfig, AgentKernel } from '../contract/agent.js';
import type { Kernel } from '../contract/kernel.js';
import type { ModelClientHost, ModelClientOptions } from '../contract/model.js';
import type { ClosableModelClient } from '../drivers/model/model-client.js';
import { systemClock } from './system.js';

export interface OpenAgents extends Pick<AgentKernel, 'agents' | 'openSession'> {
  /** Gives back the connections to models. */
  readonly close: () => Promise<void>;
}

/** The agents of a config, over a kernel; a client of a model is made when its agent is first asked for. */
export function openAgents(config: Config, kernel: Kernel, host: ModelClientHost): OpenAgents {
  const clients: ClosableModelClient[] = [];
  const { registry, ready } = createAgentRegistry(config.agents, async (summary, agent) => {
    const [{ createAgent }, { createModelClient }] = await Promise.all([
      import('../agents/agent.js'),
      import('../drivers/model/model-client.js'),
    ]);
    const client = createModelClient(clientOptions(agent), host);
    clients.push(client);
    return { agent: createAgent({ kernel, clock: systemClock, client }, summary, agent), client, config: agent };
  });
  return {
    agents: registry,
    openSession: async (options) => {
      const { openAgentSession } = await import('../agents/agent-session.js');
      return openAgentSession({ kernel, registry, ready, clock: systemClock }, options);
    },
    close: async () => {
      await Promise.allSettled(clients.map((client) => client.close()));
    },
  };
}

/** What of an agent is about its provider. */
function clientOptions(agent: AgentConfig): ModelClientOptions {
  const {
    model: _model,
    embedding_model: _embedding,
    description: _description,
    system: _system,
    tools: _tools,
    vision: _vision,
    max_tokens: _tokens,
    temperature: _temperature,
    context_chars: _context,
    run_limits: _limits,
    price: _price,
    ...client
  } = agent;
  return client;
}
