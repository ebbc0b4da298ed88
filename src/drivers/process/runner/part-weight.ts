import type { RunnerPart } from '../../../contract/runner.js';
import { chunkSize, contentSize } from './content-size.js';

/** What every part takes, whatever it holds. */
const PART_BYTES = 512;

/** About how much memory a part takes while it waits for its consumer. */
export function weightOf(part: RunnerPart): number {
  return PART_BYTES + sizeOf(part);
}

function sizeOf(part: RunnerPart): number {
  switch (part.type) {
    case 'text-delta':
      return part.delta.length + contentSize(part.metadata);
    case 'output':
      return part.text.length + contentSize(part.metadata);
    case 'custom':
      return chunkSize(part);
    case 'tool-call':
      return part.tool_call_id.length + part.tool_name.length + contentSize(part.input);
    case 'tool-result':
      return part.tool_call_id.length + contentSize(part.output);
    case 'log':
      return part.level.length + part.message.length;
    default:
      return 0;
  }
}
