import { KernelError } from '../../contract/errors.js';
import { type CallPiece, readCallPiece, type WireCall } from './call-piece.js';
import { type CallSlot, createCallSlot } from './call-slot.js';
import { findSlot } from './find-slot.js';
import type { Flag } from './parse-arguments.js';
import { settleCall } from './settle-call.js';
import { joinName, type ToolNames } from './tool-names.js';

export interface CallLimits {
  readonly max_calls: number;
  /** Of one call. */
  readonly max_argument_chars: number;
}

export interface CallSlots {
  readonly slots: readonly CallSlot[];
  /** Gives the call it belongs to, if any. Throws LIMIT_REACHED when there are too many calls, or one is too long. */
  add(wire: WireCall): CallSlot | undefined;
  /** A call that comes whole: it continues no other, whatever it is numbered. */
  addWhole(wire: WireCall): CallSlot;
  /** A piece of the call that the wire names by a key. */
  addTo(key: string, wire: WireCall): CallSlot;
  /** The whole call with that key, in place of its pieces. */
  settle(key: string, wire: WireCall): CallSlot;
  /** How long its arguments are so far. */
  charsOf(key: string): number;
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
  const keyed = new Map<string, CallSlot>();
  const settled = new Set<string>();

  const open = (piece: CallPiece): CallSlot => {
    if (slots.length >= limits.max_calls) {
      throw tooManyCalls(limits.max_calls);
    }
    const slot = createCallSlot(piece);
    slots.push(slot);
    return slot;
  };

  const write = (slot: CallSlot, piece: CallPiece, isKeyed = false): CallSlot => {
    last = slot;
    slot.index ??= piece.index;
    slot.id ??= piece.id;
    slot.extra = piece.extra ?? slot.extra;
    if (piece.id !== undefined) {
      slot.ids.add(piece.id);
    }
    if (piece.name !== undefined) {
      const name = joinName(slot.name, piece.name, { tools, hasArguments: slot.arguments.text !== '' });
      slot.hasConflict ||= slot.name === '' && slot.arguments.isComplete && !isKeyed;
      slot.name = name ?? slot.name;
      slot.hasConflict ||= name === undefined;
    }
    append(slot, piece.text);
    return slot;
  };

  const append = ({ arguments: scan }: CallSlot, text: string): void => {
    if (scan.isComplete && text.trim() === '') {
      return;
    }
    if (scan.isComplete && text === scan.text) {
      flag('repeated_arguments');
      return;
    }
    checkLength(scan.text.length + text.length);
    scan.add(text);
  };

  const checkLength = (chars: number): void => {
    if (chars > limits.max_argument_chars) {
      throw argumentsTooLarge(limits.max_argument_chars);
    }
  };

  const slotOf = (key: string, piece: CallPiece): CallSlot => {
    const slot = keyed.get(key) ?? open(piece);
    keyed.set(key, slot);
    return slot;
  };

  return {
    slots,
    add(wire) {
      const piece = readCallPiece(wire, flag);
      const isNameless = piece.id === undefined && piece.index === undefined && piece.name === undefined;
      const slot = isNameless ? last : findSlot(piece, { slots, last, tools, flag });
      if (slot !== undefined || !isNameless) {
        return write(slot ?? open(piece), piece);
      }
      if (piece.text !== '') {
        flag('orphan_delta');
      }
      return undefined;
    },
    addWhole(wire) {
      // Where calls come whole, their arguments are meant to be objects.
      const piece = readCallPiece(wire, () => undefined);
      return write(open(piece), piece);
    },
    addTo(key, wire) {
      const piece = readCallPiece(wire, flag);
      return write(slotOf(key, piece), piece, true);
    },
    settle(key, wire) {
      const piece = readCallPiece(wire, flag);
      checkLength(piece.text.length);
      const slot = slotOf(key, piece);
      settleCall(slot, piece, { tools, flag, isSettled: settled.has(key) });
      settled.add(key);
      return slot;
    },
    charsOf: (key) => keyed.get(key)?.arguments.text.length ?? 0,
  };
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
