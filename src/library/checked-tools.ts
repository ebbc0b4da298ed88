import { toAiSdkTools } from '../agents/ai-sdk-tools.js';
import { toOpenAiTools } from '../agents/openai-tools.js';
import type { Kernel } from '../contract/kernel.js';
import { TOOL_ADAPTER_SCHEMA } from '../contract/library-schemas/tool-adapters.js';
import type { AiSdkTools, OpenAiTools, ToolAdapterOptions } from '../contract/tool-adapters.js';
import { checkGiven } from './check-given.js';

export async function checkedAiSdkTools(kernel: Kernel, options: ToolAdapterOptions): Promise<AiSdkTools> {
  return toAiSdkTools(kernel, checked(kernel, options, 'toAiSdkTools'));
}

export async function checkedOpenAiTools(kernel: Kernel, options: ToolAdapterOptions): Promise<OpenAiTools> {
  return toOpenAiTools(kernel, checked(kernel, options, 'toOpenAiTools'));
}

/** With the principal as the schema completes it. */
function checked(kernel: Kernel, options: ToolAdapterOptions, place: string): ToolAdapterOptions {
  const { principal } = checkGiven(TOOL_ADAPTER_SCHEMA, { ...options, kernel }, place);
  return { ...options, principal };
}
