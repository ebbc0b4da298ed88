import type { ActorModel, ActorPart } from '../contract/actor.js';
import { KernelError } from '../contract/errors.js';
import type { UsageStatus } from '../contract/model.js';
import type { ModelCall, ShownModelPart } from '../contract/model-call.js';
import { createForming } from './forming-calls.js';
import { createKeptText } from './kept-text.js';
import type { ModelTools } from './model-tools.js';
import { costOf, priceOf } from './prices.js';
import type { Run, Spot } from './run.js';
import type { OpenCall } from './usage-book.js';

/** What a model said in one turn. */
export interface Turn extends Pick<Extract<ShownModelPart, { type: 'turn' }>, 'turn' | 'calls'> {
  readonly text: string;
}

interface Ask {
  /** The executor's name of the model. */
  readonly model: string;
  readonly request: Omit<ModelCall['request'], 'model'>;
  readonly spot: Spot;
  /** Whether its text is shown as it comes. */
  readonly isShown: boolean;
  readonly tools: ModelTools;
}

/** One call of a model, until its turn has ended cleanly. */
export async function* runTurn(
  run: Run,
  { model: name, request, spot, isShown, tools }: Ask,
): AsyncGenerator<ActorPart, Turn> {
  const { ending, allowance } = run;
  const model = modelOf(run, name);
  ending.check();
  allowance.modelCall();
  if (isShown) {
    run.said.begin();
  }
  const spent = run.usage.open(spot.node_id);
  const parts = callModel(run, model, { ...request, mayAskAgain: () => askAgain(run, spent) });
  const spoken = createKeptText();
  const say = (text: string): ActorPart[] => {
    spoken.add(text);
    if (!isShown) {
      return [];
    }
    run.said.add(text);
    return [run.part({ type: 'text-delta', delta: text }, spot)];
  };
  const forming = createForming(run, spot, tools);
  const heard: { status: UsageStatus; end?: Pick<Turn, 'turn' | 'calls'> } = { status: 'partial' };
  const hear = (part: ShownModelPart): readonly ActorPart[] => {
    switch (part.type) {
      case 'text':
        return say(part.text);
      case 'tool-call-start':
      case 'tool-call-delta':
        return isShown ? forming(part) : [];
      case 'withheld':
        withhold(run, { chars: part.chars, spot, isShown });
        return [];
      case 'usage':
        spent.seen(part.usage);
        return [];
      case 'turn':
        spent.seen(part.turn.usage);
        heard.status = part.turn.usage_status;
        heard.end = part;
        return [];
      case 'asked':
      case 'silent':
        return [];
    }
  };
  try {
    for await (const part of attended(parts, run)) {
      yield* hear(part);
    }
  } finally {
    spent.close(heard.status);
    allowance.charge(costOf(spent.known(), heard.status, priceOf(run.prices, model.model)));
  }
  const { end, status } = heard;
  if (end === undefined) {
    throw new KernelError('INTERNAL', 'the kernel ended the call of a model without an end of its turn');
  }
  noteEnd(run, spot.node_id, { status, flags: end.turn.flags });
  if (spoken.isCut() && !isShown) {
    run.warn(
      `node ${spot.node_id}: only the first ${spoken.text().length} of ${spoken.chars()} characters were passed on`,
    );
  }
  return { ...end, text: spoken.text() };
}

function askAgain({ allowance }: Run, spent: OpenCall): boolean {
  const isAllowed = allowance.modelCallAgain();
  if (isAllowed) {
    spent.again();
  }
  return isAllowed;
}

function modelOf({ models }: Run, name: string): ActorModel {
  const model = models[name];
  if (model === undefined) {
    throw new KernelError('INTERNAL', 'a node without a model was not found when the graph was checked');
  }
  return model;
}

function callModel(
  { kernel, principal, sessionId, ending: { signal } }: Run,
  { client, model }: ActorModel,
  { mayAskAgain, ...request }: Ask['request'] & Required<Pick<ModelCall, 'mayAskAgain'>>,
): AsyncIterable<ShownModelPart> {
  const session = sessionId === undefined ? {} : { sessionId };
  return kernel.callModel({ client, request: { ...request, model }, principal, signal, mayAskAgain, ...session });
}

/** What was held of a turn that failed is told by its length. */
function withhold(
  run: Run,
  { chars, spot, isShown }: Pick<Ask, 'spot' | 'isShown'> & { readonly chars: number },
): void {
  const what = chars === 1 ? 'character was' : `${chars} characters were`;
  run.warn(`node ${spot.node_id}: the last ${what} held back, as the turn did not end`);
  if (isShown) {
    run.said.withhold(chars);
  }
}

/** Warnings that are alike are told once. */
function noteEnd(
  run: Run,
  nodeId: string,
  { status, flags }: { readonly status: UsageStatus; readonly flags: readonly string[] },
): void {
  if (status === 'missing') {
    run.warn(`node ${nodeId}: the model did not report its usage, which counts as 0`);
  }
  if (flags.includes('text_tool_call')) {
    run.warn(`node ${nodeId}: the model wrote a tool call as text; nothing was run`);
  }
}

/** The parts, of which each must come in time. */
async function* attended<T>(source: AsyncIterable<T>, { ending }: Run): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let isOpen = true;
  try {
    for (;;) {
      isOpen = false;
      const step = await ending.attended(iterator.next());
      if (step.done === true) {
        return;
      }
      isOpen = true;
      yield step.value;
    }
  } finally {
    if (isOpen) {
      await iterator.return?.();
    }
  }
}
