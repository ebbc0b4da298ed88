import type { Capability } from '../contract/capability.js';
import { KernelError } from '../contract/errors.js';
import type { GrantConstraints, PolicyRequest } from '../contract/grant.js';
import { coerceArguments } from './argument-coercion.js';
import { isJsonObject, jsonEquals } from './json-values.js';

type Scope = NonNullable<PolicyRequest['scope']>;

/**
 * The constraints of a grant with its scope among them: each member fixes the argument of its name, so that what policy
 * was told is what can be done. Throws USAGE for a member that could fix nothing.
 */
export function withScope(capability: Capability, scope: Scope | undefined, constraints: GrantConstraints) {
  if (scope === undefined) {
    return constraints;
  }
  if (Object.keys(scope).length === 0) {
    throw new KernelError('USAGE', 'the scope of the request for a grant is empty, so it limits nothing', {
      hint: 'name an argument of the capability in it, or leave it out',
    });
  }
  const { args = {} } = constraints;
  const pinned = pinnedBy(capability, scope);
  for (const [name, value] of Object.entries(pinned)) {
    if (Object.hasOwn(args.pinned ?? {}, name) && !jsonEquals(args.pinned?.[name], value)) {
      throw wrong(name, 'is another value than constraints.args.pinned has for it');
    }
  }
  return { ...constraints, args: { ...args, pinned: { ...args.pinned, ...pinned } } };
}

function pinnedBy({ capability_id: id, params }: Capability, scope: Scope): Readonly<Record<string, unknown>> {
  const { properties } = params;
  for (const name of Object.keys(scope)) {
    if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) {
      throw wrong(name, `limits nothing: ${id} has no argument of that name`);
    }
  }
  return coerceArguments(params, scope);
}

function wrong(name: string, what: string): KernelError {
  return new KernelError('USAGE', `the member scope.${name} of the request for a grant ${what}`, {
    hint: 'a scope fixes arguments of the capability; constraints limit the rest',
  });
}
