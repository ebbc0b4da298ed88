import { KernelError } from '../contract/errors.js';
import { lineOf } from '../contract/frame.js';
import type { Kernel } from '../contract/kernel.js';
import type { OpenAiToolCall, OpenAiTools, ToolAdapterOptions, ToolOutput } from '../contract/tool-adapters.js';
import { failureOf, type OfferedTool, offerTools } from './offered-tools.js';

/** Capabilities as tools of Chat Completions, and the answers to the calls of a model. */
export async function toOpenAiTools(kernel: Kernel, options: ToolAdapterOptions): Promise<OpenAiTools> {
  const offered = await offerTools(kernel, options);
  const byName = new Map(offered.map((tool) => [tool.name, tool]));
  return {
    tools: offered.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters: parameters() },
    })),
    async call(toolCall, { signal } = {}) {
      const output = await outputOf(byName, toolCall, signal);
      const content = 'seq' in output ? lineOf(output) : JSON.stringify(output);
      return { role: 'tool', tool_call_id: toolCall?.id ?? '', content };
    },
  };
}

async function outputOf(
  tools: ReadonlyMap<string, OfferedTool>,
  toolCall: OpenAiToolCall | undefined | null,
  signal: AbortSignal | undefined,
): Promise<ToolOutput> {
  // A model's answer that was not checked may be anything.
  const { id = '', function: named } = toolCall ?? {};
  const tool = tools.get(named?.name ?? '');
  if (named === undefined || tool === undefined) {
    return failureOf(
      new KernelError('CAPABILITY_NOT_FOUND', 'there is no tool of this name; nothing was run', {
        hint: 'call one of the tools that the request lists',
      }),
    );
  }
  return tool.call({ id, input: parsed(named.arguments), signal });
}

/** Models leave the arguments out where there are none to give. */
function parsed(text: string): unknown {
  if (text.trim() === '') {
    return {};
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
