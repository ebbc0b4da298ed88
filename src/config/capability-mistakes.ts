import { nearestName } from '../contract/did-you-mean.js';
import { DRIVER_OPTIONS } from '../contract/driver-options/index.js';
import { ANY_OPERATION, type OperationOptions } from '../contract/driver-options/operation.js';
import type { LocatedMistake } from './mistakes.js';
import type { ConfigFile } from './schema.js';
import { located, schemaMistakes } from './schema-mistakes.js';
import { isRecord } from './trees.js';

type Entry = NonNullable<ConfigFile['capabilities']>[number];
type Binding = Entry['driver'];
type Steps = readonly PropertyKey[];

/** What is wrong between the parts of each capability: its driver's options, its arguments, its id among the others. */
export function capabilityMistakes({ capabilities = [] }: ConfigFile): readonly LocatedMistake[] {
  return capabilities.flatMap((entry, index) => {
    const steps = ['capabilities', index];
    const isAgain = capabilities.findIndex(({ capability_id: id }) => id === entry.capability_id) < index;
    const again = located(
      [...steps, 'capability_id'],
      'is the id of an earlier one',
      'give each capability its own id',
    );
    const fallbacks = (entry.fallbacks ?? []).map((binding, place) => ({ binding, below: ['fallbacks', place] }));
    const isRepeated = entry.safety_class === 'READ' || entry.idempotent === true;
    const unused = located(
      [...steps, 'fallbacks'],
      `are never tried for a capability that is ${entry.safety_class}`,
      'take them out, or set idempotent: true where repeating does no harm',
    );
    const bindings = [{ binding: entry.driver, below: ['driver'] }, ...fallbacks];
    return [
      ...(isAgain ? [again] : []),
      ...(fallbacks.length === 0 || isRepeated ? [] : [unused]),
      ...bindings.flatMap(({ binding, below }) => bindingMistakes(entry, binding, [...steps, ...below])),
    ];
  });
}

function bindingMistakes(entry: Entry, binding: Binding, steps: Steps): readonly LocatedMistake[] {
  const { driver_id: driverId, operation } = binding;
  const operations = ownMember(DRIVER_OPTIONS, driverId);
  if (operations === undefined) {
    return [located([...steps, 'driver_id'], 'is not a driver', nearOrAll(driverId, Object.keys(DRIVER_OPTIONS)))];
  }
  const known = ownMember(operations, operation) ?? operations[ANY_OPERATION];
  if (known === undefined) {
    const message = `is not an operation of the driver ${driverId}`;
    return [located([...steps, 'operation'], message, nearOrAll(operation, Object.keys(operations)))];
  }
  return optionMistakes(entry, { known, options: binding.options ?? {}, steps: [...steps, 'options'] });
}

interface Written {
  readonly known: OperationOptions;
  readonly options: unknown;
  readonly steps: Steps;
}

function optionMistakes(entry: Entry, { known, options, steps }: Written): readonly LocatedMistake[] {
  const result = known.options.safeParse(options, { reportInput: true, jitless: true });
  if (!result.success) {
    return schemaMistakes(result.error, known.options, { steps });
  }
  const misfit = known.misfit?.(options, entry);
  return [
    ...unknownArguments(entry, known.argumentNames?.(options) ?? [], steps),
    ...(misfit === undefined ? [] : [located([...steps, misfit.member], misfit.message, misfit.hint)]),
  ];
}

function unknownArguments(entry: Entry, names: readonly string[], steps: Steps): readonly LocatedMistake[] {
  const described = describedArguments(entry.params);
  const unknown = [...new Set(names)].filter((name) => !described.includes(name));
  return unknown.map((name) => {
    const near = nearestName(name, described);
    const hint = near === undefined ? `describe ${name} in params.properties` : `did you mean ${near}?`;
    return located(steps, `refer to the argument ${name}, which params does not describe`, hint);
  });
}

function describedArguments(params: Readonly<Record<string, unknown>>): readonly string[] {
  const { properties } = params;
  return isRecord(properties) ? Object.keys(properties) : [];
}

function nearOrAll(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? `known are ${known.join(', ')}` : `did you mean ${near}?`;
}

function ownMember<Value>(members: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
