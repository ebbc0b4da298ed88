import type { Frame, ResponseMode } from '../contract/frame.js';
import type { ApprovedBy } from '../contract/trace.js';
import type { Run } from './run.js';

export interface ToolRequest {
  readonly capabilityId: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly mode?: ResponseMode;
  readonly maxRows?: number;
  readonly approvedBy?: ApprovedBy | undefined;
}

/**
 * An invocation under a grant of its own, for the principal of the run. Throws KernelError: LIMIT_REACHED before anything
 * is asked for, the cause when the run has ended, and whatever left the call without a frame.
 */
export async function invokeTool(run: Run, request: ToolRequest): Promise<Frame> {
  run.ending.check();
  run.allowance.toolCall();
  return run.ending.bounded(grantAndInvoke(run, request));
}

async function grantAndInvoke(
  run: Run,
  { capabilityId, args, mode, maxRows, approvedBy }: ToolRequest,
): Promise<Frame> {
  const { kernel, principal, sessionId, justification } = run;
  const why = justification === undefined ? {} : { justification };
  const { capability_token: capabilityToken } = await kernel.grant({ principal, capabilityId, ...why });
  return kernel.invoke({
    principal,
    capabilityId,
    capabilityToken,
    args,
    ...(mode === undefined ? {} : { mode }),
    signal: run.ending.signal,
    ...why,
    ...(maxRows === undefined ? {} : { maxRows }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(approvedBy === undefined ? {} : { approvedBy }),
  });
}

export function isFailed({ status }: Frame): boolean {
  return status !== undefined && status !== 'completed';
}
