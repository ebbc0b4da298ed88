import type { SwitchedOff } from '../contract/capability.js';
import type { ReferenceMistake } from './references.js';
import { isRecord } from './trees.js';

/** What of one config file cannot be used here, because a reference in it leads to nothing. */
export interface OffParts {
  readonly agents: Readonly<Record<string, SwitchedOff>>;
  readonly databases: Readonly<Record<string, SwitchedOff>>;
  readonly mcp_servers: Readonly<Record<string, SwitchedOff>>;
  /** By their place in the list. */
  readonly capabilities: Readonly<Record<string, SwitchedOff>>;
}

type Section = keyof OffParts;

export const NOTHING_OFF: OffParts = { agents: {}, databases: {}, mcp_servers: {}, capabilities: {} };

/** Whether a mistake concerns one such part alone: all other settings are about safety, and nothing runs without them. */
export function isPartial(mistake: ReferenceMistake): boolean {
  return mistake.missing !== undefined && partOf(mistake) !== undefined;
}

export function offParts(mistakes: readonly ReferenceMistake[]): OffParts {
  const parts = mistakes.filter(isPartial).map((mistake) => ({ mistake, part: partOf(mistake) }));
  const inSection = (wanted: Section): Readonly<Record<string, SwitchedOff>> => {
    const keys = parts.flatMap(({ part }) => (part?.section === wanted ? [part.key] : []));
    const reasons = [...new Set(keys)].map((key) => {
      const own = parts.filter(({ part }) => part?.section === wanted && part.key === key);
      return [key, together(own.flatMap(({ mistake }) => mistake.missing ?? []))];
    });
    return Object.fromEntries(reasons);
  };
  return {
    agents: inSection('agents'),
    databases: inSection('databases'),
    mcp_servers: inSection('mcp_servers'),
    capabilities: inSection('capabilities'),
  };
}

/** A tree of settings in which agents, databases and servers that are off do not stand at all. */
export function withoutParts(tree: unknown, off: OffParts): unknown {
  if (!isRecord(tree)) {
    return tree;
  }
  const members = Object.entries(tree).map(([name, section]) =>
    isNamed(name) && isRecord(section) ? [name, without(section, Object.keys(off[name]))] : [name, section],
  );
  return Object.fromEntries(members);
}

function partOf({ steps }: ReferenceMistake): { readonly section: Section; readonly key: string } | undefined {
  const [section, key, ...below] = steps.map(String);
  if (key === undefined || below.length === 0) {
    return undefined;
  }
  if (isNamed(section)) {
    return { section, key };
  }
  const isOption = /^(?:driver|fallbacks \d+) options ./.test(below.join(' '));
  return section === 'capabilities' && isOption ? { section, key } : undefined;
}

/** Sections whose parts have names. */
function isNamed(section: string | undefined): section is 'agents' | 'databases' | 'mcp_servers' {
  return section === 'agents' || section === 'databases' || section === 'mcp_servers';
}

const MOST_TOLD = 3;

function together(missing: readonly SwitchedOff[]): SwitchedOff {
  const messages = [...new Set(missing.map(({ message }) => message))];
  const remedies = [...new Set(missing.map(({ remedy }) => remedy))];
  const isMore = messages.length > MOST_TOLD;
  return {
    message: `${messages.slice(0, MOST_TOLD).join('; ')}${isMore ? '; there are more like this' : ''}`,
    remedy: isMore ? 'akernel config check tells what is missing' : `${remedies.join(' and ')}, then run it again`,
  };
}

function without(section: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(section).filter(([name]) => !names.includes(name)));
}
