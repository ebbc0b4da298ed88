import type { ActorModel, ActorNode, ModelPrice } from '../contract/actor.js';
import { KernelError } from '../contract/errors.js';
import type { ModelUsage, UsageStatus } from '../contract/model.js';
import type { SettledLimits } from './limits.js';

export type Prices = Readonly<Record<string, ModelPrice>>;

const PER_TOKENS = 1_000_000;
const FREE: ModelPrice = { input_micro: 0, output_micro: 0 };

/** What a call costs, rounded up; 0 without a price, and undefined when it is not known. */
export function costOf(
  { input_tokens: read = 0, output_tokens: written = 0 }: ModelUsage,
  status: UsageStatus,
  price: ModelPrice = FREE,
): number | undefined {
  const cost = Math.ceil((read * price.input_micro + written * price.output_micro) / PER_TOKENS);
  const isFree = price.input_micro === 0 && price.output_micro === 0;
  return status === 'missing' && !isFree ? undefined : cost;
}

export function priceOf(prices: Prices, model: string): ModelPrice | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

/** The same for every model of a graph. */
export function checkPrices(
  nodes: readonly ActorNode[],
  models: Readonly<Record<string, ActorModel>>,
  { prices, limits }: { readonly prices: Prices; readonly limits: SettledLimits },
): void {
  for (const node of nodes) {
    const model = node.type === 'llm' ? models[node.model]?.model : undefined;
    if (model !== undefined) {
      checkPrice(model, prices, limits);
    }
  }
}

/** A limit of cost is none where a price is not known: throws CONFIG_INVALID. */
export function checkPrice(model: string, prices: Prices, { max_cost_micro: most }: SettledLimits): void {
  if (most !== Number.POSITIVE_INFINITY && !isPrice(priceOf(prices, model))) {
    throw new KernelError('CONFIG_INVALID', 'the cost of the run is limited, and a model has no price', {
      hint: 'give the price of every model, or no max_cost_micro',
      details: { kind: 'cost', reason: 'missing_pricing_entry', model },
    });
  }
}

function isPrice(price: ModelPrice | undefined): boolean {
  return price !== undefined && isAmount(price.input_micro) && isAmount(price.output_micro);
}

function isAmount(amount: number): boolean {
  return Number.isFinite(amount) && amount >= 0;
}
