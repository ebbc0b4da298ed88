import type { ActorPart, LlmNode } from '../contract/actor.js';
import { KernelError } from '../contract/errors.js';
import type { ModelRequest } from '../contract/model.js';
import type { ToldMessage } from '../contract/model-call.js';
import { answerCalls } from './answer-calls.js';
import { describeTools } from './model-tools.js';
import type { NodeOutput, Visit } from './node.js';
import { promptOf } from './own-functions.js';
import type { Run } from './run.js';
import { runTurn } from './turn.js';

/** Every request carries all that was said before: more than any model reads, and little enough to be told again and again. */
const MOST_CHARS = 8 * 1024 * 1024;

/** A model's turns, until one asks for no tool. Each turn, with the tools it asks for, is a step. */
export async function* runLlmNode(run: Run, node: LlmNode, visit: Visit): AsyncGenerator<ActorPart, NodeOutput> {
  const { nodeId, isShown } = visit;
  const tools = await run.ending.bounded(describeTools(run.kernel, node.tools ?? []));
  const messages: ToldMessage[] = await firstMessages(run, node, visit);
  let chars = 0;
  for (;;) {
    const spot = { node_id: nodeId, step: run.nextStep() };
    yield run.part({ type: 'start-step' }, spot);
    const request = { ...requestOf(node), messages, ...(tools.tools.length === 0 ? {} : { tools: tools.tools }) };
    const turn = yield* runTurn(run, { model: node.model, request, spot, isShown, tools });
    yield run.part({ type: 'usage', usage: run.usage.total() }, spot);
    const isLast = turn.calls.length === 0 && turn.turn.rejected.length === 0;
    if (!isLast) {
      const told = yield* answerCalls(run, { turn, tools, spot, isShown });
      chars += JSON.stringify(told).length;
      if (chars > MOST_CHARS) {
        throw tooLong(nodeId);
      }
      messages.push(...told);
    }
    yield run.part({ type: 'finish-step', usage: run.usage.total() }, spot);
    if (isLast) {
      return { text: turn.text, finishReason: turn.turn.finish_reason, isShown };
    }
  }
}

function tooLong(nodeId: string): KernelError {
  return new KernelError(
    'LIMIT_REACHED',
    `the conversation of node ${nodeId} is longer than ${MOST_CHARS} characters`,
    {
      hint: 'let the model call fewer tools, or cut what it writes with max_tokens',
      details: { kind: 'conversation', limit: MOST_CHARS },
    },
  );
}

async function firstMessages(run: Run, node: LlmNode, visit: Visit): Promise<ToldMessage[]> {
  const user: ToldMessage = { role: 'user', content: await promptOf(run, node, visit) };
  return node.system === undefined ? [user] : [{ role: 'system', content: node.system }, user];
}

function requestOf({ max_tokens: most, temperature }: LlmNode): Pick<ModelRequest, 'max_tokens' | 'temperature'> {
  return {
    ...(most === undefined ? {} : { max_tokens: most }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}
