import type { Chunk } from '../contract/chunk.js';
import type { KernelError } from '../contract/errors.js';
import type { Frame } from '../contract/frame.js';
import { frameTexts } from '../contract/frame-texts.js';
import type { InvokeResult, InvokeRun } from '../contract/kernel.js';
import { createStreamRun, type RunControl } from '../streams/stream-run.js';
import { type Action, beginAction } from './action.js';
import { openActionSpans } from './action-spans.js';
import { admit, type Invocation } from './admission.js';
import { createDeadline, type Deadline, OVER } from './deadline.js';
import { executeRoute } from './execute-route.js';
import { nestedInvocation } from './nested-invocation.js';
import type { KernelPorts } from './ports.js';
import { safeError } from './safe-error.js';
import { watchGrants } from './watch-grants.js';

/** Starts one invocation: the story of a call, whoever asked for it. */
export function startInvocation(ports: KernelPorts, call: Invocation): InvokeRun {
  const action = beginAction(ports, call);
  const run = createStreamRun<Frame, InvokeResult, InvokeRun['usage']>({
    runId: action.id,
    ...(call.signal === undefined ? {} : { signal: call.signal }),
    usage: action.usage,
    texts: frameTexts,
    start: (control) => story(ports, call, action, control),
    failed: (error) => action.result(safeError(error, ports.settings.redaction)),
  });
  return Object.assign(run, { facts: action.facts });
}

/** verify → find → reserve → route → open driver → firewall → settle → trace. */
async function* story(
  ports: KernelPorts,
  call: Invocation,
  action: Action,
  control: RunControl,
): AsyncGenerator<Frame, InvokeResult> {
  const deadline = createDeadline(ports.clock, call.timeoutMs ?? ports.settings.timeoutMs, control.signal);
  const over = new AbortController();
  const spans = openActionSpans(ports.telemetry, action.id);
  let failure: KernelError | undefined;
  try {
    try {
      const permit = await admit(ports, call);
      await action.admitted(permit, deadline.signal);
      void watchGrants(ports, permit, { call, deadline, over: over.signal });
      const execution = {
        action_id: action.id,
        capability: permit.capability,
        args: permit.given.args,
        stored: permit.given.stored,
        storedFailure: permit.given.failure,
        hasStoredValues: permit.given.sources.length > 0,
        signal: deadline.signal,
        invoke: nestedInvocation({ ports, call, actionId: action.id, permit, start: startInvocation }),
        spans,
        driver: ports.driver,
        onDriver: action.onDriver,
      };
      const chunks = executeRoute(execution);
      yield* action.frames(guarded(chunks, deadline));
    } catch (error) {
      failure = deadline.cause() ?? safeError(error, ports.settings.redaction);
    }
    over.abort(OVER);
    let final: Frame | undefined;
    try {
      final = await action.finalFrame(failure);
    } catch (error) {
      failure ??= safeError(error, ports.settings.redaction);
      final = await action.lastWord(failure);
    }
    const result = action.result(failure);
    if (final !== undefined) {
      yield final;
    }
    return result;
  } finally {
    over.abort(OVER);
    deadline.clear();
    spans.end(failure);
    await action.end(failure);
  }
}

/** Ends the stream with the reason when the deadline passes or a grant is revoked. */
async function* guarded(chunks: AsyncIterable<Chunk>, deadline: Deadline): AsyncGenerator<Chunk> {
  yield* chunks;
  const cause = deadline.cause();
  if (cause !== undefined) {
    throw cause;
  }
}
