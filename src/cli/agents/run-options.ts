import { resolve } from 'node:path';
import type { ActorGraph } from '../../contract/actor.js';
import type { AgentConfig, SessionRunOptions } from '../../contract/agent.js';
import { isKernelError, KernelError } from '../../contract/errors.js';
import { namesIn } from '../../contract/graph-mistakes.js';
import type { CommandContext, OpenKernel } from '../context.js';
import type { RemoteFlags } from '../flags/remote-flags.js';
import { type AgentFlags, limitsOf } from './agent-flags.js';

type RunOptions = Pick<SessionRunOptions, 'limits' | 'graph' | 'justification'>;

interface Asked {
  readonly agent: string;
  readonly flags: AgentFlags & RemoteFlags;
}

/** What the flags say of each run. Throws what would end every run of it, before there is a session. */
export async function runOptions(
  context: CommandContext,
  open: OpenKernel,
  { agent, flags }: Asked,
): Promise<RunOptions> {
  const limits = limitsOf(flags);
  const { justification } = flags;
  const graph = flags.graph === undefined ? undefined : await graphIn(resolve(context.cwd, flags.graph), open);
  const options = {
    ...(limits === undefined ? {} : { limits }),
    ...(graph === undefined ? {} : { graph }),
    ...(justification === undefined ? {} : { justification }),
  };
  if (!context.isRemote(flags)) {
    await checkAgents(open, agent, options);
  }
  return options;
}

type Capabilities = OpenKernel['kernel']['capabilities'];

async function graphIn(path: string, { kernel: { agents, capabilities } }: OpenKernel): Promise<ActorGraph> {
  const { readGraph } = await import('../../config/graph/read-graph.js');
  return readGraph(path, {
    agents: agents.list().map(({ name }) => name),
    capabilities: (named) => knownIds(capabilities, named),
  });
}

/** Those of a server that cannot be asked now are no mistake of the file. */
async function knownIds(capabilities: Capabilities, named: readonly string[]): Promise<readonly string[]> {
  const away = await Promise.all(
    named.map(async (id) => {
      try {
        await capabilities.get(id);
        return [];
      } catch (error) {
        return isKernelError(error) && error.code === 'CAPABILITY_NOT_FOUND' ? [] : [id];
      }
    }),
  );
  return [...capabilities.list().map(({ capability_id: id }) => id), ...away.flat()];
}

/** An agent that is not there is told of where the session is opened. */
async function checkAgents(open: OpenKernel, agent: string, { graph, limits }: RunOptions): Promise<void> {
  const { agents, capabilities } = open.kernel;
  const own = configOf(open, agent);
  const most = (limits ?? own?.run_limits)?.max_cost_micro;
  const names = graph === undefined ? [agent] : namesIn(graph, 'model');
  for (const name of names) {
    const config = configOf(open, name);
    if (most !== undefined && config !== undefined && config.price === undefined) {
      throw noPrice(name);
    }
  }
  if (graph !== undefined) {
    await Promise.all(names.map((name) => agents.get(name)));
  }
  const callers = graph === undefined ? [agent] : callersIn(graph);
  const tools = new Set(callers.flatMap((name) => configOf(open, name)?.tools ?? []));
  await Promise.all([...tools].map((tool) => capabilities.get(tool)));
}

/** Agents that have their own tools: a node may name others. */
function callersIn({ nodes }: ActorGraph): readonly string[] {
  return Object.values(nodes).flatMap((node) => {
    if (node.type === 'graph') {
      return callersIn(node.graph);
    }
    return node.type === 'llm' && node.tools === undefined ? [node.model] : [];
  });
}

function configOf({ config: { agents } }: OpenKernel, name: string): AgentConfig | undefined {
  const entry = Object.hasOwn(agents, name) ? agents[name] : undefined;
  return entry === undefined || 'switched_off' in entry ? undefined : entry;
}

/** A limit of cost is none where a price is not known. */
function noPrice(name: string): KernelError {
  return new KernelError('CONFIG_INVALID', `the cost of a run is limited, and the agent ${name} has no price`, {
    hint: `give agents.${name}.price in the config, or no limit of the cost`,
    details: { kind: 'cost', reason: 'missing_pricing_entry' },
  });
}
