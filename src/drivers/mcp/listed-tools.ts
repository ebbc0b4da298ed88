import type { SafetyClass } from '../../contract/capability.js';
import type { McpServerConfig, McpToolConfig } from '../../contract/driver-options/mcp-servers.js';
import type { ToolPin, ToolPinStore } from '../../contract/stores.js';
import type { Tool } from './protocol.js';
import type { ReadTool } from './read-tool.js';
import { capabilityIds, fitsGlob } from './tool-names.js';

/** How a tool stands to what is known of it. */
export type PinState = 'new' | 'pinned' | 'confirmed' | 'changed' | 'not_pinned';

/** A tool that the config does not exclude, as the server gives it now. */
export interface ListedTool {
  readonly tool: Tool;
  readonly capabilityId: string;
  readonly definition: string;
  readonly digest: string;
  /** Why it cannot be called, whatever anybody says of it; then nothing but its name is known. */
  readonly unusable: ReadTool['unusable'];
  readonly pinState: PinState;
  /** What was pinned before. */
  readonly pin: ToolPin | undefined;
  readonly config: McpToolConfig;
  /** Undefined when neither the operator, for the tool or its server, nor hints that may be believed say it. */
  readonly safetyClass: SafetyClass | undefined;
}

export interface ListingOptions {
  readonly server: string;
  readonly config: McpServerConfig;
  readonly pins: ToolPinStore;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Compares what a server lists with what is pinned, and pins what is new. Tools that are excluded or listed
 * twice are left out; those that cannot be used are listed, but not pinned.
 */
export async function compareTools(
  tools: readonly ReadTool[],
  { server, config, pins, now }: ListingOptions,
): Promise<readonly ListedTool[]> {
  const wanted = [...new Map(tools.toReversed().map((tool) => [tool.name, tool])).values()]
    .reverse()
    .filter(({ name }) => isWanted(name, config));
  const ids = capabilityIds(
    server,
    wanted.map(({ name }) => name),
  );
  const { known, added } = config.trust === 'always' ? UNPINNED : await pinMissing(wanted, { server, pins, now });
  return wanted.map(({ tool, definition: { text, digest }, unusable }): ListedTool => {
    const pin = known.get(tool.name);
    const state = pinStateOf(pin, digest);
    const pinState = config.trust === 'always' ? 'not_pinned' : state === 'pinned' && added.has(tool) ? 'new' : state;
    const own = (Object.hasOwn(config.tools ?? {}, tool.name) ? config.tools?.[tool.name] : undefined) ?? {};
    const isBelieved = pinState === 'not_pinned' || pinState === 'confirmed';
    return {
      tool,
      capabilityId: ids.get(tool.name) ?? '',
      definition: text,
      digest,
      unusable,
      pinState,
      pin,
      config: own,
      safetyClass: own.safety_class ?? hintedClass(tool, isBelieved) ?? config.safety_class,
    };
  });
}

interface Pinned {
  readonly known: ReadonlyMap<string, ToolPin>;
  /** Those that had no pin before. */
  readonly added: ReadonlySet<Tool>;
}

const UNPINNED: Pinned = { known: new Map(), added: new Set() };

/** Another process may pin them at the same moment, by what the server told that one: what is kept is read again. */
async function pinMissing(
  tools: readonly ReadTool[],
  { server, pins, now }: Pick<ListingOptions, 'server' | 'pins' | 'now'>,
): Promise<Pinned> {
  const before = await pinsOf(server, pins);
  const missing = tools.filter(({ name, unusable }) => unusable === undefined && !before.has(name));
  if (missing.length === 0) {
    return { known: before, added: new Set() };
  }
  const pinnedAt = new Date(now()).toISOString();
  await pins.addMissing(
    missing.map(({ name: tool, definition: { digest, text: definition } }) => ({
      server,
      tool,
      digest,
      definition,
      confirmed: false,
      pinned_at: pinnedAt,
    })),
  );
  return { known: await pinsOf(server, pins), added: new Set(missing.map(({ tool }) => tool)) };
}

async function pinsOf(server: string, pins: ToolPinStore): Promise<ReadonlyMap<string, ToolPin>> {
  return new Map((await pins.list(server)).map((pin) => [pin.tool, pin]));
}

function pinStateOf(pin: ToolPin | undefined, digest: string): PinState {
  if (pin === undefined) {
    return 'new';
  }
  return pin.digest !== digest ? 'changed' : pin.confirmed ? 'confirmed' : 'pinned';
}

/**
 * In the order of caution: that a tool destroys, that it only reads. That it writes without destroying is believed only
 * when a person has seen what the server says. What a tool says is pinned, so it cannot say something else later.
 */
function hintedClass({ annotations = {} }: Tool, isBelieved: boolean): SafetyClass | undefined {
  const { destructiveHint, readOnlyHint } = annotations;
  if (destructiveHint === true) {
    return 'DESTRUCTIVE';
  }
  if (readOnlyHint === true) {
    return 'READ';
  }
  return isBelieved && destructiveHint === false ? 'WRITE' : undefined;
}

function isWanted(name: string, { allow, deny = [] }: McpServerConfig): boolean {
  const fits = (pattern: string) => fitsGlob(name, pattern);
  return (allow === undefined || allow.some(fits)) && !deny.some(fits);
}
