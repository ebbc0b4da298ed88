import { resolve } from 'node:path';
import type { ActorGraph } from '../../contract/actor.js';
import type { AgentSession, SessionRunOptions } from '../../contract/agent.js';
import { KernelError } from '../../contract/errors.js';
import type { CommandContext, OpenKernel } from '../context.js';
import { usage } from '../flags/values.js';
import { type AgentFlags, limitsOf } from './agent-flags.js';

/** The session that the flags name, or a new one. Throws before anything is made where the agent is not there. */
export async function openSession(
  { kernel, principal }: OpenKernel,
  agent: string,
  { session, budget, approve = [] }: AgentFlags,
): Promise<AgentSession> {
  if (kernel.agents.list().length === 0) {
    throw new KernelError('AGENT_NOT_FOUND', 'there are no agents in the config', {
      hint: 'add agents: to it, as akernel help agents shows; akernel demo-model is a model to try one with',
    });
  }
  if (budget !== undefined && session !== undefined && session !== 'new') {
    throw usage('--budget is for a new session, and this one has its own', 'leave it out, or leave out --session');
  }
  for (const capabilityId of approve) {
    await kernel.capabilities.get(capabilityId);
  }
  return kernel.openSession({
    principal,
    agent,
    ...(session === undefined || session === 'new' ? {} : { sessionId: session }),
    ...(budget === undefined ? {} : { total: budget }),
  });
}

/** What the flags say of each run. */
export async function runOptions(
  { cwd }: CommandContext,
  flags: AgentFlags,
): Promise<Pick<SessionRunOptions, 'limits' | 'graph' | 'justification'>> {
  const limits = limitsOf(flags);
  const { graph, justification } = flags;
  return {
    ...(limits === undefined ? {} : { limits }),
    ...(graph === undefined ? {} : { graph: await graphIn(resolve(cwd, graph)) }),
    ...(justification === undefined ? {} : { justification }),
  };
}

async function graphIn(path: string): Promise<ActorGraph> {
  const { readGraph } = await import('../../config/graph/read-graph.js');
  return readGraph(path);
}
