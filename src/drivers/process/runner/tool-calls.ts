import { type ErrorCode, isKernelError, KernelError } from '../../../contract/errors.js';
import type { Frame } from '../../../contract/frame.js';
import type { RunnerPartBody, RunnerTool, ToolContext, ToolRefusal, ToRunner } from '../../../contract/runner.js';

type Members = Readonly<Record<string, unknown>>;

interface ToolCall {
  readonly tool_call_id: string;
  readonly tool: string;
  readonly args: unknown;
}

/** The tool calls of one runner process. They run beside the reading of its messages. */
export interface ToolCalls {
  readonly begin: (call: ToolCall) => void;
  /** Other work that ends with an answer to the runner; it takes the room of a call. */
  readonly alongside: (work: (signal: AbortSignal) => Promise<void>) => void;
  /** Parts that calls have made since the last time. */
  readonly take: () => RunnerPartBody | undefined;
  readonly hasParts: () => boolean;
  /** Settles when there may be parts to take, or room for another call. */
  readonly changed: () => Promise<void>;
  readonly areRunning: () => boolean;
  /** So many run that the runner's further messages have to wait. */
  readonly areFull: () => boolean;
}

interface ToolHost {
  readonly tools: Readonly<Record<string, RunnerTool>>;
  readonly send: (message: ToRunner) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Of which each takes about a mebibyte. A runner that calls without reading the answers is not read on. */
const MOST_CALLS = 16;

export function createToolCalls({ tools, send, signal }: ToolHost): ToolCalls {
  const parts: RunnerPartBody[] = [];
  /** One for each call that runs: a signal with a listener for each of many calls would be taken for a leak. */
  const running = new Set<AbortController>();
  let wake: () => void = () => undefined;

  const add = (part: RunnerPartBody): void => {
    if (!signal.aborted) {
      parts.push(part);
    }
    wake();
  };

  const abortAll = (): void => {
    for (const controller of running) {
      controller.abort();
    }
  };
  signal.addEventListener('abort', abortAll, { once: true });

  const answer = async ({ tool_call_id: id, tool, args }: ToolCall, own: AbortSignal): Promise<void> => {
    const emit: ToolContext['emit'] = (channel, text) => add({ type: 'output', channel, text, source: 'tool' });
    const outcome = await runTool(Object.hasOwn(tools, tool) ? tools[tool] : undefined, args, { signal: own, emit });
    if (signal.aborted) {
      return;
    }
    if ('refusal' in outcome) {
      const { refusal, message } = outcome;
      add({ type: 'tool-result', tool_call_id: id, output: message, refusal });
      await send({ op: 'tool_response', tool_call_id: id, ok: false, error: refusal, message });
      return;
    }
    add({ type: 'tool-result', tool_call_id: id, output: outcome.output });
    await send({ op: 'tool_response', tool_call_id: id, ok: true, result: outcome.output });
  };

  const alongside: ToolCalls['alongside'] = (work) => {
    const controller = new AbortController();
    running.add(controller);
    if (signal.aborted) {
      controller.abort();
    }
    void work(controller.signal)
      .catch(() => undefined)
      .finally(() => {
        running.delete(controller);
        wake();
      });
  };

  return {
    begin(call) {
      add({ type: 'tool-call', tool_call_id: call.tool_call_id, tool_name: call.tool, input: call.args ?? {} });
      alongside((own) => answer(call, own));
    },
    alongside,
    take: () => parts.shift(),
    hasParts: () => parts.length > 0,
    changed: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
    areRunning: () => running.size > 0,
    areFull: () => running.size >= MOST_CALLS,
  };
}

type ToolOutcome = { readonly output: unknown } | { readonly refusal: ToolRefusal; readonly message: string };

async function runTool(tool: RunnerTool | undefined, args: unknown, context: ToolContext): Promise<ToolOutcome> {
  if (tool === undefined) {
    return { refusal: 'tool_not_found', message: 'there is no such tool' };
  }
  const given = args ?? {};
  if (!isMembers(given)) {
    return { refusal: 'invalid_args', message: 'the arguments must be an object' };
  }
  try {
    // A tool may ignore its signal; the run does not wait for it.
    const output = await unlessAborted(Promise.resolve(callTool(tool, given, context)), context.signal);
    return { output: output ?? null };
  } catch (error) {
    return isKernelError(error)
      ? { refusal: REFUSALS[error.code] ?? 'tool_failed', message: error.message }
      : { refusal: 'tool_failed', message: 'the tool failed' };
  }
}

async function callTool(tool: RunnerTool, args: Members, context: ToolContext): Promise<unknown> {
  if (typeof tool === 'function') {
    return tool(args, context);
  }
  const { kernel, capabilityId, capabilityToken, principal } = tool;
  const frame = await kernel.invoke({ capabilityId, capabilityToken, principal, args, signal: context.signal });
  return completed(frame);
}

/** A frame of a call that failed is no result, though it may show some rows. */
export function completed(frame: Frame): Frame {
  if (frame.error !== undefined) {
    throw new KernelError(frame.error.code, frame.error.message);
  }
  return frame;
}

function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new Error('the run has ended'));
    signal.addEventListener('abort', onAbort, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

const REFUSALS: Partial<Record<ErrorCode, ToolRefusal>> = {
  POLICY_DENIED: 'permission_denied',
  TOKEN_REJECTED: 'permission_denied',
  TOKEN_EXPIRED: 'permission_denied',
  TOKEN_REVOKED: 'permission_denied',
  CAPABILITY_NOT_FOUND: 'tool_not_found',
  USAGE: 'invalid_args',
};

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
