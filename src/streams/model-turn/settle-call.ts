import type { CallPiece } from './call-piece.js';
import { type CallSlot, isEmptyObject } from './call-slot.js';
import { type Flag, parseJson } from './parse-arguments.js';
import { isSameTool, type ToolNames } from './tool-names.js';
import { createValueScan } from './value-scan.js';

/** What a call is settled with, and by whom it is judged. */
export interface Settling {
  readonly tools: ToolNames;
  readonly flag: Flag;
  /** The call was told as a whole before. */
  readonly isSettled: boolean;
}

/**
 * The whole call, which counts more than its pieces: some of them may have been lost. Only what says nothing never takes
 * the place of what says something, or a tool would run without its arguments.
 */
export function settleCall(
  slot: CallSlot,
  { id, name, text, extra }: CallPiece,
  { tools, flag, isSettled }: Settling,
): void {
  slot.id = id ?? slot.id;
  slot.extra ??= extra;
  if (name !== undefined) {
    slot.hasConflict ||= tools.resolve(slot.name) !== undefined && !isSameTool(slot.name, name, tools);
    slot.name = tools.resolve(slot.name) === undefined ? name : slot.name;
  }
  const before = slot.arguments.text;
  if (saysNothing(text) || isSameJson(before, text)) {
    if (before.trim() === '') {
      slot.arguments = scanOf(text);
    }
    return;
  }
  if (!saysNothing(before)) {
    flag('arguments_differ');
    slot.isDisputed ||= isSettled;
  }
  slot.arguments = scanOf(text);
}

function saysNothing(text: string): boolean {
  return text.trim() === '' || text.trim() === 'null' || isEmptyObject(text);
}

function isSameJson(left: string, right: string): boolean {
  return left === right || (parseJson(left) !== undefined && write(left) === write(right));
}

function write(text: string): string {
  return JSON.stringify(parseJson(text)) ?? '';
}

function scanOf(text: string): CallSlot['arguments'] {
  const scan = createValueScan();
  scan.add(text);
  return scan;
}
