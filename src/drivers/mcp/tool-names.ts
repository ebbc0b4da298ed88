import { createHash } from 'node:crypto';

const LONGEST_ID = 128;

/** The id of each tool's capability. Names that would be the same one get a tail, the same whatever the order is. */
export function capabilityIds(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Map<string, number>();
  const plain = tools.map((tool) => [tool, plainId(server, tool)] as const);
  for (const [, id] of plain) {
    taken.set(id, (taken.get(id) ?? 0) + 1);
  }
  const ids = plain.map(([tool, id]): [string, string] => {
    const isAlone = id === `${server}.${tool}` || taken.get(id) === 1;
    return [tool, isAlone && id.length <= LONGEST_ID ? id : withTail(id, tool)];
  });
  return new Map(ids);
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

function withTail(id: string, tool: string): string {
  const tail = createHash('sha256').update(tool).digest('hex').slice(0, 6);
  return `${id.slice(0, LONGEST_ID - 7)}_${tail}`;
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
