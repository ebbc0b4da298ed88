import type { RunnerPart } from '../../../contract/runner.js';
import { contentSize } from './content-size.js';

/** What every part takes, whatever it holds. */
const PART_BYTES = 512;

/** About how much memory a part takes while it waits for its consumer. */
export function weightOf(part: RunnerPart): number {
  return PART_BYTES + contentSize(contentOf(part));
}

function contentOf(part: RunnerPart): unknown {
  switch (part.type) {
    case 'text-delta':
      return part.delta;
    case 'output':
      return part.text;
    case 'custom':
      return part.content;
    case 'tool-call':
      return part.input;
    case 'tool-result':
      return part.output;
    case 'log':
      return part.message;
    default:
      return undefined;
  }
}
