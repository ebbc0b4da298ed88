import { isKernelError, KernelError } from '../contract/errors.js';
import type { ModelCall } from '../contract/model-call.js';
import { createModelRedaction } from './model-redaction.js';
import { type ModelPayer, paySession } from './model-spending.js';
import type { ModelTrace } from './model-trace.js';
import type { KernelPorts } from './ports.js';
import { safeError } from './safe-error.js';

/** A ledger that could not be charged is a failure of the call: its session would have more than it has. */
export async function settleModel(ports: KernelPorts, payer: ModelPayer, trace: ModelTrace): Promise<void> {
  try {
    await paySession(ports, payer, trace.usage());
  } catch (error) {
    trace.failed(safeError(error, ports.settings.redaction));
    throw error;
  } finally {
    await trace.end();
  }
}

/** An error that comes after the signal was aborted is a consequence of that. */
export function safeFailure(ports: KernelPorts, { signal }: Pick<ModelCall, 'signal'>, error: unknown): KernelError {
  const { redaction } = ports.settings;
  if (signal.aborted) {
    return safeError(reasonOf(signal), redaction);
  }
  if (!isKernelError(error)) {
    return new KernelError('MODEL_FAILED', 'the model failed', {
      hint: 'see the provider of the model',
      cause: error,
    });
  }
  const { code, message, hint, details, cause } = safeError(error, redaction);
  return new KernelError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details: createModelRedaction(redaction).record(details) }),
    cause,
  });
}

export function reasonOf(signal: AbortSignal): KernelError {
  return isKernelError(signal.reason)
    ? signal.reason
    : new KernelError('CANCELLED', 'the call of the model was cancelled');
}
