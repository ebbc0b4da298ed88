import type { Capability } from '../contract/capability.js';
import type { KernelError } from '../contract/errors.js';
import type { ArgConstraints } from '../contract/grant.js';
import { jsonEquals } from './json-values.js';
import { refuse } from './policy-explain.js';
import type { KernelPorts } from './ports.js';
import { planRoute } from './router.js';
import { isBelowAsText } from './text-prefix.js';

type Args = Readonly<Record<string, unknown>>;

interface LimitedCall {
  readonly capability: Capability;
  readonly args: Args;
  /** Each of them has to admit the arguments. */
  readonly limits: readonly ArgConstraints[];
}

/** Throws unless the arguments are within every limit, judged by what each driver of the route would use of them. */
export async function checkArgumentLimits(ports: Pick<KernelPorts, 'driver'>, call: LimitedCall): Promise<void> {
  const places = call.limits.some(({ pinned, prefix }) => pinned !== undefined || prefix !== undefined)
    ? await placesOf(ports, call.capability)
    : [];
  for (const limit of call.limits) {
    await checkLimit(limit, call.args, places);
  }
}

/** Where an argument leads in one driver of the route: undefined when it is no place there; throws where it may not lead. */
type PlaceOf = (name: string, value: string, follow: boolean) => Promise<string | undefined>;

async function placesOf(ports: Pick<KernelPorts, 'driver'>, capability: Capability): Promise<readonly PlaceOf[]> {
  return Promise.all(
    planRoute(capability).map(async (binding): Promise<PlaceOf> => {
      const driver = await ports.driver(binding.driver_id);
      return async (name, value, follow) => driver?.placeOf?.(binding, { name, value, follow });
    }),
  );
}

async function checkLimit(limit: ArgConstraints, args: Args, places: readonly PlaceOf[]): Promise<void> {
  const { allowed_keys: keys, pinned = {}, prefix = {} } = limit;
  if (keys !== undefined && Object.keys(args).some((key) => !keys.includes(key))) {
    throw violation('an argument that the capability token does not allow', `give only ${keys.join(', ') || 'none'}`);
  }
  for (const [key, value] of Object.entries(pinned)) {
    if (!Object.hasOwn(args, key) || !(await isPinned(key, [args[key], value], places))) {
      throw violation(`the argument ${key} other than the capability token fixes it`, `give ${key} as it was granted`);
    }
  }
  for (const [key, start] of Object.entries(prefix)) {
    const value = Object.hasOwn(args, key) ? args[key] : undefined;
    if (typeof value !== 'string' || !(await isBelow(key, [value, start], places))) {
      throw violation(`the argument ${key} outside what the capability token allows`, `begin ${key} as it was granted`);
    }
  }
}

/** The same value, or another name of the same place in every driver of the route. */
async function isPinned(name: string, [value, pinned]: readonly unknown[], places: readonly PlaceOf[]) {
  if (jsonEquals(value, pinned)) {
    return true;
  }
  if (typeof value !== 'string' || typeof pinned !== 'string') {
    return false;
  }
  return everyPlace(places, async (placeOf) => {
    const place = await placeOf(name, value, true);
    return place !== undefined && place === (await placeOf(name, pinned, true));
  });
}

/** Links are followed in what is called, never in what was granted: a link that is changed later cannot widen a grant. */
async function isBelow(name: string, [value, prefix]: readonly [string, string], places: readonly PlaceOf[]) {
  return everyPlace(places, async (placeOf) => {
    const place = await placeOf(name, value, true);
    if (place === undefined) {
      return isBelowAsText(value, prefix);
    }
    const top = await placeOf(name, prefix, false);
    return top !== undefined && (top === '' || place === top || place.startsWith(`${top}/`));
  });
}

/** A place that cannot be told, for whatever reason, is outside; why is not said, as it could tell what is there. */
async function everyPlace(places: readonly PlaceOf[], holds: (placeOf: PlaceOf) => Promise<boolean>): Promise<boolean> {
  for (const placeOf of places) {
    if (!(await holds(placeOf).catch(() => false))) {
      return false;
    }
  }
  return true;
}

function violation(what: string, remedy: string): KernelError {
  return refuse({ reason: 'arg_constraint_violation', message: `the call has ${what}`, remedy });
}
