import type { Charges } from '../../../contract/runner.js';

export interface Breach {
  readonly dimension: string;
  readonly granted: number;
  readonly charged: number;
}

/** What a runner charged. A charge beyond the grant is recorded all the same: the cost has been incurred. */
export interface ChargeBook {
  /** Whether it was a charge: a known dimension and a whole, positive amount. */
  readonly charge: (dimension: unknown, amount: unknown) => boolean;
  readonly charged: () => Charges;
  /** The first breach, the first time it is asked for. */
  readonly takeBreach: () => Breach | undefined;
}

/** Dimensions that every runner may charge; a grant adds its own. */
const DIMENSIONS = ['tokens', 'cost_micro', 'tool_calls', 'iterations', 'wall_s', 'cpu_s'];

export function createChargeBook(grants: Charges = {}): ChargeBook {
  const known = new Set([...DIMENSIONS, ...Object.keys(grants)]);
  const charged = new Map<string, number>();
  let breach: Breach | undefined;
  let isTold = false;
  return {
    charge(dimension, amount) {
      const isCharge = typeof dimension === 'string' && known.has(dimension) && isAmount(amount) && amount > 0;
      if (!isCharge) {
        return false;
      }
      const sum = (charged.get(dimension) ?? 0) + amount;
      charged.set(dimension, sum);
      const granted = Object.hasOwn(grants, dimension) ? grants[dimension] : undefined;
      if (granted !== undefined && sum > granted) {
        breach ??= { dimension, granted, charged: sum };
      }
      return true;
    },
    charged: () => Object.fromEntries(charged),
    takeBreach() {
      const isNew = breach !== undefined && !isTold;
      isTold ||= isNew;
      return isNew ? breach : undefined;
    },
  };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
