import type { ActorEdge, ActorState, RouterNode, ToolNode } from '../contract/actor.js';
import { KernelError } from '../contract/errors.js';

/** What a model or graph is asked. */
export function promptOf(
  { prompt }: { readonly prompt?: (state: ActorState) => string },
  nodeId: string,
  state: ActorState,
): string {
  return prompt === undefined ? state.text : asked(() => prompt(state), isString, `prompt of node ${nodeId}`);
}

export function argsOf({ args = {} }: ToolNode, nodeId: string, state: ActorState): Readonly<Record<string, unknown>> {
  return typeof args === 'function' ? asked(() => args(state), isRecord, `args of node ${nodeId}`) : args;
}

export function isOpen({ when }: ActorEdge, nodeId: string, state: ActorState): boolean {
  return when === undefined || asked(() => when(state), isBoolean, `condition of an edge of node ${nodeId}`);
}

export function routeOf({ route }: RouterNode, nodeId: string, state: ActorState): string {
  return asked(() => route(state), isString, `route of node ${nodeId}`);
}

/** What a function of the graph gives; what it throws may hold anything. */
function asked<T>(fn: () => unknown, isRight: (value: unknown) => value is T, what: string): T {
  let value: unknown;
  try {
    value = fn();
  } catch (cause) {
    throw new KernelError('CONFIG_INVALID', `the ${what} failed`, { cause });
  }
  if (!isRight(value)) {
    throw new KernelError('CONFIG_INVALID', `the ${what} gave a value of the wrong type`, {
      hint: 'these functions give their value at once, not a promise',
    });
  }
  return value;
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Promise);
