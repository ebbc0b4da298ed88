import { setTimeout as sleep } from 'node:timers/promises';
import type { Encoding, LoadTokenCounter } from '../../contract/budget.js';
import { KernelError } from '../../contract/errors.js';
import type { Frame } from '../../contract/frame.js';
import type { InvokeResult, InvokeRun, Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import type { Receipt } from '../../contract/receipt.js';
import { createCapabilityGrants } from '../access/capability-grants.js';
import { createGivenIds } from '../access/given-ids.js';
import { type Answer, answerOf, answerRendering, errorAnswer } from './answer.js';
import { type CallProgress, reportProgress } from './call-progress.js';
import { callReceipt, ownReceipt } from './call-receipt.js';
import { createTextPages, type TextPages } from './text-pages.js';
import type { OfferedTool, ToolLister } from './tool-list.js';

export interface GatewayPorts {
  readonly kernel: Kernel;
  readonly principal: Principal;
  readonly justification?: string;
  /** The proof for every call, where one was brought; otherwise grants are asked for. */
  readonly capabilityToken?: string;
  readonly tools: ToolLister;
  /** Model tokens of one answer. */
  readonly maxTokens: number;
  readonly encoding: Encoding;
  readonly loadCounter: LoadTokenCounter;
  /** Who is served, as far as it is known. */
  readonly host: string;
  readonly onReceipt: (receipt: Receipt) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
  /** What is asked about the result: what shares its words is shown before the rest. */
  readonly query?: string;
  readonly signal: AbortSignal;
  /** Given where the host wants to be told how far the call has come. */
  readonly onProgress?: (progress: CallProgress) => void;
}

/** Puts capabilities in front of a host: whatever it is told has passed the firewall, within its budget. */
export interface Gateway
  extends Pick<GatewayPorts, 'kernel' | 'principal' | 'tools' | 'maxTokens' | 'encoding' | 'loadCounter'> {
  /** Calls a tool. A failure is an answer too. */
  readonly call: (tool: OfferedTool, call: ToolCall) => Promise<Answer>;
  /** The handles of results that were given here, the newest first. */
  readonly handles: () => readonly string[];
  /**
   * Whether the result or trace of this id may be read here. With a proof that was brought only those of calls with it:
   * another proof of the same principal may show more.
   */
  readonly mayRead: (id: string) => boolean;
  readonly texts: TextPages;
  /** Notes what the host was given that is no result of a tool. */
  readonly noteOwn: (tool: string, kind: 'expand' | 'overhead', text: string) => void;
}

/** Of a long session only the last handles are listed; all others can be read by their ids. */
const MOST_HANDLES = 100;
/** Libraries of hosts forget progress that they read in one piece with the result. */
const READ_APART_MS = 5;

export function createGateway(ports: GatewayPorts): Gateway {
  const { kernel, principal, tools, maxTokens, encoding } = ports;
  const grants = createCapabilityGrants(ports);
  const handles: string[] = [];
  const given = createGivenIds();

  const call = async (tool: OfferedTool, toolCall: ToolCall): Promise<Answer> => {
    const capabilityId = tool.capability.capability_id;
    const startedAt = ports.now();
    try {
      const capabilityToken = ports.capabilityToken ?? (await grants.tokenFor(capabilityId));
      const { args, query, signal } = toolCall;
      const run = kernel.start({
        capabilityId,
        capabilityToken,
        principal,
        args,
        ...(query === undefined ? {} : { query }),
        maxTokens,
        encoding,
        rendering: answerRendering,
        signal,
        stream: false,
      });
      const result = await watched(run, toolCall);
      if (result.error?.code === 'TOKEN_EXPIRED') {
        grants.forget(capabilityId);
      }
      const frame = frameOf(result);
      const { host } = ports;
      ports.onReceipt(callReceipt({ host, tool: tool.name, frame, usage: run.usage, startedAt, endedAt: ports.now() }));
      remember(frame);
      return answerOf(frame);
    } catch (error) {
      return errorAnswer(error);
    }
  };

  function remember({ handle, handle_id: handleId = handle?.handle_id, action_id: actionId }: Frame): void {
    if (handleId !== undefined) {
      handles.unshift(handleId);
      handles.splice(MOST_HANDLES);
    }
    if (ports.capabilityToken !== undefined) {
      given.add(handleId, actionId);
    }
  }

  const texts = createTextPages(kernel, principal);
  const noteOwn: Gateway['noteOwn'] = (tool, kind, text) =>
    ports.onReceipt(ownReceipt({ host: ports.host, tool, kind, text, encoding, endedAt: ports.now() }));
  return {
    kernel,
    principal,
    tools,
    maxTokens,
    encoding,
    loadCounter: ports.loadCounter,
    call,
    handles: () => [...handles],
    mayRead: (id) => ports.capabilityToken === undefined || given.has(id),
    texts,
    noteOwn,
  };
}

async function watched(run: InvokeRun, { onProgress }: ToolCall): Promise<InvokeResult> {
  const stop = onProgress === undefined ? undefined : reportProgress(() => run.usage, onProgress);
  try {
    return await run.result;
  } finally {
    if (stop?.() === true) {
      await sleep(READ_APART_MS);
    }
  }
}

function frameOf({ final_frame: frame, error }: InvokeResult): Frame {
  if (frame === undefined) {
    throw error ?? new KernelError('INTERNAL', 'the call ended without a frame');
  }
  return frame;
}
