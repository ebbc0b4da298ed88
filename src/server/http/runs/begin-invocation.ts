import { lineOf } from '../../../contract/frame.js';
import type { InvokeRequest } from '../../../contract/kernel.js';
import type { Caller } from '../callers.js';
import type { Service } from '../service.js';
import type { KeptRun } from './kept-run.js';

interface InvocationRun {
  readonly request: InvokeRequest;
  readonly onDisconnect: 'cancel' | 'continue';
  readonly isOneFrame: boolean;
}

/** Begins an invocation whose frames are events: each as the line that the budget was charged for. */
export function beginInvocation(
  { kernel, runs }: Service,
  caller: Caller,
  { request, onDisconnect, isOneFrame }: InvocationRun,
): KeptRun {
  return runs.open({
    kind: 'invocation',
    caller,
    about: {
      capability_id: request.capabilityId,
      ...(request.sessionId === undefined ? {} : { session_id: request.sessionId }),
    },
    source: kernel.start({ ...request, stream: !isOneFrame }),
    onDisconnect,
    event: 'frame',
    dataOf(frame) {
      caller.given.add(frame.handle_id, frame.action_id);
      return lineOf(frame);
    },
    endOf({ action_id, handle_id }) {
      caller.given.add(action_id, handle_id);
      return { action_id, ...(handle_id === undefined ? {} : { handle_id }) };
    },
  });
}
