import type { CallPiece } from './call-piece.js';
import { type CallSlot, isEmptyObject } from './call-slot.js';
import type { Flag } from './parse-arguments.js';
import { isSameTool, type ToolNames } from './tool-names.js';

export interface Situation {
  readonly slots: readonly CallSlot[];
  readonly last: CallSlot | undefined;
  readonly tools: ToolNames;
  readonly flag: Flag;
}

/** The call that a piece belongs to; undefined when it opens a new one. */
export function findSlot(piece: CallPiece, situation: Situation): CallSlot | undefined {
  const { id, index } = piece;
  if (id !== undefined) {
    const known = situation.slots.filter((slot) => slot.ids.has(id));
    return known.length > 0 ? byKnownId(piece, known, situation) : byNewId(piece, situation);
  }
  if (index !== undefined) {
    const slot = latestOf(index, situation);
    return slot === undefined || opensNewCall(slot, piece, situation.tools) ? undefined : slot;
  }
  return byName(piece, situation);
}

function byKnownId(piece: CallPiece, known: readonly CallSlot[], situation: Situation): CallSlot | undefined {
  const { tools, flag } = situation;
  const { index, name } = piece;
  const slot = known.findLast((one) => index === undefined || one.index === index || one.index === undefined);
  if (slot !== undefined) {
    const isOther = name !== undefined && !isSameTool(slot.name, name, tools);
    if (!(isOther && opensNewCall(slot, piece, tools))) {
      return slot;
    }
  } else if (name === undefined) {
    return latestOf(index, situation) ?? known.at(-1);
  }
  flag('duplicate_id');
  return undefined;
}

function byNewId(piece: CallPiece, situation: Situation): CallSlot | undefined {
  const { last, tools } = situation;
  const { index, name, text } = piece;
  const slot = index === undefined ? last : latestOf(index, situation);
  if (slot === undefined) {
    return undefined;
  }
  if (slot.id === undefined) {
    return opensNewCall(slot, piece, tools) ? undefined : slot;
  }
  const isUnfinished = !slot.arguments.isComplete;
  if (name === undefined) {
    return isUnfinished || text.trim() === '' || isPlaceholder(slot, text) ? slot : undefined;
  }
  // A call that has no arguments yet would be run without any if its arguments were taken for another call.
  const continues = slot.arguments.isBlank || !opensObject(text);
  return isUnfinished && continues && isSameTool(slot.name, name, tools) ? slot : undefined;
}

function byName({ name = '', text }: CallPiece, { last, tools }: Situation): CallSlot | undefined {
  if (last === undefined) {
    return undefined;
  }
  if (last.name === '') {
    return last.arguments.isComplete && opensObject(text) ? undefined : last;
  }
  if (last.arguments.isBlank && isPieceOfName(last.name, name, tools)) {
    return last;
  }
  const isTail = text.trim() === '' || text === last.arguments.text || isPlaceholder(last, text);
  const continues = !last.arguments.isComplete || isTail;
  return continues && isSameTool(last.name, name, tools) ? last : undefined;
}

function isPieceOfName(current: string, piece: string, tools: ToolNames): boolean {
  if (tools.has(current)) {
    return false;
  }
  return tools.has(current + piece) || piece.startsWith(current) || !tools.has(piece);
}

/** Whether a piece that has the number of a call is the beginning of another one all the same. */
function opensNewCall(slot: CallSlot, { name, text }: CallPiece, tools: ToolNames): boolean {
  if (name === undefined) {
    return false;
  }
  if (slot.name === '') {
    return slot.arguments.isComplete && opensObject(text);
  }
  const isOther = !isSameTool(slot.name, name, tools);
  const isOtherTool = isOther && tools.resolve(name) !== undefined;
  if (slot.arguments.isComplete) {
    const isRepeated = !isOther && (text === slot.arguments.text || isPlaceholder(slot, text));
    return (opensObject(text) && !isRepeated) || isOtherTool;
  }
  const isWhole = slot.arguments.isBlank && tools.resolve(slot.name) !== undefined;
  return isWhole && isOtherTool && !name.startsWith(slot.name);
}

/** Some servers send an empty object before the arguments themselves. */
function isPlaceholder({ arguments: { text: before } }: CallSlot, text: string): boolean {
  return before.length < LONGEST_EMPTY && isEmptyObject(before) && opensObject(text);
}

const LONGEST_EMPTY = 64;

function opensObject(text: string): boolean {
  return text.trimStart().startsWith('{');
}

/** The call of this number that was last written to. The number of a call may come late, but not after its arguments. */
function latestOf(index: number | undefined, { slots, last }: Situation): CallSlot | undefined {
  if (last !== undefined && last.index === index) {
    return last;
  }
  const unnumbered = last?.index === undefined && last?.arguments.isComplete === false ? last : undefined;
  return slots.findLast((slot) => slot.index === index) ?? unnumbered;
}
