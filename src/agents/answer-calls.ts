import type { ActorPart, ToolFailure } from '../contract/actor.js';
import type { ApprovalRequest } from '../contract/approval.js';
import { isKernelError } from '../contract/errors.js';
import type { Frame } from '../contract/frame.js';
import type { RejectedToolCall, ToolCall } from '../contract/model.js';
import type { ToldMessage } from '../contract/model-call.js';
import { approvedBy } from './approvals.js';
import { toolCallIdOf } from './forming-calls.js';
import { invokeTool, isFailed, type ToolRequest } from './invoke-tool.js';
import { createKeptText } from './kept-text.js';
import type { ModelTools } from './model-tools.js';
import type { Run, Spot } from './run.js';
import type { Turn } from './turn.js';

interface Answering {
  readonly turn: Turn;
  readonly tools: ModelTools;
  readonly spot: Spot;
  /** Whether what goes in and comes out may be seen. */
  readonly isShown: boolean;
}

/** Told of a turn whose calls were begun and will not all be answered, each of them with an answer all the same. */
type BrokenOff = (messages: readonly ToldMessage[]) => Promise<void>;

/** Runs the calls of a turn, one after the other, and gives the messages that the model is to read next. */
export async function* answerCalls(
  run: Run,
  answering: Answering,
  brokenOff: BrokenOff,
): AsyncGenerator<ActorPart, readonly ToldMessage[]> {
  const { turn, text, calls } = answering.turn;
  const messages: ToldMessage[] = [
    { role: 'assistant', content: text, tool_calls: [...turn.tool_calls, ...turn.rejected.map(echoOf)] },
  ];
  let isWhole = false;
  try {
    for (const [index, shown] of turn.tool_calls.entries()) {
      const written = calls[index];
      const answer =
        written === undefined
          ? refusal('truncated')
          : yield* answerCall(run, { ...answering, shown, written, number: (turn.call_indexes?.[index] ?? index) + 1 });
      messages.push({ role: 'tool', ...answer, tool_call_id: shown.id });
    }
    isWhole = true;
  } finally {
    if (!isWhole) {
      await brokenOff([...messages, ...unanswered(run, turn, messages.length - 1)]);
    }
  }
  for (const { id, reason } of turn.rejected) {
    run.warn(`node ${answering.spot.node_id}: a tool call was not run: ${reason}`);
    messages.push({ role: 'tool', ...refusal(reason), tool_call_id: id });
  }
  return messages;
}

const NOT_RUN = { code: 'CANCELLED', message: 'the run ended before this call; it was not run' };
const UNKNOWN = { code: 'CANCELLED', message: 'the run ended during this call; it may have been done' };

/** The call at which the run ended, and those behind it. At a limit none of them was begun. */
function unanswered(run: Run, { tool_calls: calls, rejected }: Turn['turn'], answered: number): readonly ToldMessage[] {
  const wasBegun = run.allowance.breach() === undefined;
  const left = calls.slice(answered).map(({ id }, index): ToldMessage => {
    const error = wasBegun && index === 0 ? UNKNOWN : NOT_RUN;
    return { role: 'tool', content: JSON.stringify({ error }), tool_call_id: id };
  });
  return [
    ...left,
    ...rejected.map(({ id, reason }): ToldMessage => ({ role: 'tool', ...refusal(reason), tool_call_id: id })),
  ];
}

type Answer = { readonly frame: Frame } | { readonly content: string };

interface OneCall extends Answering {
  /** Redacted. */
  readonly shown: ToolCall;
  readonly written: ToolCall;
  /** Its number in the turn, from 1: the one it had while it formed. */
  readonly number: number;
}

async function* answerCall(run: Run, call: OneCall): AsyncGenerator<ActorPart, Answer> {
  const { tools, spot, isShown, shown, written, number } = call;
  const capabilityId = tools.capabilityOf(written.function.name);
  const args = membersOf(written.function.arguments);
  if (capabilityId === undefined || args === undefined) {
    const reason = capabilityId === undefined ? 'unknown_tool' : 'invalid_arguments';
    run.warn(`node ${spot.node_id}: a tool call was not run: ${reason}`);
    return refusal(reason);
  }
  const toolCallId = toolCallIdOf(spot, number);
  const input = isShown ? { input: membersOf(shown.function.arguments) } : {};
  yield run.part({ type: 'tool-call', tool_call_id: toolCallId, tool_name: capabilityId, ...input }, spot);
  const output = await frameOrFailure(run, {
    request: { capabilityId, args },
    asked: {
      tool_call_id: toolCallId,
      node_id: spot.node_id,
      capability_id: capabilityId,
      input: membersOf(shown.function.arguments),
    },
  });
  const isError = !('seq' in output) || isFailed(output);
  yield run.part(
    {
      type: 'tool-result',
      tool_call_id: toolCallId,
      ...(isShown ? { output } : {}),
      ...(isError ? { is_error: true } : {}),
    },
    spot,
  );
  return 'seq' in output ? { frame: output } : { content: JSON.stringify(output) };
}

interface Wanted {
  readonly request: Pick<ToolRequest, 'capabilityId' | 'args'>;
  /** What somebody who approves it is told. */
  readonly asked: Omit<ApprovalRequest, 'safety_class'>;
}

/** A model can go on after a denial or a failure; the end of the run is no answer. */
async function frameOrFailure(run: Run, { request, asked }: Wanted): Promise<Frame | ToolFailure> {
  try {
    return await invokeTool(run, { ...request, approvedBy: await approvedBy(run, asked) });
  } catch (error) {
    if (!isKernelError(error) || error === run.allowance.breach() || run.ending.cause() !== undefined) {
      throw error;
    }
    return { error: { code: error.code, message: error.message } };
  }
}

const WHY: Readonly<Record<RejectedToolCall['reason'], string>> = {
  truncated: 'the call was cut off; nothing was run',
  invalid_arguments: 'the arguments are no JSON object; nothing was run',
  unknown_tool: 'there is no tool of this name; nothing was run',
  missing_name: 'the call names no tool; nothing was run',
};

function refusal(reason: RejectedToolCall['reason']): Answer {
  return { content: JSON.stringify({ error: { code: reason, message: WHY[reason] } }) };
}

/** Enough to see what was wrong: every later request carries it again. */
const MOST_ECHOED_CHARS = 4000;

/** Providers take no call without a name. */
function echoOf({ id, name, arguments: text }: RejectedToolCall): ToolCall {
  const seen = createKeptText(MOST_ECHOED_CHARS);
  seen.add(text);
  return { id, type: 'function', function: { name: name === '' ? 'unnamed' : name, arguments: seen.text() } };
}

function membersOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value === null || typeof value !== 'object' || Array.isArray(value) ? undefined : { ...value };
  } catch {
    return undefined;
  }
}
