import type { ActorLimits } from '../contract/actor.js';
import { KernelError } from '../contract/errors.js';

/** The limits of a run, all of them. Infinity is none. */
export type SettledLimits = Readonly<Record<keyof ActorLimits, number>>;

const DEFAULTS: SettledLimits = {
  timeout_ms: Number.POSITIVE_INFINITY,
  idle_timeout_ms: Number.POSITIVE_INFINITY,
  max_model_calls: 100,
  max_tool_calls: 200,
  max_depth: 100,
  max_cost_micro: Number.POSITIVE_INFINITY,
};

export function settleLimits(limits: ActorLimits): SettledLimits {
  const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return { ...DEFAULTS, ...Object.fromEntries(given) };
}

type Kind = 'model_calls' | 'tool_calls' | 'depth' | 'cost';

/** The limits of a run that is a part of another: a price must be known where either of them limits the cost. */
export function limitsWithin(limits: SettledLimits, above: Allowance | undefined): SettledLimits {
  return {
    ...limits,
    max_cost_micro: Math.min(limits.max_cost_micro, above?.limits.max_cost_micro ?? Number.POSITIVE_INFINITY),
  };
}

/** What a run may still do: one object for all graphs of a run, so that none of them can go round it. */
export interface Allowance {
  readonly limits: SettledLimits;
  /** Each throws LIMIT_REACHED when nothing is left, and counts otherwise. */
  readonly step: () => void;
  readonly modelCall: () => void;
  /** The same for a request that is repeated; false when nothing is left, and what failed before is why the run ends. */
  readonly modelCallAgain: () => boolean;
  readonly toolCall: () => void;
  /** Undefined: nobody knows what it was. */
  readonly charge: (costMicro: number | undefined) => void;
  readonly spent: () => Readonly<Record<Kind, number>>;
  /** The error that was thrown. */
  readonly breach: () => KernelError | undefined;
}

/** Of a run that is a part of another, what it takes is taken from that one's allowance too. */
export function createAllowance(limits: SettledLimits, above?: Allowance): Allowance {
  const spent = { model_calls: 0, tool_calls: 0, depth: 0, cost: 0 };
  const most: Readonly<Record<Kind, number>> = {
    model_calls: limits.max_model_calls,
    tool_calls: limits.max_tool_calls,
    depth: limits.max_depth,
    cost: limits.max_cost_micro,
  };
  let breach: KernelError | undefined;
  let isCostKnown = true;

  const check = (kind: Kind): void => {
    if (spent[kind] >= most[kind]) {
      breach ??= exhausted(kind, most[kind]);
      throw breach;
    }
  };

  const take = (kind: Kind, takeAbove: (() => void) | undefined): void => {
    check(kind);
    takeAbove?.();
    spent[kind] += 1;
  };

  return {
    limits,
    step: () => take('depth', above?.step),
    modelCall() {
      check('cost');
      if (!isCostKnown && most.cost !== Number.POSITIVE_INFINITY) {
        breach ??= costUnknown();
        throw breach;
      }
      take('model_calls', above?.modelCall);
    },
    modelCallAgain() {
      const isOwnLeft = spent.model_calls < most.model_calls && spent.cost < most.cost;
      const isLeft = isOwnLeft && (above?.modelCallAgain() ?? true);
      spent.model_calls += isLeft ? 1 : 0;
      return isLeft;
    },
    toolCall: () => take('tool_calls', above?.toolCall),
    charge(costMicro) {
      above?.charge(costMicro);
      spent.cost += costMicro ?? 0;
      isCostKnown &&= costMicro !== undefined;
    },
    spent: () => ({ ...spent }),
    breach: () => breach ?? above?.breach(),
  };
}

const WORDS: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  model_calls: ['call of models', 'calls of models'],
  tool_calls: ['call of tools', 'calls of tools'],
  depth: ['step from node to node', 'steps from node to node'],
  cost: ['millionth of cost', 'millionths of cost'],
};

function exhausted(kind: Kind, limit: number): KernelError {
  return new KernelError('LIMIT_REACHED', `the run has used up its ${limit} ${WORDS[kind][limit === 1 ? 0 : 1]}`, {
    hint: `allow more with max_${kind === 'cost' ? 'cost_micro' : kind}`,
    details: { kind, reason: 'budget_exhausted', limit },
  });
}

/** Unknown is not zero. */
function costUnknown(): KernelError {
  return new KernelError('LIMIT_REACHED', 'the cost of the run is limited, and a model did not report its usage', {
    hint: 'let the provider report usage, or give no max_cost_micro',
    details: { kind: 'cost', reason: 'usage_missing' },
  });
}
