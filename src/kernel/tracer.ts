import { finishTrace, observe, type TraceDraft } from './finish-trace.js';
import type { KernelPorts } from './ports.js';
import { keepCaps } from './trace-caps.js';

/** Writes the one trace of an action; its arguments and texts are redacted, whatever they were before. */
export async function writeTrace(ports: KernelPorts, draft: TraceDraft, startedMs: number): Promise<void> {
  const trace = finishTrace(ports, draft, startedMs);
  const { seq } = await ports.stores.traces.append(trace);
  observe(ports, trace);
  await keepCaps(ports, seq, trace);
}
