import type { ActorPart, ToolNode } from '../contract/actor.js';
import { KernelError } from '../contract/errors.js';
import { type Frame, lineOf } from '../contract/frame.js';
import { toolCallIdOf } from './forming-calls.js';
import { invokeTool, isFailed } from './invoke-tool.js';
import type { NodeOutput, Visit } from './node.js';
import { argsOf } from './own-functions.js';
import type { Run } from './run.js';

/** One invocation; when it is denied or fails, so does the node. */
export async function* runToolNode(run: Run, node: ToolNode, visit: Visit): AsyncGenerator<ActorPart, NodeOutput> {
  const { nodeId, isShown } = visit;
  const { capability_id: capabilityId, mode, max_rows: maxRows } = node;
  const spot = { node_id: nodeId, step: run.nextStep() };
  const toolCallId = toolCallIdOf(spot, 1);
  const args = await argsOf(run, node, visit);
  yield run.part({ type: 'start-step' }, spot);
  yield run.part({ type: 'tool-call', tool_call_id: toolCallId, tool_name: capabilityId }, spot);
  const shape = { ...(mode === undefined ? {} : { mode }), ...(maxRows === undefined ? {} : { maxRows }) };
  const outcome = await invokeTool(run, { capabilityId, args, ...shape }).catch((error: unknown) => ({ error }));
  const frame = 'seq' in outcome ? outcome : undefined;
  if (frame === undefined || isFailed(frame)) {
    yield run.part({ type: 'tool-result', tool_call_id: toolCallId, is_error: true }, spot);
    throw frame === undefined ? outcome.error : failureOf(frame);
  }
  yield run.part({ type: 'tool-result', tool_call_id: toolCallId }, spot);
  const text = textOf(frame);
  if (isShown) {
    run.said.add(text);
    yield run.part({ type: 'text-delta', delta: text }, spot);
  }
  yield run.part({ type: 'finish-step' }, spot);
  return { text, finishReason: 'stop', isShown };
}

function failureOf({ error, status }: Frame): KernelError {
  return new KernelError(error?.code ?? 'DRIVER_FAILED', error?.message ?? `the tool ended as ${status}`, {
    ...(error?.hint === undefined ? {} : { hint: error.hint }),
  });
}

/** A text that is all there is, or else the frame, which says what it leaves out. */
function textOf(frame: Frame): string {
  const { text, rows, raw_data: raw, omitted = {} } = frame;
  const isAll = rows === undefined && raw === undefined && Object.values(omitted).every((amount) => amount === 0);
  return text !== undefined && isAll ? text : lineOf(frame);
}
