import type { Capability } from '../../contract/capability.js';
import type { StoredValues } from '../../contract/driver.js';
import { KernelError } from '../../contract/errors.js';
import type { HandleRecord } from '../../contract/handle.js';
import type { Principal } from '../../contract/principal.js';
import type { Value } from '../../contract/row.js';
import { setMember } from '../../streams/members.js';
import { memberPath } from '../json-schema/visit.js';
import { isJsonObject } from '../json-values.js';
import type { KernelPorts } from '../ports.js';
import { planRoute } from '../router.js';
import { createWithholding } from './hidden-by-place.js';
import { type OpenReference, openReference } from './open.js';
import { findReferences } from './reference.js';
import { streamedCheck, withoutParams } from './streamed-check.js';
import { isList, readValues, storedValues } from './values.js';

type Args = Readonly<Record<string, unknown>>;

/** The arguments a driver is given. */
export interface ResolvedArguments {
  /** References have been replaced by values; those that the driver takes as streams are not among them. */
  readonly args: Args;
  readonly stored: Readonly<Record<string, StoredValues>>;
  /** The handles that values come from. */
  readonly sources: readonly HandleRecord[];
  /**
   * Whether values among them are hidden only for where they stand, so nothing of what is made of them may be shown. Of
   * values that are streamed it may turn out late, but always before they are handed on.
   */
  readonly isWithheld: () => boolean;
  /** Why a stream of stored values ended early, if one did: a driver may have told that in its own words, or not. */
  readonly failure: () => unknown;
  /** What is wrong with the arguments, in sentences without values. */
  readonly problems: readonly string[];
}

interface Asked {
  readonly capability: Capability;
  readonly principal: Principal;
  readonly args: Args;
}

const MOST_VALUES = 100_000;
/** Of values that are streamed; the others are judged as they are handed on. */
const ROWS_JUDGED_BEFORE = 1000;
const MOST_CHARACTERS = 16 * 1024 * 1024;

/**
 * Follows every reference in the arguments, and checks them against the capability's `params` with the stored values in
 * their places. Throws POLICY_DENIED, HANDLE_NOT_FOUND, HANDLE_EXPIRED, USAGE or LIMIT_REACHED; never shows a value.
 */
export async function resolveArguments(ports: KernelPorts, asked: Asked): Promise<ResolvedArguments> {
  const { capability, args } = asked;
  const references = findReferences(args);
  if (references.length === 0) {
    return {
      args,
      stored: {},
      sources: [],
      isWithheld: () => false,
      failure: () => undefined,
      problems: ports.validator.validate(capability, args),
    };
  }
  const open = await Promise.all(references.map((reference) => openReference(ports, reference, asked)));
  const streamed = await streamedArguments(ports, capability);
  const stored: Record<string, StoredValues> = {};
  const passing: string[] = [];
  let failure: unknown;
  const onFailure = (error: unknown): void => {
    failure ??= error;
  };
  const room = { values: MOST_VALUES, characters: MOST_CHARACTERS };
  const withholding = createWithholding(ports);
  let given: unknown = args;
  for (const reference of open) {
    const [name = '', ...below] = reference.steps;
    const isStream = below.length === 0 && streamed.has(name);
    const how = isStream ? streamedCheck(ports.validator, capability, reference) : undefined;
    if (how !== undefined) {
      const check = how.when === 'passing' ? how.check : undefined;
      const onRows = withholding.watch(reference);
      setMember(stored, name, storedValues(ports, reference, { check, onRows, onFailure }));
    }
    if (how?.when === 'passing') {
      passing.push(name);
    } else {
      given = replaceAt(given, reference.steps, await storedValue(ports, reference, room));
    }
    await withholding.judge(reference, how === undefined ? MOST_VALUES : ROWS_JUDGED_BEFORE);
  }
  const unseen = references.map(({ steps }) => pathTo(args, steps));
  const problems = ports.validator.validate(withoutParams(capability, passing), without(given, passing), unseen);
  return {
    args: without(given, Object.keys(stored)),
    stored,
    sources: open.map(({ record }) => record),
    isWithheld: withholding.isWithheld,
    failure: () => failure,
    problems,
  };
}

/** Streams cannot be read twice by drivers of different habits: all of the route must take them. */
async function streamedArguments(ports: KernelPorts, capability: Capability): Promise<ReadonlySet<string>> {
  const lists = await Promise.all(
    planRoute(capability).map(async (binding) => {
      const driver = await ports.driver(binding.driver_id);
      return (await driver?.streamedArguments?.(binding)) ?? [];
    }),
  );
  const [first = [], ...others] = lists;
  return new Set(first.filter((name) => others.every((names) => names.includes(name))));
}

/** What the arguments of one call may still take up together. */
interface Room {
  values: number;
  characters: number;
}

async function storedValue(ports: KernelPorts, reference: OpenReference, room: Room): Promise<Value> {
  const values: Value[] = [];
  for await (const some of readValues(ports, reference)) {
    values.push(...some);
    room.values -= some.length;
    room.characters -= some.reduce<number>((sum, value) => sum + JSON.stringify(value).length, 0);
    if (room.values < 0 || room.characters < 0) {
      throw new KernelError('LIMIT_REACHED', 'the stored results are too large to be arguments', {
        hint: `at most ${MOST_VALUES} values and 16 MiB: name fewer rows or one field, as in rows[0:1000].id`,
      });
    }
  }
  if (isList(reference)) {
    return values;
  }
  if (reference.path.part === 'text') {
    return values.join('');
  }
  const [only] = values;
  if (only === undefined) {
    throw new KernelError('USAGE', 'the stored result has no such row or field', {
      hint: 'akernel expand shows its rows; they are counted from 0',
    });
  }
  return only;
}

/** The place as the validator names it. */
function pathTo(args: unknown, steps: readonly string[]): string {
  let path = '';
  let value = args;
  for (const step of steps) {
    path = Array.isArray(value) ? `${path}[${step}]` : memberPath(path, step);
    value =
      isJsonObject(value) || Array.isArray(value)
        ? Object.entries(value).find(([name]) => name === step)?.[1]
        : undefined;
  }
  return path;
}

function without(args: unknown, names: readonly string[]): Args {
  return Object.fromEntries(Object.entries(isJsonObject(args) ? args : {}).filter(([key]) => !names.includes(key)));
}

/** A copy with another value at one place. */
function replaceAt(value: unknown, [step, ...below]: readonly string[], replacement: Value): unknown {
  if (step === undefined) {
    return replacement;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (String(index) === step ? replaceAt(item, below, replacement) : item));
  }
  const copy: Record<string, unknown> = {};
  for (const [name, member] of isJsonObject(value) ? Object.entries(value) : []) {
    setMember(copy, name, name === step ? replaceAt(member, below, replacement) : member);
  }
  return copy;
}
