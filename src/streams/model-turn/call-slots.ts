import { KernelError } from '../../contract/errors.js';
import { type CallPiece, readCallPiece, type WireCall } from './call-piece.js';
import type { Flag } from './parse-arguments.js';
import { isSameTool, joinName, type ToolNames } from './tool-names.js';
import { createValueScan, type ValueScan } from './value-scan.js';

/** A call under construction. */
export interface CallSlot {
  index: number | undefined;
  /** The first that came. Some servers give each piece one of its own. */
  id: string | undefined;
  readonly ids: Set<string>;
  name: string;
  /** Its pieces name different tools. */
  hasConflict: boolean;
  readonly arguments: ValueScan;
  extra: unknown;
}

export interface CallLimits {
  readonly max_calls: number;
  /** Of one call. */
  readonly max_argument_chars: number;
}

export interface CallSlots {
  readonly slots: readonly CallSlot[];
  /** Throws LIMIT_REACHED when there are too many calls, or one is too long. */
  add(wire: WireCall): void;
  /** A call that comes whole: it continues no other, whatever it is numbered. */
  addWhole(wire: WireCall): void;
}

export interface CallSlotOptions {
  readonly tools: ToolNames;
  readonly limits: CallLimits;
  readonly flag: Flag;
}

/**
 * Joins the pieces of tool calls. Providers number them, or do not, or number all of them alike; they repeat names and
 * ids, or leave them out. The first rule that fits decides which call a piece belongs to, and a doubt never makes a call
 * that was not sent: it makes one that is rejected.
 */
export function createCallSlots({ tools, limits, flag }: CallSlotOptions): CallSlots {
  const slots: CallSlot[] = [];
  /** Where pieces go that name no call. */
  let last: CallSlot | undefined;

  const open = (piece: CallPiece): CallSlot => {
    if (slots.length >= limits.max_calls) {
      throw tooManyCalls(limits.max_calls);
    }
    const slot: CallSlot = {
      index: piece.index,
      id: piece.id,
      ids: new Set(),
      name: '',
      hasConflict: false,
      arguments: createValueScan(),
      extra: undefined,
    };
    slots.push(slot);
    return slot;
  };

  const write = (slot: CallSlot, piece: CallPiece): void => {
    last = slot;
    slot.index ??= piece.index;
    slot.id ??= piece.id;
    slot.extra = piece.extra ?? slot.extra;
    if (piece.id !== undefined) {
      slot.ids.add(piece.id);
    }
    if (piece.name !== undefined) {
      const name = joinName(slot.name, piece.name, { tools, hasArguments: slot.arguments.text !== '' });
      slot.name = name ?? slot.name;
      slot.hasConflict ||= name === undefined;
    }
    append(slot, piece.text);
  };

  const append = ({ arguments: scan }: CallSlot, text: string): void => {
    if (scan.isComplete && text.trim() === '') {
      return;
    }
    if (scan.isComplete && text === scan.text) {
      flag('repeated_arguments');
      return;
    }
    if (scan.text.length + text.length > limits.max_argument_chars) {
      throw argumentsTooLarge(limits.max_argument_chars);
    }
    scan.add(text);
  };

  return {
    slots,
    add(wire) {
      const piece = readCallPiece(wire, flag);
      const isNameless = piece.id === undefined && piece.index === undefined && piece.name === undefined;
      const slot = isNameless ? last : findSlot(piece, { slots, last, tools, flag });
      if (slot !== undefined || !isNameless) {
        write(slot ?? open(piece), piece);
      } else if (piece.text !== '') {
        flag('orphan_delta');
      }
    },
    addWhole(wire) {
      // Where calls come whole, their arguments are meant to be objects.
      const piece = readCallPiece(wire, () => undefined);
      write(open(piece), piece);
    },
  };
}

interface Situation {
  readonly slots: readonly CallSlot[];
  readonly last: CallSlot | undefined;
  readonly tools: ToolNames;
  readonly flag: Flag;
}

/** The call that a piece belongs to; undefined when it opens a new one. */
function findSlot(piece: CallPiece, situation: Situation): CallSlot | undefined {
  const { id, index } = piece;
  if (id !== undefined) {
    const known = situation.slots.filter((slot) => slot.ids.has(id));
    return known.length > 0 ? byKnownId(piece, known, situation) : byNewId(piece, situation);
  }
  if (index !== undefined) {
    const slot = latestOf(situation.slots, index);
    return slot === undefined || opensNewCall(slot, piece, situation.tools) ? undefined : slot;
  }
  return byName(piece, situation);
}

function byKnownId(
  piece: CallPiece,
  known: readonly CallSlot[],
  { slots, tools, flag }: Situation,
): CallSlot | undefined {
  const { index, name } = piece;
  const slot = index === undefined ? known.at(-1) : latestOf(known, index);
  if (slot !== undefined) {
    const isOther = name !== undefined && !isSameTool(slot.name, name, tools);
    if (!(isOther && opensNewCall(slot, piece, tools))) {
      return slot;
    }
  } else if (name === undefined) {
    return latestOf(slots, index) ?? known.at(-1);
  }
  flag('duplicate_id');
  return undefined;
}

function byNewId(piece: CallPiece, { slots, last, tools }: Situation): CallSlot | undefined {
  const { index, name, text } = piece;
  const slot = index === undefined ? withoutId(last, piece) : latestOf(slots, index);
  if (slot === undefined) {
    return undefined;
  }
  if (slot.id === undefined) {
    return opensNewCall(slot, piece, tools) ? undefined : slot;
  }
  const isUnfinished = !slot.arguments.isComplete;
  if (name === undefined) {
    return isUnfinished || text.trim() === '' ? slot : undefined;
  }
  const continues = slot.arguments.isBlank || !opensObject(text);
  return isUnfinished && continues && isSameTool(slot.name, name, tools) ? slot : undefined;
}

/** The id of a call may come after the rest. */
function withoutId(last: CallSlot | undefined, { name }: CallPiece): CallSlot | undefined {
  return last?.id === undefined && name === undefined ? last : undefined;
}

function byName({ name = '', text }: CallPiece, { last, tools }: Situation): CallSlot | undefined {
  if (last === undefined) {
    return undefined;
  }
  if (last.name === '' || (last.arguments.isBlank && isPieceOfName(last.name, name, tools))) {
    return last;
  }
  const continues = !last.arguments.isComplete || text === last.arguments.text || isPlaceholder(last, text);
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
  if (name === undefined || slot.name === '') {
    return false;
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

export function isEmptyObject(text: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(text);
}

function opensObject(text: string): boolean {
  return text.trimStart().startsWith('{');
}

function latestOf(slots: readonly CallSlot[], index: number | undefined): CallSlot | undefined {
  return slots.findLast((slot) => slot.index === index || slot.index === undefined);
}

export function tooManyCalls(most: number): KernelError {
  return new KernelError('LIMIT_REACHED', `the model asked for more than ${most} tool calls in one turn`, {
    details: { kind: 'too_many_calls' },
  });
}

function argumentsTooLarge(most: number): KernelError {
  return new KernelError('LIMIT_REACHED', `the model wrote arguments of more than ${most} characters for one call`, {
    details: { kind: 'arguments_too_large' },
  });
}
