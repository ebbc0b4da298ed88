import type { Capability, SwitchedOff } from '../../contract/capability.js';
import { nearestName } from '../../contract/did-you-mean.js';
import type { McpServerConfig } from '../../contract/driver-options/mcp-servers.js';
import { isKernelError, KernelError } from '../../contract/errors.js';
import type { McpAdministration, McpServerState, McpToolReview } from '../../contract/mcp.js';
import type { ToolPinStore } from '../../contract/stores.js';
import type { StateGuard } from '../../files/state-guard.js';
import { createDispatchers } from '../dispatchers.js';
import type { CompileSchema } from './call-tool.js';
import { createKnownEras } from './known-eras.js';
import type { ListedTool } from './listed-tools.js';
import { offServer } from './off-server.js';
import type { McpLibrary } from './protocol.js';
import { createServer, type Server } from './server.js';
import { type ServerSettings, serverSettings } from './server-settings.js';
import { refusal, toolCapability } from './tool-capability.js';

/** What MCP servers need from the process that hosts them. */
export interface McpHost {
  readonly servers: Readonly<Record<string, McpServerConfig & { readonly switched_off?: SwitchedOff }>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly pins: ToolPinStore;
  readonly compileSchema: CompileSchema;
  /** Aborted when the process is to end: a server that is still starting is given up. Calls have signals of their own. */
  readonly signal?: AbortSignal;
  /** Keeps the working folders of servers out of akernel's own state. */
  readonly guard?: StateGuard;
  /** For a host, which is given texts, a result is its text where that says all; and it may end at any time. */
  readonly servesHost?: boolean;
}

/** The servers of a config. None is started before it is needed. Texts are as the servers gave them. */
export interface McpServers extends McpAdministration, Pick<McpHost, 'compileSchema' | 'servesHost'> {
  /** Throws CONFIG_INVALID for an unknown name. */
  readonly get: (name: string) => Server;
  readonly loadLibrary: () => Promise<McpLibrary>;
  /** Its tools as capabilities. Throws a KernelError. */
  readonly capabilities: (name: string) => Promise<readonly Capability[]>;
  readonly close: () => Promise<void>;
}

export function createMcpServers(host: McpHost): McpServers {
  let library: Promise<McpLibrary> | undefined;
  const loadLibrary = () => {
    library ??= import('./mcp-library.js');
    return library;
  };
  const dispatchers = createDispatchers(host);
  const given = {
    ...(host.signal === undefined ? {} : { signal: host.signal }),
    ...(host.guard === undefined ? {} : { guard: host.guard }),
  };
  const eras = createKnownEras(host.pins, Date.now);
  const servers = new Map(
    Object.entries(host.servers).map(([name, config]) => {
      if (config.switched_off !== undefined) {
        return [name, offServer(name, config.switched_off)] as const;
      }
      const settings = serverSettings(name, config, host);
      const ports = { settings, config, pins: host.pins, eras, loadLibrary, dispatchers, now: Date.now, ...given };
      return [name, createServer(ports)] as const;
    }),
  );
  const get = (name: string): Server => {
    const server = servers.get(name);
    if (server === undefined) {
      const near = nearestName(name, [...servers.keys()]);
      const hint = near === undefined ? `add mcp_servers.${name} to the config` : `did you mean ${near}?`;
      throw new KernelError('CONFIG_INVALID', 'there is no MCP server of this name', { hint });
    }
    return server;
  };
  const listed = async (name: string): Promise<readonly ListedTool[]> => {
    const { tools } = await get(name).open(new AbortController().signal);
    return [...tools.values()].sort((a, b) => (a.capabilityId < b.capabilityId ? -1 : 1));
  };
  return {
    get,
    loadLibrary,
    compileSchema: host.compileSchema,
    servesHost: host.servesHost === true,
    capabilities: async (name) => {
      const { config } = get(name);
      return (await listed(name)).map((tool) => toolCapability(name, tool, config));
    },
    states: async (only) => {
      const names = only === undefined ? [...servers.keys()] : [only];
      return Promise.all(names.map((name) => stateOf(get(name), () => listed(name))));
    },
    review: async (name, wanted) => reviewOf(name, await listed(name), wanted),
    confirm: async (reviewed) => {
      const pinnedAt = new Date().toISOString();
      const about = new Set(reviewed.map(({ server }) => get(server)));
      await host.pins.replace(
        reviewed.map(({ server, tool, digest, now }) => ({
          server,
          tool,
          digest,
          definition: now,
          confirmed: true,
          pinned_at: pinnedAt,
        })),
      );
      for (const server of about) {
        server.forgetTools();
      }
    },
    close: async () => {
      await Promise.all([...servers.values()].map((server) => server.close()));
      await dispatchers.close();
    },
  };
}

async function stateOf(server: Server, listed: () => Promise<readonly ListedTool[]>): Promise<McpServerState> {
  const { settings } = server;
  const about = { server: settings.name, ...transportOf(settings) };
  try {
    const tools = (await listed()).map((tool) => {
      const off = refusal(settings.name, tool);
      return {
        tool: tool.tool.name,
        capability_id: tool.capabilityId,
        ...(tool.safetyClass === undefined ? {} : { safety_class: tool.safetyClass }),
        pin: tool.pinState,
        ...(off === undefined ? {} : { off: off.remedy }),
        ...(tool.unusable === undefined ? {} : { unusable: tool.unusable }),
      };
    });
    const { connection, nameless } = await server.open(new AbortController().signal);
    const noise = connection.local?.noiseLines() ?? 0;
    const strays = connection.strays();
    return {
      ...about,
      state: 'ready',
      era: connection.era,
      tools,
      ...(nameless === 0 ? {} : { nameless_tools: nameless }),
      ...(noise === 0 ? {} : { noise_lines: noise }),
      ...(strays === 0 ? {} : { stray_messages: strays }),
    };
  } catch (error) {
    const { code, message, hint } = isKernelError(error) ? error : new KernelError('INTERNAL', 'it cannot be asked');
    const words = server.lastWords();
    return {
      ...about,
      state: 'failed',
      tools: [],
      error: { code, message, ...(hint === undefined ? {} : { hint }) },
      ...(words === '' ? {} : { last_words: words }),
    };
  }
}

function transportOf({ local, remote }: ServerSettings): Pick<McpServerState, 'transport'> {
  if (local === undefined && remote === undefined) {
    return {};
  }
  return { transport: local === undefined ? 'http' : 'stdio' };
}

function reviewOf(server: string, tools: readonly ListedTool[], wanted: string | undefined): readonly McpToolReview[] {
  const chosen =
    wanted === undefined
      ? tools
      : tools.filter(({ tool, capabilityId }) => tool.name === wanted || capabilityId === `${server}.${wanted}`);
  if (wanted !== undefined && chosen.length === 0) {
    throw new KernelError('USAGE', `the MCP server ${server} has no such tool`, {
      hint: `akernel mcp list ${server} shows its tools`,
    });
  }
  return chosen
    .filter(({ pinState, unusable }) => unusable === undefined && pinState !== 'confirmed' && pinState !== 'not_pinned')
    .map(({ tool, capabilityId, pinState, digest, definition, pin }) => ({
      server,
      tool: tool.name,
      capability_id: capabilityId,
      pin: pinState,
      digest,
      ...(pinState === 'changed' && pin !== undefined ? { was: pin.definition } : {}),
      now: definition,
    }));
}
