import type { RunnerSpec, ToRunner } from '../../../contract/runner.js';

interface PermissionHost {
  readonly ask: RunnerSpec['onPermission'];
  readonly send: (message: ToRunner) => Promise<void>;
  readonly signal: AbortSignal;
}

/** How long somebody may think about a request. */
const ANSWER_MS = 300_000;

/** Answers a permission request of a runner. No answer, a late one and a failure are a no. */
export async function answerPermission(
  request: { readonly request_id: string; readonly tool: string; readonly input: unknown },
  { ask, send, signal }: PermissionHost,
): Promise<void> {
  const granted = ask === undefined ? false : await answered(ask, request, signal);
  await send({ op: 'permission_response', request_id: request.request_id, granted });
}

async function answered(
  ask: NonNullable<RunnerSpec['onPermission']>,
  { tool, input }: { readonly tool: string; readonly input: unknown },
  signal: AbortSignal,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const unanswered = new Promise<boolean>((resolve) => {
    onAbort = () => resolve(false);
    timer = setTimeout(onAbort, ANSWER_MS);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return (await Promise.race([ask({ tool, input }), unanswered])) === true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
