import type { ActorPart, ActorResult } from '../contract/actor.js';
import type {
  Agent,
  AgentCallOptions,
  AgentCapability,
  AgentConfig,
  AgentSummary,
  AgentTurnRun,
} from '../contract/agent.js';
import type { Clock } from '../contract/clock.js';
import { KernelError } from '../contract/errors.js';
import type { Kernel } from '../contract/kernel.js';
import type { ModelClient, ModelMessage, ModelTool } from '../contract/model.js';
import { startActorRun } from './actor-run.js';
import { toolCallIdOf } from './forming-calls.js';
import { settleLimits } from './limits.js';
import type { ModelTools } from './model-tools.js';
import type { NodeOutput } from './node.js';
import { checkPrice } from './prices.js';
import type { Run } from './run.js';
import { runTurn, type Turn } from './turn.js';

interface AgentPorts {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly client: ModelClient;
}

interface Asked {
  readonly messages: readonly ModelMessage[];
  readonly options: AgentCallOptions;
  readonly tools?: readonly ModelTool[];
}

/** One model under its name: a turn of it is a run of one step. */
export function createAgent(ports: AgentPorts, summary: AgentSummary, config: AgentConfig): Agent {
  const { name } = summary;
  const start = (needs: 'chat' | 'vision', asked: Asked): AgentTurnRun => {
    const { kernel, clock, client } = ports;
    const { model = '', price } = config;
    const { principal, signal, sessionId } = asked.options;
    const limits = settleLimits(asked.options.limits ?? config.run_limits ?? {});
    const prices = price === undefined ? {} : { [model]: price };
    let turn: Turn | undefined;
    return startActorRun(
      { kernel, principal, clock, limits, models: { [name]: { client, model } }, prices },
      {
        signal,
        sessionId,
        async *body(run) {
          checkCan(summary, needs);
          checkPrice(model, prices, limits);
          turn = yield* oneTurn(run, { name, config, asked });
          return outputOf(turn);
        },
        settled: (result: ActorResult) => ({
          ...result,
          calls: turn?.calls ?? [],
          rejected: turn?.turn.rejected ?? [],
        }),
      },
    );
  };

  return Object.freeze({
    ...summary,
    chatStream: (messages, options) => start('chat', { messages, options }),
    toolsStream: (messages, { tools, ...options }) => start('chat', { messages, options, tools }),
    visionStream: (messages, options) => start('vision', { messages, options }),
    embed: async (input, { principal, sessionId, signal = new AbortController().signal }) => {
      checkCan(summary, 'embeddings');
      const { kernel, client } = ports;
      const session = sessionId === undefined ? {} : { sessionId };
      return kernel.embed({
        client,
        request: { model: config.embedding_model ?? '', input },
        principal,
        signal,
        ...session,
      });
    },
  } satisfies Agent);
}

/** Throws USAGE. */
export function checkCan({ name, capabilities }: AgentSummary, needs: AgentCapability): void {
  if (!capabilities.includes(needs)) {
    throw new KernelError('USAGE', `the agent ${name} has not the capability ${needs}`, {
      hint: `it has ${capabilities.join(', ')}`,
    });
  }
}

interface OneTurn {
  readonly name: string;
  readonly config: AgentConfig;
  readonly asked: Asked;
}

async function* oneTurn(run: Run, { name, config, asked }: OneTurn): AsyncGenerator<ActorPart, Turn> {
  const spot = { node_id: name, step: run.nextStep() };
  yield run.part({ type: 'start-step' }, spot);
  const request = requestOf(config, asked);
  const turn = yield* runTurn(run, { model: name, request, spot, isShown: true, tools: ownTools(asked) });
  for (const [index, { function: said }] of turn.turn.tool_calls.entries()) {
    const input: unknown = JSON.parse(said.arguments);
    yield run.part(
      { type: 'tool-call', tool_call_id: toolCallIdOf(spot, index + 1), tool_name: said.name, input },
      spot,
    );
  }
  yield run.part({ type: 'usage', usage: run.usage.total() }, spot);
  yield run.part({ type: 'finish-step', usage: run.usage.total() }, spot);
  return turn;
}

/** The tools of a call are nobody's capabilities: they are told by their names. */
function ownTools({ tools = [] }: Asked): ModelTools {
  return { tools, capabilityOf: (toolName) => tools.find(({ name }) => name === toolName)?.name };
}

/** The agent's own settings under those of the call. */
function requestOf({ system, max_tokens: most, temperature: usual }: AgentConfig, { messages, options, tools }: Asked) {
  const maxTokens = options.maxTokens ?? most;
  const temperature = options.temperature ?? usual;
  const hasOwn = messages[0]?.role === 'system';
  const told: readonly ModelMessage[] =
    system === undefined || hasOwn ? messages : [{ role: 'system', content: system }, ...messages];
  return {
    messages: told,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools === undefined || tools.length === 0 ? {} : { tools }),
  };
}

function outputOf({ text, turn }: Turn): NodeOutput {
  return { text, finishReason: turn.finish_reason, isShown: true };
}
