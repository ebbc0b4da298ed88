import * as z from 'zod';
import type { AgentKernel, OpenSessionOptions } from '../../contract/agent.js';
import { ENCODINGS, type Encoding } from '../../contract/budget.js';
import { KernelError } from '../../contract/errors.js';
import type { Frame } from '../../contract/frame.js';
import type { InvokeRequest, InvokeRun } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import type { ServerAddress } from './address.js';
import { isGrant, isPlan } from './answer-shapes.js';
import { type AskJson, createAskJson } from './ask-json.js';
import { createConnection } from './connection.js';
import { createFrameRun, frameIn } from './frames.js';
import { parseJson } from './json.js';
import type { RemotePorts } from './ports.js';
import { notOurs } from './problems.js';
import { createRefusingKernel } from './refused.js';
import { handlePath, remoteHandles } from './remote-handles.js';
import { createRemoteLists, type RemoteLists } from './remote-lists.js';
import { openRemoteSession } from './remote-session.js';
import { remoteSessions } from './remote-sessions.js';
import { remoteTraces } from './remote-traces.js';
import { invocationBody, pageBody, valueBody } from './request-bodies.js';

export interface RemoteOptions {
  readonly address: ServerAddress;
  readonly capabilityToken: string;
  readonly onWarning: (text: string) => void;
  readonly signal: AbortSignal;
  /** The list of agents is read beforehand. */
  readonly readsAgents?: boolean;
}

export interface RemoteKernel {
  readonly kernel: AgentKernel;
  /** Who the capability token acts as. */
  readonly principal: Principal;
  readonly defaults: { readonly maxTokens: number; readonly encoding: Encoding };
  /** How the server is told to people. */
  readonly serverName: string;
  /** Reads anew what can be invoked there, and the agents. */
  readonly reload: () => Promise<void>;
}

const serverSchema = z.looseObject({
  principal_id: z.string(),
  roles: z.array(z.string()),
  defaults: z.looseObject({ max_tokens: z.int().min(1), encoding: z.enum(ENCODINGS) }),
});

/** A kernel whose work is done by `akernel serve`. What it has no request for throws USAGE. */
export async function openRemoteKernel({ signal, onWarning, ...options }: RemoteOptions): Promise<RemoteKernel> {
  const connection = createConnection(options.address, options.capabilityToken);
  const told = serverSchema.safeParse(parseJson(await connection.ask({ path: '/v1/server', signal })));
  if (!told.success) {
    throw notOurs(connection.serverName);
  }
  const { principal_id, roles, defaults } = told.data;
  const ports = { connection, onWarning, signal };
  const ask = createAskJson(ports);
  const lists = createRemoteLists(ask);
  if (options.readsAgents === true) {
    await lists.loadAgents();
  }
  return {
    kernel: Object.freeze(kernelOf(ports, ask, lists)),
    principal: { principal_id, roles, attributes: {} },
    defaults: { maxTokens: defaults.max_tokens, encoding: defaults.encoding },
    serverName: connection.serverName,
    reload: lists.reload,
  };
}

function kernelOf(ports: RemotePorts, ask: AskJson, lists: RemoteLists): AgentKernel {
  const refusing = createRefusingKernel();
  const { audit, explain } = remoteTraces(ask);
  return {
    ...refusing,
    ...invocationsOf(ports, ask),
    ...expansionsOf(ports),
    ...remoteHandles(ports, ask),
    capabilities: lists.capabilities,
    explain,
    audit: { ...refusing.audit, ...audit },
    sessions: { ...refusing.sessions, ...remoteSessions(ports, ask) },
    agents: { ...refusing.agents, list: lists.agents },
    openSession: (wanted: OpenSessionOptions) => openRemoteSession(ports, wanted),
  };
}

function invocationsOf(ports: RemotePorts, ask: AskJson): Partial<AgentKernel> {
  const { connection, onWarning } = ports;
  const invocation = (request: InvokeRequest, more: object): InvokeRun =>
    createFrameRun(
      connection,
      {
        begin: { path: '/v1/invocations/stream', body: { ...invocationBody(request), ...more } },
        signal: request.signal,
      },
      onWarning,
    );
  const once = async (request: InvokeRequest): Promise<Frame> => {
    const { final_frame: frame, error } = await invocation(request, { one_frame: true }).result;
    if (frame === undefined) {
      throw error ?? new KernelError('INTERNAL', 'the invocation ended without a frame');
    }
    return frame;
  };
  const plan = (body: object, query = '') => ask(isPlan, { method: 'POST', path: `/v1/plans${query}`, body });
  return {
    // The server keeps the proof, and gives it to the call.
    async grant({ capabilityId, justification }) {
      const body = { capability_id: capabilityId, justification };
      return { ...(await ask(isGrant, { method: 'POST', path: '/v1/grants', body })), capability_token: '' };
    },
    decide: async ({ capabilityId, justification }) =>
      (await plan({ capability_id: capabilityId, justification })).decision,
    plan: ({ stream, ...request }) => plan(invocationBody(request), stream ? '?stream=true' : ''),
    invokeStream: (request) => invocation(request, {}),
    invoke: once,
    start: ({ stream, ...request }) => invocation(request, stream ? {} : { one_frame: true }),
  };
}

function expansionsOf({ connection, onWarning, signal }: RemotePorts): Partial<AgentKernel> {
  const frame = async (path: string, body: unknown): Promise<Frame> =>
    frameIn(await connection.ask({ method: 'POST', path, body, signal }), connection.serverName);
  return {
    expand: async (request) => frame(`${handlePath(request.handleId)}/expand`, pageBody(request)),
    expandAll: (request) =>
      createFrameRun(
        connection,
        { begin: { path: `${handlePath(request.handleId)}/expand`, body: pageBody(request) }, signal: request.signal },
        onWarning,
      ),
    expandValue: async (request) => frame(`${handlePath(request.handleId)}/value`, valueBody(request)),
  };
}
