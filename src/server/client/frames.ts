import * as z from 'zod';
import { isKernelError, KernelError } from '../../contract/errors.js';
import { FRAME_LINE, type Frame, type Outcome } from '../../contract/frame.js';
import { frameTexts } from '../../contract/frame-texts.js';
import type { InvokeResult, InvokeRun, InvokeUsage } from '../../contract/kernel.js';
import type { Asking, Connection } from './connection.js';
import { parseJson } from './json.js';
import { errorOf, notOurs } from './problems.js';
import { createRemoteRun } from './remote-run.js';

const count = z.int().min(0);
const frameSchema = z.looseObject({
  seq: count,
  phase: z.int().min(1).max(4),
  is_final: z.boolean(),
  budget: z.looseObject({ used: z.number() }),
  rows: z.array(z.unknown()).optional(),
  text: z.string().optional(),
  facts: z.array(z.string()).optional(),
  warnings: z.array(z.string()).optional(),
});
const OUTCOMES = ['completed', 'failed', 'cancelled', 'timeout', 'denied'] as const satisfies readonly Outcome[];
const endSchema = z.looseObject({
  status: z.enum(OUTCOMES),
  action_id: z.string(),
  handle_id: z.string().optional(),
  problem: z.unknown().optional(),
});

export interface FrameRun {
  readonly begin: Asking;
  readonly signal?: AbortSignal | undefined;
}

/** An invocation, or the pages of a stored result, whose frames come as events. */
export function createFrameRun(
  connection: Connection,
  { begin, signal }: FrameRun,
  onWarning: (text: string) => void,
): InvokeRun {
  const { serverName } = connection;
  let final: Frame | undefined;
  let usage: InvokeUsage = { frames: 0, rows: 0, bytes: 0 };
  return createRemoteRun<Frame, InvokeResult, InvokeUsage>({
    connection,
    begin: { ...begin, method: 'POST', headers: { accept: 'text/event-stream' } },
    signal,
    event: 'frame',
    partOf({ line, data }) {
      const frame = frameOf(line, data, serverName);
      usage = usageAfter(usage, frame);
      final = frame.is_final ? frame : final;
      return frame;
    },
    usage: () => usage,
    texts: frameTexts,
    endOf(data) {
      const end = endSchema.safeParse(data);
      if (!end.success) {
        throw notOurs(serverName);
      }
      const { status, action_id, handle_id, problem } = end.data;
      return {
        status,
        action_id,
        ...(handle_id === undefined ? {} : { handle_id }),
        ...(final === undefined ? {} : { final_frame: final }),
        ...(problem === undefined ? {} : { error: errorOf(problem, serverName) }),
      };
    },
    failed: (thrown) => ({
      ...failureOf(thrown),
      action_id: '',
      ...(final === undefined ? {} : { final_frame: final }),
    }),
    onWarning,
  });
}

/** A frame as the server's firewall made it, with the line that its budget was charged for. */
export function frameOf(line: string, value: unknown, serverName: string): Frame {
  if (!isFrame(value)) {
    throw notOurs(serverName);
  }
  return Object.defineProperty(value, FRAME_LINE, { value: line });
}

export function frameIn(text: string, serverName: string): Frame {
  return frameOf(text, parseJson(text), serverName);
}

function isFrame(value: unknown): value is Frame {
  return frameSchema.safeParse(value).success;
}

export function failureOf(thrown: unknown): { readonly status: Outcome; readonly error: KernelError } {
  const error = isKernelError(thrown) ? thrown : new KernelError('INTERNAL', 'the run failed here', { cause: thrown });
  const statuses: Readonly<Record<string, Outcome>> = {
    CANCELLED: 'cancelled',
    TIMEOUT: 'timeout',
    POLICY_DENIED: 'denied',
    TOKEN_REJECTED: 'denied',
  };
  return { status: statuses[error.code] ?? 'failed', error };
}

function usageAfter(usage: InvokeUsage, { seen, redactions, progress }: Frame): InvokeUsage {
  return {
    ...usage,
    frames: usage.frames + 1,
    rows: seen?.rows ?? usage.rows,
    bytes: seen?.bytes ?? usage.bytes,
    ...(redactions === undefined ? {} : { redactions }),
    ...(progress === undefined ? {} : { progress }),
  };
}
