import { failedRun } from '../agents/actor-run.js';
import type {
  Agent,
  AgentCallOptions,
  AgentKernel,
  AgentRegistry,
  AgentSession,
  AgentTurnRun,
  OpenSessionOptions,
} from '../contract/agent.js';
import { agentName, agentSchema } from '../contract/agent-schema.js';
import {
  AGENT_TOOLS_SCHEMA,
  AGENT_TURN_SCHEMA,
  CHILD_SCHEMA,
  EMBED_SCHEMA,
  NEEDS_SCHEMA,
  OPEN_SESSION_SCHEMA,
  SESSION_RUN_SCHEMA,
} from '../contract/library-schemas/agent.js';
import { text } from '../contract/library-schemas/parts.js';
import type { ModelMessage } from '../contract/model.js';
import { checkGiven } from './check-given.js';
import { checkGraphs } from './checked-executor.js';

type WithAgents = Pick<AgentKernel, 'agents' | 'openSession'>;

/** Agents and sessions for programs: what they are given is checked first, and a mistake is USAGE with its path. */
export function checkedAgents({ agents, openSession }: WithAgents): WithAgents {
  return { agents: registryOf(agents), openSession: async (options) => sessionOf(await openSession(opened(options))) };
}

function opened(options: OpenSessionOptions): OpenSessionOptions {
  const { principal } = checkGiven(OPEN_SESSION_SCHEMA, options, 'openSession');
  return { ...options, principal };
}

function registryOf(agents: AgentRegistry): AgentRegistry {
  const checked = new WeakMap<Agent, Agent>();
  const put =
    (how: 'register' | 'replace'): AgentRegistry['register'] =>
    (name, config) => {
      checkGiven(agentName, name, `agents.${how}.name`);
      // What was checked, and not what the caller may change since.
      agents[how](name, checkGiven(agentSchema, config, `agents.${how}.config`));
    };
  return Object.freeze({
    ...agents,
    register: put('register'),
    replace: put('replace'),
    remove: (name) => agents.remove(named('remove', name)),
    capabilities: (name) => agents.capabilities(named('capabilities', name)),
    describe: (name) => agents.describe(named('describe', name)),
    find: (needs) => {
      checkGiven(NEEDS_SCHEMA, needs, 'agents.find.needs');
      return agents.find(needs);
    },
    get: async (name) => {
      const agent = await agents.get(named('get', name));
      const known = checked.get(agent) ?? agentOf(agent);
      checked.set(agent, known);
      return known;
    },
  } satisfies AgentRegistry);
}

function named(method: string, name: string): string {
  checkGiven(text, name, `agents.${method}.name`);
  return name;
}

function agentOf(agent: Agent): Agent {
  return Object.freeze({
    ...agent,
    chatStream: (messages, options) => checkedTurn('chatStream', { messages, options }, agent.chatStream),
    toolsStream: (messages, options) => checkedTurn('toolsStream', { messages, options }, agent.toolsStream),
    visionStream: (messages, options) => checkedTurn('visionStream', { messages, options }, agent.visionStream),
    embed: async (input, options) => {
      const { principal } = checkGiven(EMBED_SCHEMA, { input, options }, 'embed').options;
      return agent.embed(input, { ...options, principal });
    },
  } satisfies Agent);
}

interface TurnGiven<Options> {
  readonly messages: readonly ModelMessage[];
  readonly options: Options;
}

/** A mistake is the failure of the run, as every other. */
function checkedTurn<Options extends AgentCallOptions>(
  method: string,
  given: TurnGiven<Options>,
  start: (messages: readonly ModelMessage[], options: Options) => AgentTurnRun,
): AgentTurnRun {
  try {
    const schema = method === 'toolsStream' ? AGENT_TOOLS_SCHEMA : AGENT_TURN_SCHEMA;
    const { principal } = checkGiven(schema, given, method).options;
    return start(given.messages, { ...given.options, principal });
  } catch (error) {
    return failedRun(error, (result) => ({ ...result, calls: [], rejected: [] }));
  }
}

function sessionOf(session: AgentSession): AgentSession {
  const runStream: AgentSession['runStream'] = (message, options = {}) => {
    try {
      const { graph } = checkGiven(SESSION_RUN_SCHEMA, options, 'runStream');
      if (graph !== undefined && options.graph !== undefined) {
        checkGraphs(options.graph, 'runStream.graph');
      }
      return session.runStream(message, options);
    } catch (error) {
      return failedRun(error, (result) => result);
    }
  };
  return Object.freeze({
    ...session,
    runStream,
    run: (message, options) => runStream(message, options).result,
    child: async (options = {}) => {
      checkGiven(CHILD_SCHEMA, options, 'child');
      return sessionOf(await session.child(options));
    },
  } satisfies AgentSession);
}
