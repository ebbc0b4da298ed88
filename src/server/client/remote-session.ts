import * as z from 'zod';
import { EMPTY_RESULT } from '../../agents/empty-result.js';
import type { ActorPart, ActorProgress, ActorResult, ActorRun } from '../../contract/actor.js';
import type { AgentSession, AgentSummary, OpenSessionOptions, SessionRunOptions } from '../../contract/agent.js';
import { isAgent, isSession } from './answer-shapes.js';
import { createAskJson } from './ask-json.js';
import { failureOf } from './frames.js';
import type { RemotePorts } from './ports.js';
import { errorOf, notOurs } from './problems.js';
import { refusedHere } from './refused.js';
import { createRemoteRun } from './remote-run.js';
import { sessionPath } from './remote-sessions.js';

/** A conversation that the server keeps. Nobody is asked there: calls that change something are denied. */
export async function openRemoteSession(ports: RemotePorts, options: OpenSessionOptions): Promise<AgentSession> {
  const { sessionId, agent, total } = options;
  const body = sessionId === undefined ? { agent, total } : undefined;
  const path = sessionId === undefined ? '/v1/sessions' : sessionPath(sessionId);
  const named = agent === undefined ? undefined : await agentNamed(ports, agent);
  const method = body === undefined ? 'GET' : 'POST';
  const { session_id, agent: own } = await createAskJson(ports)(isSession, { method, path, body });
  const speaker = named ?? (own === undefined ? undefined : await agentNamed(ports, own));
  if (speaker === undefined) {
    throw refusedHere('a session without an agent');
  }
  const runStream = (message: string, more: SessionRunOptions = {}): ActorRun => {
    if (more.graph !== undefined) {
      throw refusedHere('a graph');
    }
    const { limits, justification } = more;
    const sent = { message, agent: speaker.name, limits, justification, on_disconnect: 'cancel' };
    return createAgentRun(ports, { path: `/v1/sessions/${session_id}/runs`, body: sent }, more);
  };
  return {
    session_id,
    agent: speaker,
    runStream,
    run: (message, more) => runStream(message, more).result,
    child: async () => {
      throw refusedHere('a child of a session');
    },
    history: () => {
      throw refusedHere('the history of a session');
    },
    get memory(): never {
      throw refusedHere('the memory of a session');
    },
  };
}

function agentNamed(ports: RemotePorts, name: string): Promise<AgentSummary> {
  return createAskJson(ports)(isAgent, { path: `/v1/agents/${encodeURIComponent(name)}` });
}

function createAgentRun(
  { connection, onWarning }: RemotePorts,
  begin: { readonly path: string; readonly body: unknown },
  { signal, stopSignal }: SessionRunOptions,
): ActorRun {
  const { serverName } = connection;
  let progress = NO_PROGRESS;
  return createRemoteRun<ActorPart, ActorResult, ActorProgress>({
    connection,
    begin: { ...begin, method: 'POST', headers: { accept: 'text/event-stream' } },
    signal,
    stopSignal,
    event: 'part',
    partOf({ data }) {
      if (!isPart(data)) {
        throw notOurs(serverName);
      }
      progress = progressAfter(progress, data);
      return data;
    },
    usage: () => progress,
    texts: () => (part) => (part.type === 'text-delta' ? part.delta : ''),
    endOf(data) {
      const { seq: _, run_id: __, ended_at: ___, problem, ...result } = data;
      if (!isResult(result)) {
        throw notOurs(serverName);
      }
      return problem === undefined ? result : { ...result, error: errorOf(problem, serverName) };
    },
    failed: (thrown) => ({ ...EMPTY_RESULT, ...failureOf(thrown) }),
    onWarning,
  });
}

const NO_PROGRESS: ActorProgress = {
  ...EMPTY_RESULT.usage,
  model_calls: 0,
  tool_calls: 0,
  depth: 0,
  cost_micro: 0,
  by_node: [],
};

function progressAfter(progress: ActorProgress, part: ActorPart): ActorProgress {
  switch (part.type) {
    case 'usage':
      return { ...progress, ...part.usage };
    case 'start-step':
      return { ...progress, model_calls: progress.model_calls + 1 };
    case 'tool-call':
      return { ...progress, tool_calls: progress.tool_calls + 1 };
    default:
      return progress;
  }
}

const text = z.string();
const number = z.number();
const partSchema = z.looseObject({ type: text, run_id: text, seq: number, at: number });
const resultSchema = z.looseObject({
  status: z.enum(['completed', 'failed', 'cancelled', 'timeout', 'denied', 'crashed', 'limit']),
  text,
  usage: z.looseObject({}),
  usage_by_node: z.array(z.unknown()),
  model_calls: number,
  tool_calls: number,
  cost_micro: number,
  duration_ms: number,
  warnings: z.array(text),
});

function isPart(value: unknown): value is ActorPart {
  return partSchema.safeParse(value).success;
}

function isResult(value: unknown): value is ActorResult {
  return resultSchema.safeParse(value).success;
}
