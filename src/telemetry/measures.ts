import type { Meter } from '@opentelemetry/api';
import type { Trace } from '../contract/trace.js';
import { redactionsOf } from './span-attributes.js';

/** Counts what has ended, by the names of SPEC 6. */
export function createMeasures(meter: Meter): (trace: Trace) => void {
  const invocations = meter.createCounter('akernel.invocations', { description: 'Invocations that ended.' });
  const durations = meter.createHistogram('akernel.invocation_duration', {
    description: 'How long invocations took.',
    unit: 'ms',
  });
  const denials = meter.createCounter('akernel.policy_denials', { description: 'What the policy refused.' });
  const redactions = meter.createCounter('akernel.redactions', { description: 'Values that were hidden, by type.' });
  const modelTokens = meter.createCounter('akernel.tokens', {
    description: 'Model tokens of frames, and those that models were charged for.',
    unit: '{token}',
  });

  const invocation = ({ outcome, duration_ms: ms, ...trace }: Trace): void => {
    const attributes = { ...capabilityOf(trace), outcome };
    invocations.add(1, attributes);
    durations.record(ms, attributes);
  };
  const used = (trace: Trace): void => {
    const { totals, model } = trace;
    if (totals !== undefined && totals.budget_used > 0) {
      modelTokens.add(totals.budget_used, { ...capabilityOf(trace), of: 'frames' });
    }
    if (model !== undefined) {
      const { input_tokens: input = 0, output_tokens: output = 0 } = model.usage;
      modelTokens.add(input, { model: model.name, of: 'input' });
      modelTokens.add(output, { model: model.name, of: 'output' });
    }
  };

  return (trace) => {
    if (trace.event === 'invoke') {
      invocation(trace);
    }
    if (trace.outcome === 'denied') {
      denials.add(1, { ...capabilityOf(trace), ...(trace.reason === undefined ? {} : { reason: trace.reason }) });
    }
    for (const [type, count] of Object.entries(redactionsOf(trace) ?? {})) {
      redactions.add(count, { type });
    }
    used(trace);
  };
}

/** An id that nobody has checked may be anything that somebody typed: it makes no series of its own. */
function capabilityOf({ capability_id: id, error }: Pick<Trace, 'capability_id' | 'error'>): {
  readonly capability_id?: string;
} {
  const isUnchecked = error?.code === 'CAPABILITY_NOT_FOUND' || error?.code === 'TOKEN_REJECTED';
  return id === undefined || isUnchecked ? {} : { capability_id: id };
}
