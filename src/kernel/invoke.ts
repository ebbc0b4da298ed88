import type { Chunk } from '../contract/chunk.js';
import type { KernelError } from '../contract/errors.js';
import type { Frame } from '../contract/frame.js';
import type { InvokeResult, InvokeRun } from '../contract/kernel.js';
import { createStreamRun, type RunControl } from '../streams/stream-run.js';
import { type Action, beginAction } from './action.js';
import { admit, type Invocation, type Permit } from './admission.js';
import { createDeadline, type Deadline } from './deadline.js';
import { executeRoute } from './execute-route.js';
import { nestedInvocation } from './nested-invocation.js';
import type { KernelPorts } from './ports.js';
import { checkRevocation } from './revocation.js';
import { safeError } from './safe-error.js';

/** How often a running stream asks whether its grant still stands. */
const REVOCATION_CHECK_MS = 500;

/** Starts one invocation: the story of a call, whoever asked for it. */
export function startInvocation(ports: KernelPorts, call: Invocation): InvokeRun {
  const action = beginAction(ports, call);
  return createStreamRun<Frame, InvokeResult, InvokeRun['usage']>({
    runId: action.id,
    ...(call.signal === undefined ? {} : { signal: call.signal }),
    usage: action.usage,
    start: (control) => story(ports, call, action, control),
    failed: (error) => action.result(safeError(error, ports.settings.redaction)),
  });
}

/** verify → find → reserve → route → open driver → firewall → settle → trace. */
async function* story(
  ports: KernelPorts,
  call: Invocation,
  action: Action,
  control: RunControl,
): AsyncGenerator<Frame, InvokeResult> {
  const deadline = createDeadline(ports.clock, call.timeoutMs ?? ports.settings.timeoutMs, control.signal);
  let failure: KernelError | undefined;
  try {
    try {
      const permit = await admit(ports, call);
      await action.admitted(permit);
      const execution = {
        action_id: action.id,
        capability: permit.capability,
        args: permit.given.args,
        stored: permit.given.stored,
        storedFailure: permit.given.failure,
        hasStoredValues: permit.given.sources.length > 0,
        signal: deadline.signal,
        invoke: nestedInvocation({ ports, call, actionId: action.id, permit, start: startInvocation }),
      };
      const chunks = executeRoute({ ...execution, driver: ports.driver, onDriver: action.onDriver });
      yield* action.frames(guarded(ports, chunks, permit, { call, deadline }));
    } catch (error) {
      failure = deadline.cause() ?? safeError(error, ports.settings.redaction);
    }
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
    deadline.clear();
    await action.end(failure);
  }
}

/** Ends the stream with the reason when the deadline passes or the grant is revoked. */
async function* guarded(
  ports: KernelPorts,
  chunks: AsyncIterable<Chunk>,
  permit: Permit,
  context: { readonly call: Invocation; readonly deadline: Deadline },
): AsyncGenerator<Chunk> {
  const { grantId, grantedAt } = permit;
  const principalId = context.call.principal.principal_id;
  let checkedAt = ports.clock.monotonic();
  for await (const chunk of chunks) {
    if (grantId !== undefined && grantedAt !== undefined && ports.clock.monotonic() - checkedAt > REVOCATION_CHECK_MS) {
      checkedAt = ports.clock.monotonic();
      await checkRevocation(ports, { grantId, principalId, issuedAt: grantedAt });
    }
    yield chunk;
  }
  const cause = context.deadline.cause();
  if (cause !== undefined) {
    throw cause;
  }
}
