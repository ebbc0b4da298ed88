import type { ToolFailure } from '../contract/actor.js';
import type { Capability } from '../contract/capability.js';
import { isKernelError, KernelError } from '../contract/errors.js';
import type { Kernel } from '../contract/kernel.js';
import type { ToolAdapterOptions, ToolOutput } from '../contract/tool-adapters.js';
import { approvedBy } from './approvals.js';
import { endingBy } from './ending-by.js';
import { toolNameOf } from './tool-names.js';

/** A capability as somebody else's loop has it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, a copy of its own. */
  readonly parameters: () => Record<string, unknown>;
  /** Approval where one is needed, a grant and an invocation under it. Never rejects: what went wrong is what the model reads. */
  readonly call: (call: OfferedCall) => Promise<ToolOutput>;
}

interface OfferedCall {
  /** As the model gave it; empty where there is none. */
  readonly id: string;
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
}

/** In the order of their names. Throws CAPABILITY_NOT_FOUND for an id that is none. */
export async function offerTools(kernel: Kernel, options: ToolAdapterOptions): Promise<readonly OfferedTool[]> {
  const capabilities = await wanted(kernel, options);
  return capabilities
    .map((capability): OfferedTool => {
      const { capability_id: capabilityId, description, params } = capability;
      return {
        name: toolNameOf(capabilityId),
        description,
        parameters: () => structuredClone({ ...params }),
        call: (call) => answer(kernel, { ...call, options, capabilityId }),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function wanted(kernel: Kernel, { capabilities, ...who }: ToolAdapterOptions): Promise<readonly Capability[]> {
  if (Array.isArray(capabilities)) {
    return Promise.all([...new Set<string>(capabilities)].map((id) => kernel.capabilities.get(id)));
  }
  await kernel.capabilities.load();
  const { principal, justification, approve } = who;
  const why = justification === undefined ? {} : { justification };
  const allowed = await Promise.all(
    kernel.capabilities
      .list()
      .filter((capability) => isForModels(capability) && (approve !== undefined || capability.safety_class === 'READ'))
      .map(async (capability) => {
        const { capability_id: capabilityId } = capability;
        const { allowed: isAllowed } = await kernel.decide({ principal, capabilityId, ...why });
        return isAllowed && (typeof capabilities !== 'function' || capabilities(capability)) ? [capability] : [];
      }),
  );
  return allowed.flat();
}

/** The standard input of the program, and its own gateway, are nothing for a model. */
function isForModels({ capability_id: id }: Capability): boolean {
  return !id.startsWith('stdin.') && !id.startsWith('mcp.');
}

interface Call extends OfferedCall {
  readonly options: ToolAdapterOptions;
  readonly capabilityId: string;
}

async function answer(kernel: Kernel, { options, capabilityId, id, input, signal }: Call): Promise<ToolOutput> {
  const { principal, budget, mode, sessionId, justification, approve } = options;
  const why = justification === undefined ? {} : { justification };
  const session = sessionId === undefined ? {} : { sessionId };
  const ending = endingBy([options.signal, signal]);
  try {
    if (!isMembers(input)) {
      throw new KernelError('USAGE', 'the arguments are no JSON object; nothing was run');
    }
    const asking = { kernel, principal, ending, ...why, ...session, ...(approve === undefined ? {} : { approve }) };
    const by = await approvedBy(asking, {
      tool_call_id: kernel.redact(id),
      capability_id: capabilityId,
      input: shownInput(kernel, input),
    });
    const { capability_token: capabilityToken } = await kernel.grant({ principal, capabilityId, ...why });
    return await kernel.invoke({
      principal,
      capabilityId,
      capabilityToken,
      args: input,
      signal: ending.signal,
      ...why,
      ...session,
      ...(budget === undefined ? {} : { maxTokens: budget }),
      ...(mode === undefined ? {} : { mode }),
      ...(by === undefined ? {} : { approvedBy: by }),
    });
  } catch (error) {
    return failureOf(error);
  }
}

/** Names of members tell which values are secret, so it is redacted as one text. */
function shownInput(kernel: Kernel, input: Readonly<Record<string, unknown>>): unknown {
  const text = kernel.redact(JSON.stringify(input));
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What a model can act on; errors of the kernel are redacted. */
export function failureOf(thrown: unknown): ToolFailure {
  const error = isKernelError(thrown)
    ? thrown
    : new KernelError('INTERNAL', 'something went wrong inside akernel', { hint: 'call another tool' });
  const { code, message, hint } = error;
  return { error: { code, message, ...(hint === undefined ? {} : { hint }) } };
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
