import { HOOK_ACTS } from '../../contract/hook-settings.js';
import type { HostId } from '../../contract/host.js';
import type { Trace } from '../../contract/trace.js';
import type { BeforeWrite } from '../../hosts/hook/event.js';
import type { CommandContext } from '../context.js';
import { actArgs } from './after-tool.js';
import { showParts } from './shown-parts.js';

const LATEST = 1000;
const LEAST_TOKENS = 512;

/** Whether this session of this principal was shown placeholders: the audit trail knows. */
export async function mayRestore(context: CommandContext, host: HostId, { session }: BeforeWrite): Promise<boolean> {
  if (session === undefined) {
    return false;
  }
  return context.withKernel({ storeMustExist: true }, async ({ kernel, principal }) => {
    const traces = await kernel.audit.list({ principal_id: principal.principal_id, limit: LATEST });
    return traces.some((trace) => isOfSession(trace, host, session) && hasRedacted(trace));
  });
}

function isOfSession({ capability_id: id, args = {} }: Trace, host: HostId, session: string): boolean {
  return (id === HOOK_ACTS.output || id === HOOK_ACTS.command) && args['host'] === host && args['session'] === session;
}

function hasRedacted({ totals }: Trace): boolean {
  return Object.keys(totals?.redactions ?? {}).length > 0;
}

/** Leaves the trace of an act that shows nothing. Throws when there can be none. */
export async function traceRestoring(
  context: CommandContext,
  host: HostId,
  { event, values }: { readonly event: BeforeWrite; readonly values: number },
): Promise<void> {
  await showParts(context, {
    capabilityId: HOOK_ACTS.restore,
    args: { ...actArgs(host, event), values },
    texts: [],
    maxTokens: LEAST_TOKENS,
  });
}
