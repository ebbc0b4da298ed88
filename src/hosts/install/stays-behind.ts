import { readHostEntry } from '../../config/mcp-import/host-entry.js';
import { textsIn } from '../../config/mcp-import/unify-references.js';
import { isOwnEntry } from '../own-entry.js';

/** Why a server stays with its host, and does not go behind the gateway. */
export function whyItStays(entry: unknown): string | undefined {
  if (isOwnEntry(entry)) {
    return 'is akernel itself';
  }
  const read = readHostEntry(entry);
  if ('why' in read) {
    return read.why;
  }
  return textsIn(read.entry).some((text) => text.includes('${input:')) ? 'needs what its host asks for' : undefined;
}

/** The servers of a table that go behind the gateway, those that stay, and what to say of the latter. */
export function divideServers(servers: Readonly<Record<string, unknown>>): {
  readonly moved: Readonly<Record<string, unknown>>;
  readonly kept: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
} {
  const all = Object.entries(servers).map(([name, entry]) => ({ name, entry, why: whyItStays(entry) }));
  const staying = all.filter(({ why }) => why !== undefined);
  return {
    moved: Object.fromEntries(all.filter(({ why }) => why === undefined).map(({ name, entry }) => [name, entry])),
    kept: Object.fromEntries(staying.map(({ name, entry }) => [name, entry])),
    notes: staying
      .filter(({ entry }) => !isOwnEntry(entry))
      .map(({ name, why }) => `${name} stays with its host: it ${why}`),
  };
}
