import type { ToolFailure } from '../contract/actor.js';
import type { Capability } from '../contract/capability.js';
import { isKernelError, KernelError } from '../contract/errors.js';
import type { Kernel } from '../contract/kernel.js';
import type { ToolAdapterOptions, ToolOutput } from '../contract/tool-adapters.js';
import { toolNameOf } from './tool-names.js';

/** A capability as somebody else's loop has it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, a copy of its own. */
  readonly parameters: () => Record<string, unknown>;
  /** A grant and an invocation under it. Never rejects: what went wrong is what the model reads. */
  readonly call: (input: unknown, signal: AbortSignal | undefined) => Promise<ToolOutput>;
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
        call: (input, signal) => answer(kernel, { options, capabilityId, input, signal }),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function wanted(kernel: Kernel, { capabilities, ...who }: ToolAdapterOptions): Promise<readonly Capability[]> {
  if (Array.isArray(capabilities)) {
    return Promise.all([...new Set<string>(capabilities)].map((id) => kernel.capabilities.get(id)));
  }
  await kernel.capabilities.load();
  const { principal, justification } = who;
  const why = justification === undefined ? {} : { justification };
  const allowed = await Promise.all(
    kernel.capabilities
      .list()
      .filter(isForModels)
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

interface Call {
  readonly options: ToolAdapterOptions;
  readonly capabilityId: string;
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
}

async function answer(kernel: Kernel, { options, capabilityId, input, signal }: Call): Promise<ToolOutput> {
  const { principal, budget, mode, sessionId, justification } = options;
  const why = justification === undefined ? {} : { justification };
  const signals = [options.signal, signal].filter((each) => each !== undefined);
  try {
    if (!isMembers(input)) {
      throw new KernelError('USAGE', 'the arguments are no JSON object; nothing was run');
    }
    const { capability_token: capabilityToken } = await kernel.grant({ principal, capabilityId, ...why });
    return await kernel.invoke({
      principal,
      capabilityId,
      capabilityToken,
      args: input,
      ...why,
      ...(budget === undefined ? {} : { maxTokens: budget }),
      ...(mode === undefined ? {} : { mode }),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
    });
  } catch (error) {
    return failureOf(error);
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
