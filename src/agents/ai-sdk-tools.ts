import type { Kernel } from '../contract/kernel.js';
import type { AiSdkTool, AiSdkTools, ToolAdapterOptions, ToolInputSchema } from '../contract/tool-adapters.js';
import { type OfferedTool, offerTools } from './offered-tools.js';

/** Capabilities as tools of the AI SDK, for `tools` of `generateText` and `streamText`. */
export async function toAiSdkTools(kernel: Kernel, options: ToolAdapterOptions): Promise<AiSdkTools> {
  const offered = await offerTools(kernel, options);
  return Object.fromEntries(offered.map((tool) => [tool.name, aiSdkTool(tool)]));
}

function aiSdkTool({ description, parameters, call }: OfferedTool): AiSdkTool {
  return {
    description,
    inputSchema: inputSchema(parameters),
    execute: (input, { abortSignal, toolCallId = '' } = {}) => call({ id: toolCallId, input, signal: abortSignal }),
  };
}

/**
 * By this mark the AI SDK takes the JSON Schema as it is. One that has only the standard's members is closed to members it
 * does not name, and free-form arguments would be lost.
 */
const AI_SDK_SCHEMA = Symbol.for('vercel.ai.schema');

function inputSchema(parameters: OfferedTool['parameters']): ToolInputSchema {
  const schema: ToolInputSchema = {
    jsonSchema: parameters(),
    validate: undefined,
    '~standard': {
      version: 1,
      vendor: 'akernel',
      validate: (value) => ({ value }),
      jsonSchema: { input: parameters, output: parameters },
    },
  };
  return Object.assign(schema, { [AI_SDK_SCHEMA]: true });
}
