import type { ActorRun } from '../../contract/actor.js';
import type { AgentSession, SessionRunOptions } from '../../contract/agent.js';
import type { ApproveCall } from '../../contract/approval.js';
import type { LineReader } from './line-reader.js';

/** One message to an agent, and how its run is shown or printed. */
export interface AgentRunRequest {
  readonly session: AgentSession;
  readonly message: string;
  readonly options: Pick<SessionRunOptions, 'limits' | 'graph' | 'justification'>;
  /** Approved beforehand. */
  readonly approved: readonly string[];
  /** Flags without which the next command would find another principal, or no session. */
  readonly again?: readonly string[];
  /** Where a person answers, when messages come from there too. */
  readonly lines?: LineReader;
}

/** How a person is asked; undefined where nobody can be. */
export type AskPerson = (request: Parameters<ApproveCall>[0], signal: AbortSignal) => Promise<boolean>;

export interface AgentRunPlan extends AgentRunRequest {
  readonly start: (controls: StartControls) => ActorRun;
}

export interface StartControls {
  readonly ask: AskPerson | undefined;
  readonly signal?: AbortSignal;
  readonly stopSignal: AbortSignal;
}

export function planOf(request: AgentRunRequest): AgentRunPlan {
  const { session, message, options, approved } = request;
  return {
    ...request,
    start: ({ ask, ...signals }) => {
      const approve = approver(approved, ask);
      return session.runStream(message, { ...options, ...signals, ...(approve === undefined ? {} : { approve }) });
    },
  };
}

function approver(approved: readonly string[], ask: AskPerson | undefined): ApproveCall | undefined {
  if (approved.length === 0 && ask === undefined) {
    return undefined;
  }
  return async (request, { signal }) => {
    if (approved.includes(request.capability_id)) {
      return { approved: true, by: 'beforehand' };
    }
    return ask === undefined
      ? { approved: false, by: 'program' }
      : { approved: await ask(request, signal), by: 'person' };
  };
}
