import type { ActorPart, LlmNode } from '../contract/actor.js';
import { KernelError } from '../contract/errors.js';
import type { ModelRequest } from '../contract/model.js';
import type { ToldMessage } from '../contract/model-call.js';
import { answerCalls } from './answer-calls.js';
import { describeTools } from './model-tools.js';
import type { NodeOutput, Visit } from './node.js';
import { promptOf } from './own-functions.js';
import type { Run } from './run.js';
import type { Talk } from './talk.js';
import { runTurn, type Turn } from './turn.js';

/** Every request carries all that was said before: more than any model reads, and little enough to be told again and again. */
const MOST_CHARS = 8 * 1024 * 1024;

/** A model's turns, until one asks for no tool. Each turn, with the tools it asks for, is a step. */
export async function* runLlmNode(run: Run, node: LlmNode, visit: Visit): AsyncGenerator<ActorPart, NodeOutput> {
  const { nodeId, isShown } = visit;
  const tools = await run.ending.bounded(describeTools(run.kernel, node.tools ?? []));
  const talk = node.history === true ? run.talk : undefined;
  const user: ToldMessage = { role: 'user', content: await promptOf(run, node, visit) };
  const messages: ToldMessage[] = [...firstMessages(node, talk), user];
  const unkept: ToldMessage[] = [user];
  let chars = 0;
  for (;;) {
    const spot = { node_id: nodeId, step: run.nextStep() };
    yield run.part({ type: 'start-step' }, spot);
    const request = { ...requestOf(node), messages, ...(tools.tools.length === 0 ? {} : { tools: tools.tools }) };
    const turn = yield* runTurn(run, { model: node.model, request, spot, isShown, tools });
    yield run.part({ type: 'usage', usage: run.usage.total() }, spot);
    const isLast = turn.calls.length === 0 && turn.turn.rejected.length === 0;
    const told = isLast
      ? lastWords(turn)
      : yield* answerCalls(run, { turn, tools, spot, isShown }, (messages) =>
          keepAnyway(talk, [...unkept, ...messages]),
        );
    chars += isLast ? 0 : JSON.stringify(told).length;
    checkLength(chars, nodeId);
    messages.push(...told);
    unkept.push(...told);
    await talk?.keep(unkept.splice(0));
    yield run.part({ type: 'finish-step', usage: run.usage.total() }, spot);
    if (isLast) {
      return { text: turn.text, finishReason: turn.turn.finish_reason, isShown };
    }
    run.ending.checkStep();
  }
}

/** A run that ends among its calls has done some of them: what is not kept would be done again. Why it ended is told, not this. */
async function keepAnyway(talk: Talk | undefined, messages: readonly ToldMessage[]): Promise<void> {
  await talk?.keep(messages).catch(() => undefined);
}

/** Providers take no message without content. */
function lastWords({ text }: Turn): readonly ToldMessage[] {
  return text === '' ? [] : [{ role: 'assistant', content: text }];
}

function checkLength(chars: number, nodeId: string): void {
  if (chars > MOST_CHARS) {
    const message = `the conversation of node ${nodeId} is longer than ${MOST_CHARS} characters`;
    throw new KernelError('LIMIT_REACHED', message, {
      hint: 'let the model call fewer tools, or cut what it writes with max_tokens',
      details: { kind: 'conversation', limit: MOST_CHARS },
    });
  }
}

function firstMessages({ system }: LlmNode, talk: Talk | undefined): readonly ToldMessage[] {
  const instructions = [system ?? '', talk?.note ?? ''].filter((text) => text !== '').join('\n\n');
  return [
    ...(instructions === '' ? [] : [{ role: 'system', content: instructions } as const]),
    ...(talk?.before ?? []),
  ];
}

function requestOf({ max_tokens: most, temperature }: LlmNode): Pick<ModelRequest, 'max_tokens' | 'temperature'> {
  return {
    ...(most === undefined ? {} : { max_tokens: most }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}
