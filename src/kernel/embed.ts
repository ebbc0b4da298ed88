import { KernelError } from '../contract/errors.js';
import type { EmbeddingRequest, Embeddings } from '../contract/model.js';
import type { EmbedCall } from '../contract/model-call.js';
import { redactText } from '../firewall/find/redactor.js';
import { reasonOf, safeFailure, settleModel } from './model-end.js';
import { checkSessionCanPay } from './model-spending.js';
import { beginModelTrace, type ModelTrace } from './model-trace.js';
import type { KernelPorts } from './ports.js';

/** Texts as vectors, by a model that reads them redacted. One trace, and its session pays, however it ends. */
export async function embed(ports: KernelPorts, call: EmbedCall): Promise<Embeddings> {
  const trace = beginModelTrace(ports, call, false);
  try {
    await checkSessionCanPay(ports, call);
    return await embedded(ports, call, trace);
  } catch (error) {
    const failure = safeFailure(ports, call, error);
    trace.failed(failure);
    throw failure;
  } finally {
    await settleModel(ports, call, trace);
  }
}

async function embedded(ports: KernelPorts, call: EmbedCall, trace: ModelTrace): Promise<Embeddings> {
  const { model, input } = call.request;
  const told = input.map((text) => {
    const { text: shown, replacements } = redactText(text, ports.settings.redaction);
    trace.replaced(replacements);
    return shown;
  });
  const { embeddings, usage, usage_status } = await answerOf(call, { model, input: told });
  // Nothing is written: only what was read can be counted.
  const counted = usage?.input_tokens === undefined ? {} : { input_tokens: usage.input_tokens, output_tokens: 0 };
  const vectors = checked(embeddings, told.length);
  return { embeddings: vectors, ...trace.completed({ usage: counted, usage_status }) };
}

/** A client that ignores the signal is not waited for. */
function answerOf({ client, signal, mayAskAgain }: EmbedCall, request: EmbeddingRequest): Promise<Embeddings> {
  if (client.embed === undefined) {
    throw new KernelError('USAGE', 'this client of a model has no embeddings', { hint: 'give one that has embed' });
  }
  if (signal.aborted) {
    throw reasonOf(signal);
  }
  const answer = client.embed(request, { signal, ...(mayAskAgain === undefined ? {} : { mayAskAgain }) });
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(reasonOf(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Vectors of a client of somebody else's hold numbers, and nothing that could be read. */
function checked(vectors: Embeddings['embeddings'], count: number): Embeddings['embeddings'] {
  const isRight =
    Array.isArray(vectors) &&
    vectors.length === count &&
    vectors.every(
      (vector) => Array.isArray(vector) && vector.length > 0 && vector.every((each) => Number.isFinite(each)),
    );
  if (!isRight) {
    throw new KernelError('MODEL_FAILED', 'the model did not give one embedding for each text');
  }
  return vectors.map((vector) => [...vector]);
}
