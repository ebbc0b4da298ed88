import { countPlaceholders } from '../../../contract/count-placeholders.js';
import { isMembers, type Members, membersOf, numberOf, textOf } from './members.js';

/** What the run of an agent adds up to. */
export interface AgentAmounts {
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly modelTokens: number | undefined;
  /** By type, in what it says and in the results that it reads. */
  readonly redactions: Members;
  /** The handle of the newest result that was kept. */
  readonly handleId: string;
  readonly handleState: string;
  /** The end of what it says that may be the beginning of a placeholder. */
  readonly openText: string;
}

export const NO_AMOUNTS: AgentAmounts = {
  modelCalls: 0,
  toolCalls: 0,
  modelTokens: undefined,
  redactions: {},
  handleId: '',
  handleState: '',
  openText: '',
};
const LONGEST_PLACEHOLDER = 100;

/** The amounts after one more part. */
export function afterPart(amounts: AgentAmounts, part: Members): AgentAmounts {
  switch (part['type']) {
    case 'start-step':
      return { ...amounts, modelCalls: amounts.modelCalls + 1 };
    case 'usage':
    case 'finish':
      return { ...amounts, modelTokens: numberOf(membersOf(part['usage'])['total_tokens']) ?? amounts.modelTokens };
    case 'text-delta':
      return afterText(amounts, textOf(part['delta']));
    case 'tool-result':
      return afterResult(amounts, part['output']);
    default:
      return amounts;
  }
}

function afterText(amounts: AgentAmounts, delta: string): AgentAmounts {
  const text = amounts.openText + delta;
  const last = text.lastIndexOf('[');
  const isOpen = last !== -1 && !text.includes(']', last) && text.length - last < LONGEST_PLACEHOLDER;
  const end = isOpen ? last : text.length;
  const found = Object.fromEntries(countPlaceholders([text.slice(0, end)]));
  return { ...amounts, openText: text.slice(end), redactions: together(amounts.redactions, found) };
}

function afterResult(amounts: AgentAmounts, output: unknown): AgentAmounts {
  const frame = membersOf(output);
  const handle = membersOf(frame['handle']);
  const counted = frame['redactions'];
  const found = isMembers(counted) ? counted : Object.fromEntries(countPlaceholders([JSON.stringify(output) ?? '']));
  const handleId = textOf(frame['handle_id']) || textOf(handle['handle_id']);
  return {
    ...amounts,
    toolCalls: amounts.toolCalls + 1,
    redactions: together(amounts.redactions, found),
    ...(handleId === '' ? {} : { handleId, handleState: textOf(handle['state']) || 'complete' }),
  };
}

function together(before: Members, more: Members): Members {
  const sums = Object.entries(more).map(([type, count]) => [
    type,
    (numberOf(before[type]) ?? 0) + (numberOf(count) ?? 0),
  ]);
  return { ...before, ...Object.fromEntries(sums) };
}
