import { createHash } from 'node:crypto';

const LONGEST_ID = 128;

/** Hexadecimal digits of a tail: a few, and where those were chosen to clash, all. */
const SHORT_TAIL = 6;
const LONG_TAIL = 64;

/** The id of each tool's capability. Names that would be the same one get a tail, the same whatever the order is. */
export function capabilityIds(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const plain = new Map(tools.map((tool) => [tool, plainId(server, tool)]));
  const tails = new Map<string, string>();
  for (;;) {
    const ids = new Map([...plain].map(([tool, id]) => [tool, withTail(id, tails.get(tool))]));
    const changing = groupsOf(ids).flatMap(([id, group]) => whoGivesWay(id, group, { server, tails }));
    if (changing.length === 0) {
      return ids;
    }
    for (const tool of changing) {
      tails.set(tool, tailOf(tool).slice(0, tails.has(tool) ? LONG_TAIL : SHORT_TAIL));
    }
  }
}

/** `getAlerts` becomes `get_alerts`: ids have no capitals. */
function plainId(server: string, tool: string): string {
  const words = tool
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '_')
    .split('.')
    .map((part) => part.replace(/^[_-]+/, ''))
    .filter((part) => part !== '');
  return `${server}.${words.join('.') || 'tool'}`;
}

function groupsOf(ids: ReadonlyMap<string, string>): readonly (readonly [string, readonly string[]])[] {
  const groups = new Map<string, string[]>();
  for (const [tool, id] of ids) {
    const group = groups.get(id) ?? [];
    group.push(tool);
    groups.set(id, group);
  }
  return [...groups];
}

interface Naming {
  readonly server: string;
  readonly tails: ReadonlyMap<string, string>;
}

/** A tool keeps the id that is its own name, unless that was made to be the one that another has with its tail. */
function whoGivesWay(id: string, group: readonly string[], { server, tails }: Naming): readonly string[] {
  if (group.length === 1 && id.length <= LONGEST_ID) {
    return [];
  }
  const bare = group.filter((tool) => !tails.has(tool));
  const renamed = bare.filter((tool) => id !== `${server}.${tool}` || id.length > LONGEST_ID);
  return [renamed, bare, group].find((some) => some.length > 0) ?? [];
}

function withTail(id: string, tail: string | undefined): string {
  return tail === undefined ? id : `${id.slice(0, LONGEST_ID - 1 - tail.length)}_${tail}`;
}

function tailOf(tool: string): string {
  return createHash('sha256').update(tool).digest('hex');
}

/** Whether a name fits a pattern in which `*` stands for anything and `?` for one character. */
export function fitsGlob(name: string, pattern: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let resumeAt = 0;
  while (at < name.length) {
    const want = pattern[inPattern];
    if (want === '*') {
      star = inPattern;
      resumeAt = at;
      inPattern += 1;
    } else if (want === '?' || (want !== undefined && want === name[at])) {
      at += 1;
      inPattern += 1;
    } else if (star !== -1) {
      resumeAt += 1;
      at = resumeAt;
      inPattern = star + 1;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(inPattern));
}
