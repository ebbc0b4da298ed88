import type { SafetyClass } from '../../contract/capability.js';
import type { McpServerConfig, McpToolConfig } from '../../contract/driver-options/mcp-servers.js';
import type { ToolPin, ToolPinStore } from '../../contract/stores.js';
import type { Tool } from './protocol.js';
import { toolDefinition } from './tool-definition.js';
import { capabilityIds, fitsGlob } from './tool-names.js';

/** How a tool stands to what is known of it. */
export type PinState = 'new' | 'pinned' | 'confirmed' | 'changed' | 'not_pinned';

/** A tool that the config does not exclude, as the server gives it now. */
export interface ListedTool {
  readonly tool: Tool;
  readonly capabilityId: string;
  readonly definition: string;
  readonly digest: string;
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
 * Compares what a server lists with what is pinned, and pins what is new. Tools that are excluded, listed twice, too
 * long to be kept or named with what nobody sees are left out.
 */
export async function compareTools(
  tools: readonly Tool[],
  { server, config, pins, now }: ListingOptions,
): Promise<readonly ListedTool[]> {
  const wanted = tools.filter(({ name }, index) => isWanted(name, config) && isFirst(tools, name, index));
  const ids = capabilityIds(
    server,
    wanted.map(({ name }) => name),
  );
  const known = new Map((await pins.list(server)).map((pin) => [pin.tool, pin]));
  const listed = wanted.flatMap((tool): readonly ListedTool[] => {
    const definition = toolDefinition(tool);
    if (definition === undefined) {
      return [];
    }
    const pin = known.get(tool.name);
    const pinState = config.trust === 'always' ? 'not_pinned' : pinStateOf(pin, definition.digest);
    const own = (Object.hasOwn(config.tools ?? {}, tool.name) ? config.tools?.[tool.name] : undefined) ?? {};
    const isBelieved = pinState === 'not_pinned' || pinState === 'confirmed';
    return [
      {
        tool,
        capabilityId: ids.get(tool.name) ?? '',
        definition: definition.text,
        digest: definition.digest,
        pinState,
        pin,
        config: own,
        safetyClass: own.safety_class ?? hintedClass(tool, isBelieved),
      },
    ];
  });
  const pinnedAt = new Date(now()).toISOString();
  const missing = listed.filter(({ pinState }) => pinState === 'new');
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

/** A name that the protocol does not allow could not be told from another one in every store. */
const NAME = /^[^\p{C}]{1,128}$/u;

function isWanted(name: string, { allow, deny = [] }: McpServerConfig): boolean {
  if (!NAME.test(name)) {
    return false;
  }
  const fits = (pattern: string) => fitsGlob(name, pattern);
  return (allow === undefined || allow.some(fits)) && !deny.some(fits);
}

function isFirst(tools: readonly Tool[], name: string, index: number): boolean {
  return tools.findIndex((tool) => tool.name === name) === index;
}
