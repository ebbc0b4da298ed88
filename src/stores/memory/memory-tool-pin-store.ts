import type { ToolPin, ToolPinStore } from '../../contract/stores.js';

export function createMemoryToolPinStore(): ToolPinStore {
  const servers = new Map<string, Map<string, ToolPin>>();
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
  };
}
