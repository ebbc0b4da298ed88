import type { Command } from 'commander';
import type { ActorLimits } from '../../contract/actor.js';
import { collect, parseBudget, parseCount, parseDurationFlag, quote, usage } from '../flags/values.js';

/** The flags of a conversation with an agent. */
export interface AgentFlags {
  readonly session?: string;
  readonly graph?: string;
  readonly approve?: readonly string[];
  readonly timeout?: number;
  readonly idleTimeout?: number;
  readonly maxModelCalls?: number;
  readonly maxToolCalls?: number;
  readonly maxDepth?: number;
  readonly maxCost?: number;
  readonly budget?: number;
  readonly as?: string;
  readonly justification?: string;
}

export function addAgentFlags(command: Command): Command {
  return command
    .option('--session <id>', 'go on with this session; new, or nothing, makes one')
    .option('--approve <capability>', 'let the agent call this one though it writes or destroys; repeatable', collect)
    .option('--timeout <duration>', 'end a run after 30s, 5m …', parseDurationFlag('--timeout'))
    .option('--idle-timeout <duration>', 'how long a model or tool may be silent', parseDurationFlag('--idle-timeout'))
    .option('--max-model-calls <n>', 'requests to models in one run', parseCount('--max-model-calls'))
    .option('--max-tool-calls <n>', 'calls of capabilities in one run', parseCount('--max-tool-calls'))
    .option('--max-depth <n>', 'nodes of graphs that one run may come to', parseCount('--max-depth'))
    .option('--max-cost <amount>', "what one run may cost, in the currency of the agent's prices", parseCost)
    .option('--budget <n>', 'model tokens that a new session may spend in all', parseBudget)
    .option('--as <principal>', 'act as this principal of the config')
    .option('--justification <text>', 'why, for the policy and the traces');
}

const MICRO = 1_000_000;

function parseCost(text: string): number {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) {
    throw usage(`--max-cost must be an amount, not ${quote(text)}`, 'write 0.05, with six decimals at most');
  }
  return Math.round(Number(text) * MICRO);
}

/** What the next command in the same session has to say again. */
export function flagsAgain({ as, remote }: AgentFlags & { readonly remote?: string }): readonly string[] {
  return [...(as === undefined ? [] : ['--as', as]), ...(remote === undefined ? [] : ['--remote', remote])];
}

/** The limits that were given; undefined where none was, so that the agent's own hold. */
export function limitsOf(flags: AgentFlags): ActorLimits | undefined {
  const limits: ActorLimits = {
    ...(flags.timeout === undefined ? {} : { timeout_ms: flags.timeout }),
    ...(flags.idleTimeout === undefined ? {} : { idle_timeout_ms: flags.idleTimeout }),
    ...(flags.maxModelCalls === undefined ? {} : { max_model_calls: flags.maxModelCalls }),
    ...(flags.maxToolCalls === undefined ? {} : { max_tool_calls: flags.maxToolCalls }),
    ...(flags.maxDepth === undefined ? {} : { max_depth: flags.maxDepth }),
    ...(flags.maxCost === undefined ? {} : { max_cost_micro: flags.maxCost }),
  };
  return Object.keys(limits).length === 0 ? undefined : limits;
}
