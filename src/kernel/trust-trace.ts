import type { McpAdministration, McpToolReview } from '../contract/mcp.js';
import type { Principal } from '../contract/principal.js';
import type { KernelPorts } from './ports.js';
import { endOf, safeError } from './safe-error.js';
import { writeTrace } from './tracer.js';

/** A trace names so many of the tools; the pins keep what each of them is. */
const MOST_NAMED = 40;
const SHORT_DIGEST = 16;

/** Confirms tools as one action: who did it, when, and what each tool was, is in the one trace of it. */
export async function confirmWithTrace(
  servers: Pick<McpAdministration, 'confirm'>,
  reviewed: readonly McpToolReview[],
  { ports, principal }: { readonly ports: KernelPorts; readonly principal: Principal },
): Promise<void> {
  const startedMs = ports.clock.monotonic();
  const draft = {
    action_id: ports.newId('a'),
    event: 'trust' as const,
    principal_id: principal.principal_id,
    started_at: new Date(ports.clock.now()).toISOString(),
    ...aboutWhat(reviewed),
  };
  try {
    await servers.confirm(reviewed);
  } catch (thrown) {
    const error = safeError(thrown, ports.settings.redaction);
    await writeTrace(ports, { ...draft, ...endOf(error) }, startedMs);
    throw error;
  }
  await writeTrace(ports, { ...draft, outcome: 'completed' }, startedMs);
}

function aboutWhat(reviewed: readonly McpToolReview[]) {
  const [first, ...others] = reviewed;
  const named = first === undefined || others.length > 0 ? {} : { capability_id: first.capability_id };
  const tools = reviewed
    .slice(0, MOST_NAMED)
    .map(({ tool, pin, digest }) => `${tool} (${pin}, sha256 ${digest.slice(0, SHORT_DIGEST)})`);
  return { ...named, args: { server: first?.server ?? '', count: reviewed.length, tools } };
}
