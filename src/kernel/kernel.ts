import type { Capability } from '../contract/capability.js';
import { KernelError } from '../contract/errors.js';
import type { Frame } from '../contract/frame.js';
import type { HandleRecord } from '../contract/handle.js';
import type { InvokeRequest, Kernel, TokenReport } from '../contract/kernel.js';
import { redactText } from '../firewall/find/redactor.js';
import type { Invocation } from './admission.js';
import { auditOf, explain } from './audit.js';
import { callModel } from './call-model.js';
import { embed } from './embed.js';
import { expand, expandAll } from './expand.js';
import { expandValue } from './expand-value.js';
import { find } from './find.js';
import { decide, grant } from './grants.js';
import { handleNotFound, ownHandle } from './handle-access.js';
import { listedRecord } from './handle-info.js';
import { startInvocation } from './invoke.js';
import { createReadings } from './open-reading.js';
import { plan } from './plan.js';
import type { KernelPorts } from './ports.js';
import { recordRefusal } from './refusal.js';
import { revoke } from './revoke.js';
import { safeError } from './safe-error.js';
import { createSessions } from './sessions.js';
import { shownCapability } from './shown-capability.js';
import { createToldMessages } from './told-messages.js';

/** A kernel over its ports: one line per method. */
export function createKernel(ports: KernelPorts): Kernel {
  const { registry, stores, tokens, clock } = ports;
  const readings = createReadings(ports);
  const telling = { ...ports, told: createToldMessages() };
  const { sessions, close: closeSessions } = createSessions(telling);
  const listed = (record: HandleRecord): HandleRecord => listedRecord(record, ports.settings.redaction);
  const shown = (capability: Capability): Capability => shownCapability(capability, ports.settings.redaction);
  const close = async (): Promise<void> => {
    await Promise.all([readings.close(), closeSessions()]);
    await stores.close();
  };
  return Object.freeze({
    capabilities: {
      list: () => registry.list().map(shown),
      load: async () =>
        (await registry.loadAll()).map(({ namespace, error }) => ({
          namespace,
          error: safeError(error, ports.settings.redaction),
        })),
      get: async (capabilityId) => shown(await registry.get(capabilityId)),
      search: (query, limit) => registry.search(query, limit).map(shown),
    },
    grant: (request) => grant(ports, request),
    decide: (request) => decide(ports, request),
    narrow: tokens.narrow,
    inspect: (capabilityToken) => inspect(ports, capabilityToken),
    revoke: (target, by) => revoke(ports, target, by),
    invokeStream: (request) => startInvocation(ports, byToken(request, true)),
    invoke: (request) => oneFrame(ports, byToken(request, false)),
    start: ({ stream, ...request }) => startInvocation(ports, byToken(request, stream)),
    runOwnAct: ({ stream, ...request }) =>
      startInvocation(ports, { ...request, authority: 'own_act', streamed: stream }),
    callModel: (call) => callModel(telling, call),
    embed: (call) => embed(ports, call),
    withTraceContext: (context, work) =>
      ports.telemetry === undefined ? work() : ports.telemetry.within(context, work),
    redact: (text) => redactText(text, ports.settings.redaction).text,
    plan: ({ stream, ...request }) => plan(ports, { ...request, streamed: stream }),
    expand: (request) => expand(ports, request),
    expandAll: (request) => expandAll(ports, request),
    expandValue: (request) => expandValue(ports, request),
    openReading: readings.open,
    find: (request) => find(ports, request),
    handles: {
      get: async (handleId, principal) => listed(await ownHandle(ports, handleId, principal)),
      list: async ({ principal_id }, limit) => {
        const records = await stores.handles.list({ principal_id, ...(limit === undefined ? {} : { limit }) });
        return records.map(listed);
      },
      remove: async (handleId, principal) => {
        // Removing is allowed after expiry too.
        if (!(await stores.handles.remove(handleId, principal.principal_id))) {
          throw handleNotFound();
        }
      },
      collect: () => stores.handles.collect(new Date(clock.now()).toISOString()),
    },
    explain: (actionId, principal) => explain(ports, actionId, principal),
    audit: auditOf(ports),
    recordRefusal: (refusal) => recordRefusal(ports, refusal),
    sessions,
    close,
    [Symbol.asyncDispose]: close,
  } satisfies Kernel);
}

/** Whatever else the request says of it. Assigned, as `sealFrame` is. */
function byToken(request: InvokeRequest, streamed: boolean): Invocation {
  return Object.assign({}, request, { authority: 'token' as const, streamed });
}

/** The drained stream: its one frame, or the error of a call that did not get as far as a frame. */
async function oneFrame(ports: KernelPorts, call: Invocation): Promise<Frame> {
  const result = await startInvocation(ports, call).result;
  if (result.final_frame === undefined) {
    throw result.error ?? new KernelError('INTERNAL', 'the invocation ended without a frame');
  }
  return result.final_frame;
}

/** What a capability token says, and whether it would be accepted now. */
async function inspect(ports: KernelPorts, capabilityToken: string): Promise<TokenReport> {
  const report = ports.tokens.inspect(capabilityToken, ports.clock.now());
  const principals = report.caveats.flatMap(({ principal }) => (typeof principal === 'string' ? [principal] : []));
  const grant = { grantId: report.grant_id, principalId: principals[0] ?? '', issuedAt: report.issued_at };
  const isRevoked = report.valid && (await ports.stores.revocations.isRevoked(grant));
  return isRevoked ? { ...report, valid: false, problem: 'it was revoked' } : report;
}
