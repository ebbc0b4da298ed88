import type {
  ActorGraph,
  ActorLimits,
  ActorPart,
  ActorProgress,
  ActorResult,
  ActorRun,
  ExecuteOptions,
  ModelPrice,
} from './actor.js';
import type { SwitchedOff } from './capability.js';
import type { Kernel } from './kernel.js';
import type { Embeddings, ModelClientOptions, ModelMessage, ModelTool, RejectedToolCall, ToolCall } from './model.js';
import type { Principal } from './principal.js';
import type { HistoryOptions, SessionEntry, SessionMemory } from './session.js';
import type { StreamRun } from './stream-run.js';

/** What an agent can be asked for; it follows from its config, without a connection. */
export const AGENT_CAPABILITIES = ['chat', 'vision', 'tools', 'embeddings'] as const;
export type AgentCapability = (typeof AGENT_CAPABILITIES)[number];

/** A model, how it is spoken to, and what it may use: an entry of the section `agents` of a config. */
export interface AgentConfig extends Omit<ModelClientOptions, 'limits'> {
  /** Its name at the provider: it can be talked to (`chat`). */
  readonly model?: string | undefined;
  /** Its name at the provider: it turns texts into vectors (`embeddings`). */
  readonly embedding_model?: string | undefined;
  readonly description?: string | undefined;
  /** What it is told before every conversation. */
  readonly system?: string | undefined;
  /** Ids of capabilities that it may call (`tools`). */
  readonly tools?: readonly string[] | undefined;
  /** true: it takes images (`vision`). */
  readonly vision?: boolean | undefined;
  /** Most model tokens of one answer. */
  readonly max_tokens?: number | undefined;
  readonly temperature?: number | undefined;
  /** Characters of the earlier conversation that it is told, as JSON; 200,000 when absent. */
  readonly context_chars?: number | undefined;
  /** Of one run, where its caller gives none. */
  readonly run_limits?: ActorLimits | undefined;
  readonly price?: ModelPrice | undefined;
}

/** An agent of a config; one of which a reference leads to nothing is off. */
export type AgentEntry = AgentConfig | { readonly switched_off: SwitchedOff };

/** What can be shown of an entry of the registry. */
export interface AgentSummary {
  readonly name: string;
  readonly description: string;
  readonly provider?: AgentConfig['provider'];
  readonly model?: string;
  readonly embedding_model?: string;
  readonly capabilities: readonly AgentCapability[];
  readonly tools: readonly string[];
  /** Why it cannot be used here. */
  readonly switched_off?: SwitchedOff;
}

export const DEFAULT_CONTEXT_CHARS = 200_000;

export interface AgentCallOptions {
  /** Whose trace the call leaves. */
  readonly principal: Principal;
  /** What it uses is charged to the ledger of this session. */
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
  /** Over the agent's own. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly limits?: ActorLimits;
}

export type EmbedOptions = Pick<AgentCallOptions, 'principal' | 'sessionId' | 'signal'>;

/** The end of one turn of an agent. */
export interface AgentTurnResult extends ActorResult {
  /** What it wants to be run, as it wrote it; nothing was run. */
  readonly calls: readonly ToolCall[];
  /** Calls that must not be run, each with the reason; answer them too. */
  readonly rejected: readonly RejectedToolCall[];
}

export type AgentTurnRun = StreamRun<ActorPart, AgentTurnResult, ActorProgress>;

/** One registered model, ready to be asked. Whatever goes in or out passes the firewall. */
export interface Agent extends AgentSummary {
  /** One turn without tools; the agent's own defaults stand under the options. A mistake is the run's failure. */
  readonly chatStream: (messages: readonly ModelMessage[], options: AgentCallOptions) => AgentTurnRun;
  /** One turn that may ask for these tools; nothing is run. */
  readonly toolsStream: (
    messages: readonly ModelMessage[],
    options: AgentCallOptions & { readonly tools: readonly ModelTool[] },
  ) => AgentTurnRun;
  /** One turn about images: parts of a message in the providers' native form. */
  readonly visionStream: (messages: readonly ModelMessage[], options: AgentCallOptions) => AgentTurnRun;
  /** One vector for each text. Throws KernelError, USAGE for an agent without `embeddings`. */
  readonly embed: (input: readonly string[], options: EmbedOptions) => Promise<Embeddings>;
}

/** Agents of one kernel by name. Two kernels share nothing. */
export interface AgentRegistry {
  /** Throws USAGE for a name that is taken or is none, and CONFIG_INVALID. Nothing is connected to. */
  readonly register: (name: string, config: AgentConfig) => void;
  /** The same for a name that may be taken; the next `get` makes it anew. */
  readonly replace: (name: string, config: AgentConfig) => void;
  /** false: there was none. */
  readonly remove: (name: string) => boolean;
  /** From its config alone. Throws AGENT_NOT_FOUND. */
  readonly capabilities: (name: string) => readonly AgentCapability[];
  readonly describe: (name: string) => AgentSummary;
  /** By name. */
  readonly list: () => readonly AgentSummary[];
  /** The first by name that can all of this; throws AGENT_NOT_FOUND. */
  readonly find: (needs: readonly AgentCapability[]) => AgentSummary;
  /** Made at the first call, once for all who ask at the same time; what failed is tried again at the next. */
  readonly get: (name: string) => Promise<Agent>;
}

export interface SessionRunOptions extends Pick<ExecuteOptions, 'signal' | 'stopSignal' | 'approve' | 'justification'> {
  /** In place of the agent's own. */
  readonly limits?: ActorLimits;
  /** Is walked in place of the agent alone; its models are names of agents. Its message and its text are kept. */
  readonly graph?: ActorGraph;
}

export interface OpenSessionOptions {
  readonly principal: Principal;
  /** A session to go on with; a new one when absent. Throws SESSION_NOT_FOUND. */
  readonly sessionId?: string;
  /** Who answers: the agent of the session when absent. */
  readonly agent?: string;
  /** What the agent must be able to do, where none is named. */
  readonly needs?: readonly AgentCapability[];
  /** Model tokens that a new session may spend in all. */
  readonly total?: number;
}

/** A conversation with an agent. Each run continues it; runs at the same time, here or elsewhere, wait for each other. */
export interface AgentSession {
  readonly session_id: string;
  readonly agent: AgentSummary;
  /** One message, and everything until its answer. Each finished step is kept before the next begins. */
  readonly runStream: (message: string, options?: SessionRunOptions) => ActorRun;
  /** The drained stream's result; never rejects. */
  readonly run: (message: string, options?: SessionRunOptions) => Promise<ActorResult>;
  /** A session of its own on this one's ledger; within a run of this one it takes from its limits too, and ends with it. */
  readonly child: (options?: Pick<OpenSessionOptions, 'agent' | 'needs'>) => Promise<AgentSession>;
  readonly history: (options?: HistoryOptions) => AsyncIterable<SessionEntry>;
  readonly memory: SessionMemory;
}

/** A kernel with its agents. */
export interface AgentKernel extends Kernel {
  readonly agents: AgentRegistry;
  /** Throws AGENT_NOT_FOUND, SESSION_NOT_FOUND, CONFIG_INVALID for an agent that is off, and USAGE where no agent is named. */
  readonly openSession: (options: OpenSessionOptions) => Promise<AgentSession>;
}
