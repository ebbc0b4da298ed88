import type {
  Agent,
  AgentCapability,
  AgentConfig,
  AgentEntry,
  AgentRegistry,
  AgentSummary,
} from '../contract/agent.js';
import { didYouMean, nearestNames } from '../contract/did-you-mean.js';
import { KernelError } from '../contract/errors.js';
import type { ModelClient } from '../contract/model.js';

/** An agent, and what is behind it: its config may hold a key, and neither leaves this folder. */
export interface ReadyAgent {
  readonly agent: Agent;
  readonly client: ModelClient;
  readonly config: AgentConfig;
}

/** Makes an agent ready to be asked. */
type Create = (summary: AgentSummary, config: AgentConfig) => Promise<ReadyAgent>;

export interface OpenRegistry {
  readonly registry: AgentRegistry;
  /** As `registry.get`. */
  readonly ready: (name: string) => Promise<ReadyAgent>;
}

interface Entry {
  readonly summary: AgentSummary;
  readonly config: AgentEntry;
  /** Shared by all who ask while it is made, and after it. */
  making?: Promise<ReadyAgent>;
}

/** Agents by name, each made when it is first asked for. What it is given was checked before. */
export function createAgentRegistry(initial: Readonly<Record<string, AgentEntry>>, create: Create): OpenRegistry {
  const entries = new Map<string, Entry>();
  const put = (name: string, config: AgentEntry): void => {
    entries.set(name, { summary: summaryOf(name, config), config });
  };
  for (const [name, config] of Object.entries(initial)) {
    put(name, config);
  }

  const entryOf = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry === undefined) {
      throw notFound(name, [...entries.keys()]);
    }
    return entry;
  };

  const sorted = (): readonly AgentSummary[] =>
    [...entries.values()].map(({ summary }) => summary).sort((one, other) => (one.name < other.name ? -1 : 1));

  const ready = async (name: string): Promise<ReadyAgent> => {
    const entry = entryOf(name);
    entry.making ??= made(entry, create).catch((error: unknown) => {
      delete entry.making;
      throw error;
    });
    return entry.making;
  };

  const registry = Object.freeze({
    register(name, config) {
      if (entries.has(name)) {
        throw new KernelError('USAGE', `there is an agent ${name} already`, {
          hint: 'replace it, or take another name',
        });
      }
      put(name, config);
    },
    replace(name, config) {
      put(name, config);
    },
    remove: (name) => entries.delete(name),
    capabilities: (name) => entryOf(name).summary.capabilities,
    describe: (name) => entryOf(name).summary,
    list: sorted,
    find(needs) {
      const found = sorted().find(
        ({ capabilities, switched_off: off }) =>
          off === undefined && needs.every((need) => capabilities.includes(need)),
      );
      if (found === undefined) {
        throw new KernelError('AGENT_NOT_FOUND', `there is no agent that can do ${needs.join(' and ')}`, {
          hint: 'akernel agents list shows what each of them can do',
        });
      }
      return found;
    },
    get: async (name) => (await ready(name)).agent,
  } satisfies AgentRegistry);
  return { registry, ready };
}

async function made({ summary, config }: Entry, create: Create): Promise<ReadyAgent> {
  if ('switched_off' in config) {
    const { message, remedy } = config.switched_off;
    throw new KernelError('CONFIG_INVALID', `the agent ${summary.name} is off: ${message}`, { hint: remedy });
  }
  return create(summary, config);
}

function summaryOf(name: string, config: AgentEntry): AgentSummary {
  if ('switched_off' in config) {
    return { name, description: '', capabilities: [], tools: [], switched_off: config.switched_off };
  }
  const { description = '', provider, model, embedding_model: embedding, tools = [] } = config;
  return {
    name,
    description,
    provider,
    ...(model === undefined ? {} : { model }),
    ...(embedding === undefined ? {} : { embedding_model: embedding }),
    capabilities: capabilitiesOf(config),
    tools,
  };
}

function capabilitiesOf({ model, embedding_model: embedding, tools = [], vision }: AgentConfig): AgentCapability[] {
  const chats = model !== undefined;
  return [
    ...(chats ? (['chat'] as const) : []),
    ...(chats && vision === true ? (['vision'] as const) : []),
    ...(chats && tools.length > 0 ? (['tools'] as const) : []),
    ...(embedding === undefined ? [] : (['embeddings'] as const)),
  ];
}

const MOST_SHOWN = 64;

function notFound(name: string, names: readonly string[]): KernelError {
  const shown = JSON.stringify(name.slice(0, MOST_SHOWN));
  const none = 'add one to the section agents of the config: akernel help agents';
  return new KernelError('AGENT_NOT_FOUND', `there is no agent ${shown}`, {
    hint: didYouMean(nearestNames(name, names)) ?? (names.length === 0 ? none : 'akernel agents list shows them'),
  });
}
