import type { SafetyClass } from '../../src/contract/capability.js';
import type { Trace } from '../../src/contract/trace.js';
import { createKernel } from '../../src/library.js';
import { TEST_CAPABILITY } from './test-kernel.js';

/** A kernel with a capability of each safety class, what was run on it, and its traces. */
export async function approvalKernel() {
  const ran: string[] = [];
  const traces: Trace[] = [];
  const make = (id: string, safetyClass: SafetyClass) => ({
    ...TEST_CAPABILITY,
    capability_id: id,
    safety_class: safetyClass,
    driver: { driver_id: 'test', operation: id },
  });
  const kernel = await createKernel({
    observer: (trace) => traces.push(trace),
    drivers: [{ driver_id: 'test', execute: async ({ binding }) => ran.push(binding.operation) }],
    capabilities: [make('test.read', 'READ'), make('test.write', 'WRITE'), make('test.destroy', 'DESTRUCTIVE')],
  });
  return { kernel, ran, traces };
}
