import { OWN_KEY_VARIABLES } from '../../contract/own-keys.js';
import type { ServerLimits } from './entry-types.js';

type Members = Readonly<Record<string, unknown>>;

/** `unused` names the members that say something else than can be taken over. */
export function limitsOf(entry: Members): { readonly limits: ServerLimits; readonly unused: readonly string[] } {
  const limits: { -readonly [Name in keyof ServerLimits]: ServerLimits[Name] } = {};
  const unused: string[] = [];
  for (const { members, read, name } of RULES) {
    for (const member of members.filter((each) => entry[each] !== undefined)) {
      const value = read(entry[member], member);
      if (value === undefined) {
        unused.push(member);
      } else if (value !== NOTHING) {
        Object.assign(limits, { [name]: value });
      }
    }
  }
  return { limits, unused };
}

/** A value that says nothing, such as "all tools". */
const NOTHING = Symbol('nothing');

interface Rule {
  readonly name: keyof ServerLimits;
  readonly members: readonly string[];
  readonly read: (value: unknown, member: string) => unknown;
}

const RULES: readonly Rule[] = [
  { name: 'allow', members: ['tools', 'includeTools', 'enabled_tools'], read: allowed },
  { name: 'deny', members: ['excludeTools', 'disabled_tools'], read: toolNames },
  { name: 'start_timeout_ms', members: ['startup_timeout_ms', 'startup_timeout_sec'], read: milliseconds },
  { name: 'call_timeout_ms', members: ['timeout', 'tool_timeout_sec'], read: milliseconds },
  { name: 'env_allow', members: ['env_vars'], read: variables },
];

function allowed(value: unknown): unknown {
  return Array.isArray(value) && value.includes('*') ? NOTHING : toolNames(value);
}

/** Gemini lets arguments follow a name in brackets. */
function toolNames(value: unknown): readonly string[] | undefined {
  const names = Array.isArray(value) ? value : undefined;
  return names?.every((name) => typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME) === true
    ? names.map((name) => String(name).replace(/\(.*$/s, ''))
    : undefined;
}

const LONGEST_NAME = 200;
const LONGEST_MS = 86_400_000;
/** A `timeout` below is one in seconds, as Cline writes it: no host waits for less than a second. */
const LEAST_MS = 1000;

function milliseconds(value: unknown, member: string): number | undefined {
  const given = Number(typeof value === 'bigint' || typeof value === 'number' ? value : Number.NaN);
  const isSeconds = member.endsWith('_sec') || (member === 'timeout' && given < LEAST_MS);
  const ms = Math.round(isSeconds ? given * 1000 : given);
  return ms >= 1 && ms <= LONGEST_MS ? ms : undefined;
}

function variables(value: unknown): readonly string[] | undefined {
  const names = Array.isArray(value) ? value : undefined;
  return names?.every((name) => typeof name === 'string' && name !== '' && !OWN_KEY_VARIABLES.includes(name)) === true
    ? names.map(String)
    : undefined;
}
