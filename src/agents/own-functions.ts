import type { ActorEdge, ActorFunction, RouterNode, ToolNode } from '../contract/actor.js';
import { KernelError } from '../contract/errors.js';
import type { Visit } from './node.js';
import type { Run } from './run.js';

type At = Pick<Visit, 'nodeId' | 'state'>;

/** What a model or graph is asked. */
export async function promptOf(
  run: Run,
  { prompt }: { readonly prompt?: ActorFunction<string> },
  at: At,
): Promise<string> {
  return prompt === undefined ? at.state.text : asked(run, at, { fn: prompt, isRight: isString, what: 'prompt' });
}

export async function argsOf(run: Run, { args = {} }: ToolNode, at: At): Promise<Readonly<Record<string, unknown>>> {
  return typeof args === 'function' ? asked(run, at, { fn: args, isRight: isRecord, what: 'args' }) : args;
}

export async function isOpen(run: Run, { when }: ActorEdge, at: At): Promise<boolean> {
  return when === undefined || asked(run, at, { fn: when, isRight: isBoolean, what: 'condition of an edge' });
}

export async function routeOf(run: Run, { route }: RouterNode, at: At): Promise<string> {
  return asked(run, at, { fn: route, isRight: isString, what: 'route' });
}

interface Question<T> {
  readonly fn: ActorFunction<T>;
  readonly isRight: (value: unknown) => value is T;
  readonly what: string;
}

/** What a function of the graph gives; what it throws may hold anything. */
async function asked<T>({ ending }: Run, { nodeId, state }: At, { fn, isRight, what }: Question<T>): Promise<T> {
  ending.check();
  let value: unknown;
  try {
    // Nothing here depends on how it stops: one that ignores the signal is not waited for.
    value = await ending.bounded(
      Promise.resolve().then(() => fn(state, ending.signal)),
      0,
    );
  } catch (cause) {
    ending.check();
    throw new KernelError('CONFIG_INVALID', `the ${what} of node ${nodeId} failed`, { cause });
  }
  if (!isRight(value)) {
    throw new KernelError('CONFIG_INVALID', `the ${what} of node ${nodeId} gave a value of the wrong type`);
  }
  return value;
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
