import { createHash } from 'node:crypto';
import type { ToolPinStore } from '../../contract/stores.js';
import type { McpLibrary } from './protocol.js';
import type { ServerSettings } from './server-settings.js';

type McpClient = InstanceType<McpLibrary['Client']>;
export type EraVerdict = NonNullable<NonNullable<Parameters<McpClient['connect']>[1]>['prior']>;

/**
 * Which protocol a server was found to speak. In this process all of it is known; between processes only that a local
 * server speaks the older one: such a server may be silent when asked, and the first start has waited for it already.
 */
export interface KnownEras {
  readonly get: (settings: ServerSettings) => Promise<EraVerdict | undefined>;
  readonly set: (settings: ServerSettings, verdict: EraVerdict) => Promise<void>;
  /** It was wrong: the server is asked again, by other processes too. */
  readonly forget: (settings: ServerSettings) => Promise<void>;
}

/** Then a server is asked again: it may have learnt the newer protocol. */
const KNOWN_FOR_MS = 7 * 24 * 3_600_000;

export function createKnownEras(store: Pick<ToolPinStore, 'era' | 'keepEra'>, now: () => number): KnownEras {
  const verdicts = new Map<string, EraVerdict | undefined>();
  /** What was read from the store and still holds. */
  const remembered = new Set<string>();
  const keep = async (settings: ServerSettings, era: EraVerdict['kind']): Promise<void> => {
    const found_at = new Date(now()).toISOString();
    // it saves time and nothing else: a server that has started is not given up for it
    await store.keepEra({ server: settings.name, era, program: programOf(settings), found_at }).catch(() => undefined);
  };
  return {
    async get(settings) {
      const { name, local } = settings;
      if (verdicts.has(name) || local === undefined) {
        return verdicts.get(name);
      }
      const known = await store.era(name);
      const isValid =
        known?.era === 'legacy' &&
        known.program === programOf(settings) &&
        Math.abs(now() - Date.parse(known.found_at)) < KNOWN_FOR_MS;
      if (!isValid) {
        return undefined;
      }
      remembered.add(name);
      return { kind: 'legacy' };
    },
    async set(settings, verdict) {
      const { name, local, era } = settings;
      const isNew = verdicts.get(name)?.kind !== verdict.kind;
      verdicts.set(name, verdict);
      if (local !== undefined && era === 'auto' && isNew && verdict.kind === 'legacy' && !remembered.has(name)) {
        await keep(settings, 'legacy');
      }
    },
    async forget(settings) {
      verdicts.set(settings.name, undefined);
      if (remembered.delete(settings.name)) {
        await keep(settings, 'modern');
      }
    },
  };
}

/** Variables are not a part of it, which may be secrets, nor is the folder, which may be wherever somebody is. */
function programOf({ local }: ServerSettings): string {
  const { file, args } = local?.command ?? {};
  return createHash('sha256')
    .update(JSON.stringify([file, args]))
    .digest('hex');
}
