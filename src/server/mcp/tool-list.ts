import type { Capability } from '../../contract/capability.js';
import type { KernelError } from '../../contract/errors.js';
import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import { untilAborted } from '../../streams/abort.js';
import { publicNames } from './public-names.js';

/** A capability as a host sees it, or is kept from seeing it. */
export interface OfferedTool {
  readonly name: string;
  readonly capability: Capability;
  /** Why this principal may not call it, and what would mend that; then it is listed nowhere. */
  readonly denied?: { readonly message: string; readonly remedy: string };
}

export interface ToolList {
  /** In the order of their names. */
  readonly tools: readonly OfferedTool[];
  /** Sources that gave no tools, and why. */
  readonly failures: readonly { readonly namespace: string; readonly error: KernelError }[];
  /** Whether sources are still starting, so that more may come. */
  readonly isComplete: boolean;
}

export interface ToolListPorts {
  readonly kernel: Kernel;
  readonly principal: Principal;
  readonly justification?: string;
  /** The principal brought the proof itself: the policy has been asked before. */
  readonly isProven?: boolean;
  /** Capabilities that make no sense for a host. */
  readonly isHidden: (capability: Capability) => boolean;
}

export interface ToolLister {
  /** The same list each time, but for sources that were still starting. Waits for these until `waitMs` after the start. */
  readonly list: () => Promise<ToolList>;
  /**
   * The tool of this name. Of one that is not there yet it waits until all sources have started: a host may know its
   * name from another day, and its server may be slower than the list.
   */
  readonly find: (name: string, signal: AbortSignal) => Promise<OfferedTool | undefined>;
  /** Told when tools came after a list was given that did not have them. */
  readonly onMore: (tell: () => void) => void;
}

/** How long a list waits for servers that are slow to start: hosts give up after 10 seconds (Codex) and more. */
const WAIT_MS = 5000;

/** Starts all sources at once. One that hangs or fails neither delays the others nor takes anything from the list. */
export function createToolLister(ports: ToolListPorts, waitMs = WAIT_MS): ToolLister {
  const { kernel } = ports;
  let failures: ToolList['failures'] = [];
  let isComplete = false;
  let gaveLess = false;
  let current: Promise<ToolList> | undefined;
  const tellers: (() => void)[] = [];
  const loading = kernel.capabilities.load().then((failed) => {
    failures = failed;
    isComplete = true;
    if (gaveLess) {
      current = undefined;
      for (const tell of tellers) {
        tell();
      }
    }
  });
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, waitMs).unref();
  });
  const make = async (): Promise<ToolList> => {
    await Promise.race([loading, patience]);
    gaveLess = !isComplete;
    return { tools: await offered(ports), failures, isComplete };
  };
  const list: ToolLister['list'] = () => {
    current ??= make();
    return current;
  };
  const find: ToolLister['find'] = async (name, signal) => {
    const isIt = (tool: OfferedTool): boolean => tool.name === name;
    const { tools, isComplete: isWhole } = await list();
    const known = tools.find(isIt);
    if (known !== undefined || isWhole) {
      return known;
    }
    await untilAborted(loading, signal);
    return (await list()).tools.find(isIt);
  };
  return {
    list,
    find,
    onMore: (tell) => void tellers.push(tell),
  };
}

async function offered(ports: ToolListPorts): Promise<readonly OfferedTool[]> {
  const capabilities = ports.kernel.capabilities.list().filter((capability) => !ports.isHidden(capability));
  const names = publicNames(capabilities.map(({ capability_id: id }) => id));
  const tools = await Promise.all(
    capabilities.map(async (capability): Promise<OfferedTool> => {
      const name = names.get(capability.capability_id) ?? capability.capability_id;
      const denied = await denialOf(ports, capability.capability_id);
      return { name, capability, ...(denied === undefined ? {} : { denied }) };
    }),
  );
  return tools.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function denialOf(ports: ToolListPorts, capabilityId: string): Promise<OfferedTool['denied']> {
  const { kernel, principal, justification, isProven } = ports;
  if (isProven === true) {
    return undefined;
  }
  const said = justification === undefined ? {} : { justification };
  const decision = await kernel.decide({ principal, capabilityId, ...said });
  return decision.allowed ? undefined : decision.denials[0];
}
