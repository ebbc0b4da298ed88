import type { ActorResult } from '../../contract/actor.js';
import { KernelError } from '../../contract/errors.js';
import type { CommandContext } from '../context.js';
import { type AgentRunRequest, planOf } from './agent-run-plan.js';
import { withFlagHint } from './limit-hint.js';
import { printAgentRun } from './print-agent-run.js';
import { showAgentRun } from './show-agent-run.js';
import { type Stages, stagesOf } from './stages.js';

/** Runs one message in the form that is wanted. Throws what the run ended with, unless it completed. */
export async function runAgent(
  request: AgentRunRequest,
  context: CommandContext,
  stages: Stages = stagesOf(context),
): Promise<void> {
  const plan = planOf(request);
  context.runs.active += 1;
  try {
    const result =
      context.settings.output === 'auto' || context.settings.output === 'live'
        ? await showAgentRun(plan, stages, context)
        : await printAgentRun(plan, stages, context);
    throwUnlessCompleted(result, context.interrupt);
  } finally {
    context.runs.active -= 1;
  }
}

function throwUnlessCompleted({ status, error }: ActorResult, interrupt: AbortSignal): void {
  if (status === 'completed') {
    return;
  }
  if (status === 'cancelled') {
    throw interrupt.aborted ? interrupt.reason : new KernelError('CANCELLED', 'the run was stopped by a person');
  }
  throw error === undefined ? new KernelError('INTERNAL', `the run ended as ${status}`) : withFlagHint(error);
}
