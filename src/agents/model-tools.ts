import type { Kernel } from '../contract/kernel.js';
import type { ModelTool } from '../contract/model.js';
import { toolNameOf } from './tool-names.js';

/** Capabilities as a model is told of them, and back. */
export interface ModelTools {
  readonly tools: readonly ModelTool[];
  readonly capabilityOf: (toolName: string) => string | undefined;
}

/** Throws CAPABILITY_NOT_FOUND. */
export async function describeTools(kernel: Kernel, capabilityIds: readonly string[]): Promise<ModelTools> {
  const ids = new Map(capabilityIds.map((id) => [toolNameOf(id), id]));
  const tools: ModelTool[] = [];
  for (const [name, id] of ids) {
    const { description, params } = await kernel.capabilities.get(id);
    tools.push({ name, description, parameters: params });
  }
  return { tools, capabilityOf: (toolName) => ids.get(toolName) };
}
