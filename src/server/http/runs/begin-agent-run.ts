import type { AgentSession, SessionRunOptions } from '../../../contract/agent.js';
import type { Caller } from '../callers.js';
import type { Service } from '../service.js';
import type { KeptRun } from './kept-run.js';

interface AgentRequest {
  readonly session: AgentSession;
  readonly message: string;
  readonly options: SessionRunOptions;
  readonly onDisconnect: 'cancel' | 'continue';
}

/** Begins a run of an agent whose parts are events. Nobody is asked: calls that change something are denied. */
export function beginAgentRun({ runs }: Service, caller: Caller, asked: AgentRequest): KeptRun {
  const { session, message, options, onDisconnect } = asked;
  const stopping = new AbortController();
  return runs.open({
    kind: 'agent',
    caller,
    about: { session_id: session.session_id, agent: session.agent.name },
    source: session.runStream(message, { ...options, stopSignal: stopping.signal }),
    stop: () => stopping.abort(),
    onDisconnect,
    event: 'part',
    dataOf: (part) => JSON.stringify(part),
    endOf: ({ status: _, error: __, ...result }) => result,
  });
}
