import { KernelError } from '../../contract/errors.js';
import { type CallPiece, readCallPiece, type WireCall } from './call-piece.js';
import { type CallSlot, createCallSlot } from './call-slot.js';
import { findSlot } from './find-slot.js';
import type { Flag } from './parse-arguments.js';
import { joinName, type ToolNames } from './tool-names.js';

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
    const slot = createCallSlot(piece);
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
      slot.hasConflict ||= slot.name === '' && slot.arguments.isComplete;
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
