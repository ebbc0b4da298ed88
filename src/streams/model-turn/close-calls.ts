import type { RejectedToolCall, ToolCall } from '../../contract/model.js';
import { type CallSlot, isEmptyObject } from './call-slot.js';
import { tooManyCalls } from './call-table.js';
import { type Flag, parseArguments } from './parse-arguments.js';
import type { ToolNames } from './tool-names.js';

export interface ClosedCalls {
  readonly tool_calls: readonly ToolCall[];
  readonly call_indexes: readonly number[];
  readonly rejected: readonly RejectedToolCall[];
}

export interface ClosingOptions {
  readonly tools: ToolNames;
  /** Of earlier turns. */
  readonly takenIds: ReadonlySet<string>;
  readonly maxCalls: number;
  /** The turn was cut: no call of it is to be run, as complete as it may look. */
  readonly isCut: boolean;
  readonly flag: Flag;
}

/** What becomes of the calls when the turn has ended: one to be run, or one to be answered with why it is not. */
export function closeCalls(slots: readonly CallSlot[], options: ClosingOptions): ClosedCalls {
  const { takenIds, maxCalls, flag } = options;
  const giveId = createIds(slots, takenIds, flag);
  const numberOf = createNumbers(slots);
  const toolCalls: ToolCall[] = [];
  const callIndexes: number[] = [];
  const rejected: RejectedToolCall[] = [];
  for (const slot of inOrder(slots)) {
    const verdict = judge(slot, options);
    if ('reason' in verdict) {
      const { id } = giveId(slot.id);
      rejected.push({ id, name: slot.name, reason: verdict.reason, arguments: slot.arguments.text });
      continue;
    }
    const extra = slot.extra === undefined ? {} : { extra_content: slot.extra };
    for (const [index, value] of verdict.values.entries()) {
      const call = { name: verdict.name, arguments: JSON.stringify(value) };
      callIndexes.push(numberOf(slot, index));
      toolCalls.push({ ...giveId(index === 0 ? slot.id : undefined), type: 'function', function: call, ...extra });
    }
    if (toolCalls.length > maxCalls) {
      throw tooManyCalls(maxCalls);
    }
  }
  return { tool_calls: toolCalls, call_indexes: callIndexes, rejected };
}

/** The numbers that calls had while they formed. Those that came glued together had one, so all but the first get new ones. */
function createNumbers(slots: readonly CallSlot[]): (slot: CallSlot, index: number) => number {
  let next = slots.length;
  return (slot, index) => {
    if (index === 0) {
      return slots.indexOf(slot);
    }
    next += 1;
    return next - 1;
  };
}

/** By number where all have one, and otherwise as they came. */
function inOrder(slots: readonly CallSlot[]): readonly CallSlot[] {
  return slots.some(({ index }) => index === undefined)
    ? slots
    : [...slots].sort((left, right) => (left.index ?? 0) - (right.index ?? 0));
}

type Verdict =
  | { readonly reason: RejectedToolCall['reason'] }
  | { readonly name: string; readonly values: readonly Readonly<Record<string, unknown>>[] };

/** All of a slot or nothing: when a part of it cannot be read, nobody knows what the rest was meant to be. */
function judge(slot: CallSlot, { tools, isCut, flag }: ClosingOptions): Verdict {
  const { arguments: scan } = slot;
  if (isCut) {
    return { reason: 'truncated' };
  }
  if (slot.name === '') {
    return { reason: 'missing_name' };
  }
  const name = slot.hasConflict ? undefined : tools.resolve(slot.name);
  if (name === undefined) {
    return { reason: 'unknown_tool' };
  }
  if (slot.isDisputed) {
    return { reason: 'invalid_arguments' };
  }
  if (scan.isOpen && !scan.isBroken) {
    return { reason: 'truncated' };
  }
  const texts = scan.isBroken ? [scan.text] : separate(scan.values(), flag);
  const values = texts.map((text) => parseArguments(text, flag)).filter((value) => value !== undefined);
  if (values.length < texts.length) {
    return { reason: 'invalid_arguments' };
  }
  if (name !== slot.name) {
    flag('name_cleaned');
  }
  return { name, values };
}

/** The calls whose arguments were glued together. An empty object beside others stood in for what came after it. */
function separate(values: readonly string[], flag: Flag): readonly string[] {
  const filled = values.filter((value) => !isEmptyObject(value));
  const meant = filled.length === 0 ? values : filled;
  const different = meant.filter((value, index) => value !== meant[index - 1]);
  if (meant.length < values.length) {
    flag('leading_empty_object');
  }
  if (different.length < meant.length) {
    flag('repeated_arguments');
  }
  if (different.length > 1) {
    flag('split_concatenated');
  }
  return different.length === 0 ? [''] : different;
}

type GiveId = (wanted: string | undefined) => Pick<ToolCall, 'id' | 'wire_id'>;

/**
 * Ids that no other call of the conversation has. New ones are nine letters and digits, which every provider takes, and
 * are counted, so that the same conversation gives the same ids.
 */
function createIds(slots: readonly CallSlot[], takenIds: ReadonlySet<string>, flag: Flag): GiveId {
  const used = new Set<string>();
  const wantedByOthers = new Set(slots.map(({ id }) => id));
  let count = takenIds.size;
  const fresh = (): string => {
    let id = '';
    do {
      count += 1;
      id = `call${String(count).padStart(5, '0')}`;
    } while (takenIds.has(id) || used.has(id) || wantedByOthers.has(id));
    used.add(id);
    return id;
  };
  return (wanted) => {
    if (wanted === undefined || used.has(wanted)) {
      return { id: fresh() };
    }
    used.add(wanted);
    if (takenIds.has(wanted)) {
      flag('id_seen_in_earlier_turn');
      return { id: fresh(), wire_id: wanted };
    }
    return { id: wanted };
  };
}
