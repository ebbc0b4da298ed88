import type { ActorPart, ActorPartBody, ActorResult } from '../contract/actor.js';
import { isKernelError, KernelError } from '../contract/errors.js';
import { shownReason } from '../streams/abort-reason.js';
import { EMPTY_RESULT } from './empty-result.js';
import type { NodeOutput } from './node.js';
import type { Run } from './run.js';

export interface Act {
  /** Throws KernelError, at once for what must hold before anything is called. */
  readonly body: (run: Run) => AsyncGenerator<ActorPart, NodeOutput>;
}

/** A run from its first part to its last, whatever happens. */
export async function* act(run: Run, { body }: Act): AsyncGenerator<ActorPart, ActorResult> {
  yield run.part({ type: 'start' });
  let output: NodeOutput | undefined;
  let failure: KernelError | undefined;
  try {
    output = yield* body(run);
  } catch (error) {
    failure = asKernelError(error);
  }
  const result = resultOf(run, output, failure);
  yield run.part(lastPart(run, result));
  return result;
}

/** The first cause decides how the run ended; what was thrown is at most a consequence of it. */
function resultOf(run: Run, output: NodeOutput | undefined, failure: KernelError | undefined): ActorResult {
  const { said, usage, allowance } = run;
  const cause = failure === undefined ? undefined : run.ending.cause();
  const status =
    failure === undefined ? 'completed' : (cause?.status ?? (failure === allowance.breach() ? 'limit' : 'failed'));
  const error = status === 'completed' || status === 'cancelled' ? undefined : (cause?.error ?? failure);
  const spent = allowance.spent();
  const firstPartMs = run.firstPartMs();
  return {
    status,
    ...(error === undefined ? {} : { error }),
    text: said.text(),
    text_cut: said.isCut(),
    omitted_chars: said.omitted(),
    ...(output === undefined ? {} : { finish_reason: output.finishReason }),
    usage: usage.total(),
    usage_by_node: usage.byNode(),
    model_calls: spent.model_calls,
    tool_calls: spent.tool_calls,
    depth: spent.depth,
    cost_micro: spent.cost,
    duration_ms: run.durationMs(),
    ...(firstPartMs === undefined ? {} : { first_part_ms: firstPartMs }),
    warnings: run.warnings(),
    partial: status !== 'completed',
  };
}

function lastPart(run: Run, { status, error, usage, ...result }: ActorResult): ActorPartBody {
  if (status === 'completed') {
    return { type: 'finish', finish_reason: result.finish_reason ?? 'stop', usage };
  }
  if (error === undefined) {
    return { type: 'abort', reason: shownReason(run.ending.cause()?.reason ?? 'cancelled', run.kernel.redact) };
  }
  const { code, message, hint } = error;
  return { type: 'error', error: { code, message, ...(hint === undefined ? {} : { hint }) } };
}

/** Throws USAGE. */
export function messageOf(message: unknown): string {
  if (typeof message !== 'string' || message.trim() === '') {
    throw new KernelError('USAGE', 'executeStream.message: expected a text that is not empty');
  }
  return message;
}

/** The result of a run that this program itself broke. */
export function brokenResult(run: Run | undefined, error: unknown): ActorResult {
  const failure = asKernelError(error);
  if (run !== undefined) {
    return resultOf(run, undefined, failure);
  }
  return { ...EMPTY_RESULT, status: 'failed', error: failure };
}

function asKernelError(error: unknown): KernelError {
  return isKernelError(error)
    ? error
    : new KernelError('INTERNAL', 'something went wrong inside akernel', {
        hint: 'this is a bug: report it',
        cause: error,
      });
}
