import type { ActorPart } from '../contract/actor.js';
import type { ToolCallPart } from '../contract/model.js';
import type { ModelTools } from './model-tools.js';
import type { Run, Spot } from './run.js';

/** The run's own id of a call. Not the provider's, which may be anything. */
export function toolCallIdOf({ step }: Spot, number: number): string {
  return `call_${step}_${number}`;
}

/** Calls of one turn while they form; those of tools that the node does not have are not told. */
export function createForming(run: Run, spot: Spot, tools: ModelTools): (part: ToolCallPart) => readonly ActorPart[] {
  const known = new Set<number>();
  return (part) => {
    const id = toolCallIdOf(spot, part.index + 1);
    if (part.type === 'tool-call-delta') {
      const { argument_bytes } = part;
      return known.has(part.index)
        ? [run.part({ type: 'tool-call-delta', tool_call_id: id, argument_bytes }, spot)]
        : [];
    }
    const toolName = tools.capabilityOf(part.name);
    if (toolName === undefined) {
      return [];
    }
    known.add(part.index);
    return [run.part({ type: 'tool-call-start', tool_call_id: id, tool_name: toolName }, spot)];
  };
}
