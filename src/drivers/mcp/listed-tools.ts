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
  /** Undefined when neither the operator nor hints that may be believed say it. */
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
  const known = new Map((await pins.list(server)).map((pin) => [pin.tool, pin]));
  const listed = wanted.map(({ tool, definition, unusable }): ListedTool => {
    const pin = known.get(tool.name);
    const pinState = config.trust === 'always' ? 'not_pinned' : pinStateOf(pin, definition.digest);
    const own = (Object.hasOwn(config.tools ?? {}, tool.name) ? config.tools?.[tool.name] : undefined) ?? {};
    const isBelieved = pinState === 'not_pinned' || pinState === 'confirmed';
    return {
      tool,
      capabilityId: ids.get(tool.name) ?? '',
      definition: definition.text,
      digest: definition.digest,
      unusable,
      pinState,
      pin,
      config: own,
      safetyClass: own.safety_class ?? hintedClass(tool, isBelieved),
    };
  });
  const pinnedAt = new Date(now()).toISOString();
  const missing = listed.filter(({ pinState, unusable }) => pinState === 'new' && unusable === undefined);
  await pins.addMissing(missing.map((each) => pinOf(server, each, { confirmed: false, pinnedAt })));
  return listed;
}

export function pinOf(
  server: string,
  { tool, digest, definition }: Pick<ListedTool, 'tool' | 'digest' | 'definition'>,
  { confirmed, pinnedAt }: { readonly confirmed: boolean; readonly pinnedAt: string },
): ToolPin {
  return { server, tool: tool.name, digest, definition, confirmed, pinned_at: pinnedAt };
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
