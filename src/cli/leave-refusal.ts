import type { RefusalRequest } from '../contract/kernel.js';
import type { TraceEvent } from '../contract/trace.js';
import type { CommandContext } from './context.js';
import { asKernelError } from './exit.js';

/** The commands that act, and how traces call what they do. */
const EVENTS: Readonly<Record<string, TraceEvent>> = {
  invoke: 'invoke',
  pipe: 'invoke',
  exec: 'invoke',
  expand: 'expand',
  restore: 'expand',
  grant: 'grant',
  revoke: 'revoke',
};

const HANDLE_ID = /^h_[0-9a-z]{10}$/;

/**
 * Leaves the trace of a command line with a mistake in it, which never reached the kernel: a malformed `--args`, an
 * unknown flag. Where that cannot be done, because of the config or the store, the error on the screen has to do.
 */
export async function leaveRefusal(context: CommandContext, words: readonly string[], thrown: unknown): Promise<void> {
  const [command = '', ...rest] = words;
  const event = Object.hasOwn(EVENTS, command) ? EVENTS[command] : undefined;
  const error = asKernelError(thrown);
  if (event === undefined || error.code !== 'USAGE') {
    return;
  }
  try {
    await context.withKernel({}, async ({ kernel, principal }) => {
      const known = new Set(kernel.capabilities.list().map(({ capability_id }) => capability_id));
      const capabilityId = rest.find((word) => known.has(word));
      const handleId = rest.find((word) => HANDLE_ID.test(word));
      const refusal: RefusalRequest = {
        event,
        principal,
        error,
        ...(capabilityId === undefined ? {} : { capabilityId }),
        ...(handleId === undefined ? {} : { handleId }),
      };
      await kernel.recordRefusal(refusal);
    });
  } catch {
    // told on the screen already
  }
}
