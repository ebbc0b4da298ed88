import type { HostId } from '../../contract/host.js';
import { filesOf, type HostPlace, type Scope } from '../host-files.js';
import type { OwnProgram } from './gateway-entry.js';
import { hookEntries } from './hook-entries.js';
import { type GatewayWish, jsonGateway } from './json-gateway.js';
import { jsonHooks } from './json-hooks.js';
import { opencodePlugin } from './opencode-plugin.js';
import type { Part } from './part.js';
import { rulesPart } from './rules-part.js';
import { tomlGateway } from './toml-gateway.js';

export const PART_NAMES = ['gateway', 'hooks', 'rules'] as const;
export type PartName = (typeof PART_NAMES)[number];

/** A part of ours, and the file of the host that it goes into. */
export interface HostPart {
  readonly name: PartName;
  readonly path: string;
  readonly part: Part;
}

export interface PartsRequest {
  readonly host: HostId;
  readonly scope: Scope;
  readonly place: HostPlace;
  readonly own: OwnProgram;
  /** Where the copy of the file with the servers will be. */
  readonly copy: string;
  readonly parts: readonly PartName[];
  readonly wrap: boolean;
}

/** Where the hooks of a host can do something without commands being run by akernel. */
const HOOKS_BY_DEFAULT: readonly HostId[] = ['claude-code', 'copilot', 'gemini', 'opencode'];
const HOOKS_ONLY_TO_WRAP: readonly HostId[] = ['codex', 'vscode'];

/** What is installed when nothing is said. */
export function defaultParts(host: HostId, wrap: boolean): readonly PartName[] {
  return HOOKS_BY_DEFAULT.includes(host) || wrap ? ['gateway', 'hooks'] : ['gateway'];
}

/** Whether hooks make sense in this host: some can only wrap commands. */
export function hasHooks(host: HostId, wrap: boolean): boolean {
  return wrap || !HOOKS_ONLY_TO_WRAP.includes(host);
}

/** The parts with their files; a part for which the host has no file in this scope is not among them. */
export function hostParts({ host, scope, place, own, copy, parts, wrap }: PartsRequest): readonly HostPart[] {
  const { mcp, hooks, rules } = filesOf(host, place)[scope];
  const hookWish = { own, wrap, hasGateway: parts.includes('gateway') };
  const all = [
    { name: 'gateway', path: mcp, part: gateway({ host, own, copy }) },
    {
      name: 'hooks',
      path: hooks,
      part: host === 'opencode' ? opencodePlugin(hookWish) : jsonHooks(host, hookEntries(host, hookWish)),
    },
    { name: 'rules', path: rules, part: rulesPart(rules?.endsWith('.mdc') === true) },
  ] as const;
  return all.flatMap(({ name, path, part }) =>
    path !== undefined && parts.includes(name) ? [{ name, path, part }] : [],
  );
}

function gateway(wish: GatewayWish): Part {
  return wish.host === 'codex' ? tomlGateway(wish) : jsonGateway(wish);
}
