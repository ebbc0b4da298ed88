import type { ActorModel, ActorPart } from '../contract/actor.js';
import { KernelError } from '../contract/errors.js';
import type { UsageStatus } from '../contract/model.js';
import type { ModelCall, ShownModelPart } from '../contract/model-call.js';
import { createKeptText } from './kept-text.js';
import { costOf, priceOf } from './prices.js';
import type { Run, Spot } from './run.js';

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
}

/** One call of a model, until its turn has ended cleanly. */
export async function* runTurn(
  run: Run,
  { model: name, request, spot, isShown }: Ask,
): AsyncGenerator<ActorPart, Turn> {
  const { ending, allowance } = run;
  const model = modelOf(run, name);
  ending.check();
  allowance.modelCall();
  if (isShown) {
    run.said.begin();
  }
  const parts = callModel(run, model, request);
  const spent = run.usage.open(spot.nodeId);
  const spoken = createKeptText();
  let status: UsageStatus = 'partial';
  let end: Pick<Turn, 'turn' | 'calls'> | undefined;
  try {
    for await (const part of attended(parts, run)) {
      if (part.type === 'text') {
        spoken.add(part.text);
        if (isShown) {
          run.said.add(part.text);
          yield run.part({ type: 'text-delta', delta: part.text }, spot);
        }
      } else if (part.type === 'usage') {
        spent.seen(part.usage);
      } else if (part.type === 'turn') {
        spent.seen(part.turn.usage);
        status = part.turn.usage_status;
        end = part;
      }
    }
  } finally {
    spent.close(status);
    allowance.charge(costOf(spent.known(), status, priceOf(run.prices, model.model)));
  }
  if (end === undefined) {
    throw new KernelError('INTERNAL', 'The kernel ended the call of a model without an end of its turn.');
  }
  noteUsage(run, spot.nodeId, status);
  if (spoken.isCut() && !isShown) {
    run.warn(
      `node ${spot.nodeId}: only the first ${spoken.text().length} of ${spoken.chars()} characters were passed on`,
    );
  }
  return { ...end, text: spoken.text() };
}

function modelOf({ models }: Run, name: string): ActorModel {
  const model = models[name];
  if (model === undefined) {
    throw new KernelError('INTERNAL', 'A node without a model was not found when the graph was checked.');
  }
  return model;
}

function callModel(
  { kernel, principal, sessionId, ending: { signal } }: Run,
  { client, model }: ActorModel,
  request: Ask['request'],
): AsyncIterable<ShownModelPart> {
  const session = sessionId === undefined ? {} : { sessionId };
  return kernel.callModel({ client, request: { ...request, model }, principal, signal, ...session });
}

/** Warnings that are alike are told once. */
function noteUsage(run: Run, nodeId: string, status: UsageStatus): void {
  if (status === 'missing') {
    run.warn(`node ${nodeId}: the model did not report its usage, which counts as 0`);
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
