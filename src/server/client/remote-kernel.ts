import * as z from 'zod';
import type { AgentKernel, OpenSessionOptions } from '../../contract/agent.js';
import { ENCODINGS, type Encoding } from '../../contract/budget.js';
import type { Capability } from '../../contract/capability.js';
import { KernelError } from '../../contract/errors.js';
import type { Frame } from '../../contract/frame.js';
import type { PolicyDecision } from '../../contract/grant.js';
import type { HandleRecord } from '../../contract/handle.js';
import type { InvokeRequest, InvokeRun, Plan } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import type { Trace } from '../../contract/trace.js';
import type { ServerAddress } from './address.js';
import { type Connection, createConnection } from './connection.js';
import { createFrameRun, frameIn } from './frames.js';
import { parseJson } from './json.js';
import { notOurs } from './problems.js';
import { createRefusingKernel } from './refused.js';
import { openRemoteSession, remoteAgents } from './remote-session.js';
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
}

const serverSchema = z.looseObject({
  principal_id: z.string(),
  defaults: z.looseObject({ max_tokens: z.int().min(1), encoding: z.enum(ENCODINGS) }),
});

/** A kernel whose work is done by `akernel serve`. What it has no request for throws USAGE. */
export async function openRemoteKernel({ signal, onWarning, ...options }: RemoteOptions): Promise<RemoteKernel> {
  const connection = createConnection(options.address, options.capabilityToken);
  const told = serverSchema.safeParse(parseJson(await connection.ask({ path: '/v1/server', signal })));
  if (!told.success) {
    throw notOurs(connection.serverName);
  }
  const { principal_id, defaults } = told.data;
  const ports = { connection, onWarning, signal };
  const refusing = createRefusingKernel();
  const known = options.readsAgents === true ? await remoteAgents(ports) : [];
  return {
    kernel: Object.freeze({
      ...refusing,
      ...requestsOf(ports),
      agents: { ...refusing.agents, list: () => known },
      openSession: (wanted: OpenSessionOptions) => openRemoteSession(ports, wanted),
    }),
    principal: { principal_id, roles: [], attributes: {} },
    defaults: { maxTokens: defaults.max_tokens, encoding: defaults.encoding },
  };
}

interface Ports {
  readonly connection: Connection;
  readonly onWarning: (text: string) => void;
  readonly signal: AbortSignal;
}

function requestsOf({ connection, onWarning, signal }: Ports): Partial<AgentKernel> {
  const { serverName } = connection;
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
  const json = async <Value>(is: (value: unknown) => value is Value, path: string, body?: unknown): Promise<Value> => {
    const method = body === undefined ? 'GET' : 'POST';
    const value = parseJson(await connection.ask({ method, path, body, signal }));
    if (!is(value)) {
      throw notOurs(serverName);
    }
    return value;
  };
  const frame = async (path: string, body: unknown): Promise<Frame> =>
    frameIn(await connection.ask({ method: 'POST', path, body, signal }), serverName);
  const handlePath = (handleId: string) => `/v1/handles/${encodeURIComponent(handleId)}`;
  const plan = (body: object, query = '') => json(isPlan, `/v1/plans${query}`, body);

  return {
    capabilities: {
      ...createRefusingKernel().capabilities,
      get: async (id) => ({
        ...(await json(isCapability, `/v1/capabilities/${encodeURIComponent(id)}`)),
        driver: { driver_id: '', operation: '' },
      }),
    },
    // The server grants what it is asked to run, to whom its own capability token names.
    grant: async ({ capabilityId, principal: { principal_id } }) => ({
      grant_id: '',
      principal_id,
      capability_id: capabilityId,
      capability_token: '',
      constraints: {},
      reason: 'token_verified',
      expires_at: '',
    }),
    decide: async ({ capabilityId, justification }) =>
      (await plan({ capability_id: capabilityId, justification })).decision,
    plan: ({ stream, ...request }) => plan(invocationBody(request), stream ? '?stream=true' : ''),
    invokeStream: (request) => invocation(request, {}),
    invoke: once,
    start: ({ stream, ...request }) => invocation(request, stream ? {} : { one_frame: true }),
    expand: async (request) => frame(`${handlePath(request.handleId)}/expand`, pageBody(request)),
    expandAll: (request) =>
      createFrameRun(
        connection,
        { begin: { path: `${handlePath(request.handleId)}/expand`, body: pageBody(request) }, signal: request.signal },
        onWarning,
      ),
    expandValue: async (request) => frame(`${handlePath(request.handleId)}/value`, valueBody(request)),
    handles: { ...createRefusingKernel().handles, get: (handleId) => json(isHandle, handlePath(handleId)) },
    explain: (actionId) => json(isTrace, `/v1/traces/${encodeURIComponent(actionId)}`),
  };
}

const text = z.string();
const capabilitySchema = z.looseObject({ capability_id: text, params: z.looseObject({}) });
const planSchema = z.looseObject({ capability_id: text, decision: z.looseObject({ allowed: z.boolean() }) });
const handleSchema = z.looseObject({ handle_id: text, capability_id: text, total_rows: z.number(), state: text });
const traceSchema = z.looseObject({ action_id: text, event: text, outcome: text, started_at: text });

function isCapability(value: unknown): value is Omit<Capability, 'driver'> {
  return capabilitySchema.safeParse(value).success;
}

function isPlan(value: unknown): value is Plan & { readonly decision: PolicyDecision } {
  return planSchema.safeParse(value).success;
}

function isHandle(value: unknown): value is HandleRecord {
  return handleSchema.safeParse(value).success;
}

function isTrace(value: unknown): value is Trace {
  return traceSchema.safeParse(value).success;
}
