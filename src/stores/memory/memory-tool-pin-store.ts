import type { KnownEra, ToolPin, ToolPinStore } from '../../contract/stores.js';

export function createMemoryToolPinStore(): ToolPinStore {
  const servers = new Map<string, Map<string, ToolPin>>();
  const eras = new Map<string, KnownEra>();
  const pinsOf = (server: string): Map<string, ToolPin> => {
    const pins = servers.get(server) ?? new Map<string, ToolPin>();
    servers.set(server, pins);
    return pins;
  };
  return {
    list: async (server) => [...pinsOf(server).values()].sort((a, b) => (a.tool < b.tool ? -1 : 1)),
    addMissing: async (pins) => {
      for (const pin of pins) {
        const known = pinsOf(pin.server);
        known.set(pin.tool, known.get(pin.tool) ?? pin);
      }
    },
    replace: async (pins) => {
      for (const pin of pins) {
        pinsOf(pin.server).set(pin.tool, pin);
      }
    },
    era: async (server) => eras.get(server),
    keepEra: async (era) => {
      eras.set(era.server, era);
    },
  };
}
