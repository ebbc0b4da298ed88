import type { ActorGraph, ActorModel, ActorRun, ModelPrice } from '../contract/actor.js';
import type {
  AgentConfig,
  AgentRegistry,
  AgentSession,
  OpenSessionOptions,
  SessionRunOptions,
} from '../contract/agent.js';
import type { Clock } from '../contract/clock.js';
import { isKernelError, KernelError } from '../contract/errors.js';
import type { Kernel } from '../contract/kernel.js';
import type { Principal } from '../contract/principal.js';
import { DEFAULT_SESSION_TOTAL, type SessionRecord } from '../contract/session.js';
import { messageOf } from './act.js';
import { startActorRun } from './actor-run.js';
import { checkCan } from './agent.js';
import type { ReadyAgent } from './agent-registry.js';
import { checkGraph, nodesOf } from './graph.js';
import { type Allowance, createAllowance, limitsWithin, settleLimits } from './limits.js';
import { checkPrices } from './prices.js';
import { agentGraph, withDefaults } from './session-graph.js';
import { withTalk } from './session-talk.js';
import { walk } from './walk.js';

export interface SessionPorts {
  readonly kernel: Kernel;
  readonly registry: AgentRegistry;
  readonly ready: (name: string) => Promise<ReadyAgent>;
  readonly clock: Clock;
}

/** Opens a session, or makes one, with the agent that answers in it. A refusal leaves its trace. */
export async function openAgentSession(ports: SessionPorts, options: OpenSessionOptions): Promise<AgentSession> {
  try {
    return await open(ports, options);
  } catch (error) {
    // That of a session which is not there is left by the kernel.
    if (isKernelError(error) && error.code !== 'SESSION_NOT_FOUND') {
      const { principal, sessionId } = options;
      const session = sessionId === undefined ? {} : { sessionId };
      await ports.kernel.recordRefusal({ event: 'session', principal, error, ...session }).catch(() => undefined);
    }
    throw error;
  }
}

async function open(ports: SessionPorts, options: OpenSessionOptions): Promise<AgentSession> {
  const { sessionId, principal, total = DEFAULT_SESSION_TOTAL } = options;
  const known = sessionId === undefined ? undefined : await ports.kernel.sessions.get(sessionId, principal);
  const name = agentName(ports.registry, options, known);
  const own = await ports.ready(name);
  checkCan(ports.registry.describe(name), 'chat');
  const session = known ?? (await ports.kernel.sessions.create(principal, { total, agent: name }));
  return sessionOf(ports, { session, principal, own, above: () => undefined });
}

function agentName(registry: AgentRegistry, { agent, needs }: OpenSessionOptions, session?: SessionRecord): string {
  const named = agent ?? (needs === undefined ? session?.agent : registry.find(needs).name);
  if (named === undefined) {
    throw new KernelError('USAGE', 'no agent is named, and the session has none of its own', {
      hint: 'akernel agents list shows which there are',
    });
  }
  return named;
}

interface Opened {
  readonly session: SessionRecord;
  readonly principal: Principal;
  readonly own: ReadyAgent;
  /** The run that this session is a part of. */
  readonly above: () => Going | undefined;
}

/** A run that goes on. */
interface Going {
  readonly allowance: Allowance;
  /** Aborted when it is to end before its walk does; its parts end with it. */
  readonly end: AbortController;
}

function sessionOf(ports: SessionPorts, opened: Opened): AgentSession {
  const { kernel } = ports;
  const { session, principal, own, above } = opened;
  const { session_id: sessionId } = session;
  const running = new Set<Going>();
  const newest = (): Going | undefined => [...running].at(-1);

  const runStream = (message: string, options: SessionRunOptions = {}): ActorRun => {
    const upper = above();
    const limits = limitsWithin(settleLimits(options.limits ?? own.config.run_limits ?? {}), upper?.allowance);
    const allowance = createAllowance(limits, upper?.allowance);
    const models: Record<string, ActorModel> = {};
    const prices: Record<string, ModelPrice> = {};
    const going: Going = { allowance, end: new AbortController() };
    running.add(going);
    const { graph, limits: _, signal, ...rest } = options;
    const signals = [signal, upper?.end.signal].filter((each) => each !== undefined);
    return startActorRun(
      { kernel, principal, models, prices, limits, allowance, clock: ports.clock },
      {
        ...rest,
        ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
        sessionId,
        async *body(run) {
          const { signal: ending } = run.ending;
          ending.addEventListener('abort', () => going.end.abort(ending.reason), { once: true });
          const asked = messageOf(message);
          checkGraph(graph ?? agentGraph(own), { models: ports.registry.list().map((agent) => agent.name) });
          const wanted = await settledGraph(ports, graph ?? agentGraph(own), { models, prices });
          checkPrices(nodesOf(wanted), models, { prices, limits });
          const checked = checkGraph(wanted, { models: Object.keys(models) });
          const talking = { sessionId, asked, mostChars: own.config.context_chars, keepsTurns: graph === undefined };
          return yield* withTalk(run, talking, (spoken) =>
            walk(spoken, checked, { message: asked, path: '', isShown: true }),
          );
        },
        settled: (result) => {
          running.delete(going);
          return result;
        },
      },
    );
  };

  return Object.freeze({
    session_id: sessionId,
    agent: ports.registry.describe(own.agent.name),
    runStream,
    run: (message, options) => runStream(message, options).result,
    child: async (options = {}) => {
      const name = agentName(ports.registry, { ...options, principal }, { ...session, agent: own.agent.name });
      const childAgent = await ports.ready(name);
      const child = await kernel.sessions.create(principal, { parent_id: sessionId, agent: name });
      return sessionOf(ports, { session: child, principal, own: childAgent, above: () => newest() ?? above() });
    },
    history: (options) => kernel.sessions.history(sessionId, principal, options),
    memory: kernel.sessions.memory(sessionId, principal),
  } satisfies AgentSession);
}

interface Book {
  readonly models: Record<string, ActorModel>;
  readonly prices: Record<string, ModelPrice>;
}

/** The graph with what its agents say of themselves, and their models in the book. */
async function settledGraph({ ready }: SessionPorts, graph: ActorGraph, { models, prices }: Book): Promise<ActorGraph> {
  const configs: Record<string, AgentConfig> = {};
  for (const node of nodesOf(graph)) {
    if (node.type === 'llm' && !Object.hasOwn(models, node.model)) {
      const { client, config } = await ready(node.model);
      const { model = '', price } = config;
      models[node.model] = { client, model };
      configs[node.model] = config;
      if (price !== undefined) {
        prices[model] = price;
      }
    }
  }
  return withDefaults(graph, configs);
}
