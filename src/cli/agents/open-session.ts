import type { AgentSession } from '../../contract/agent.js';
import { KernelError } from '../../contract/errors.js';
import type { OpenKernel } from '../context.js';
import { usage } from '../flags/values.js';
import type { AgentFlags } from './agent-flags.js';

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
