import type { ModelPart } from '../../contract/model.js';
import type { CallSlot } from './call-slot.js';
import type { ToolNames } from './tool-names.js';

/** Tells of calls while they form: which tool, and how long its arguments are, never what they say. */
export interface CallProgress {
  /** After a piece of a call. Small pieces are told together. */
  grown(slot: CallSlot | undefined): readonly ModelPart[];
  /** After the whole of a call. */
  whole(slot: CallSlot): readonly ModelPart[];
  /** What is not told yet, at the end. */
  rest(): readonly ModelPart[];
}

/** Characters of arguments that are told together. */
const STRIDE = 256;

interface Told {
  readonly index: number;
  hasName: boolean;
  chars: number;
  bytes: number;
}

export function createCallProgress(slots: readonly CallSlot[], tools: ToolNames): CallProgress {
  const told = new Map<CallSlot, Told>();

  const toldOf = (slot: CallSlot): Told => {
    const known = told.get(slot) ?? { index: slots.indexOf(slot), hasName: false, chars: 0, bytes: 0 };
    told.set(slot, known);
    return known;
  };

  const start = ({ name }: CallSlot, of: Told): readonly ModelPart[] => {
    if (of.hasName || name === '') {
      return [];
    }
    of.hasName = true;
    return [{ type: 'tool-call-start', index: of.index, name: tools.resolve(name) ?? name }];
  };

  const count = (of: Told, bytes: number, chars: number): readonly ModelPart[] => {
    const isNews = bytes !== of.bytes && of.hasName;
    of.bytes = bytes;
    of.chars = chars;
    return isNews ? [{ type: 'tool-call-delta', index: of.index, argument_bytes: bytes }] : [];
  };

  const whole = (slot: CallSlot): readonly ModelPart[] => {
    const of = toldOf(slot);
    const { text } = slot.arguments;
    return [...start(slot, of), ...count(of, Buffer.byteLength(text), text.length)];
  };

  return {
    grown(slot) {
      // A name can grow as long as no argument has come, and one of no tool may be put right at the end.
      if (slot === undefined || slot.arguments.isBlank || tools.resolve(slot.name) === undefined) {
        return [];
      }
      const of = toldOf(slot);
      const { text } = slot.arguments;
      const started = start(slot, of);
      if (text.length - of.chars < STRIDE) {
        return started;
      }
      const end = isFirstHalf(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
      return [...started, ...count(of, of.bytes + Buffer.byteLength(text.slice(of.chars, end)), end)];
    },
    whole,
    rest: () => slots.flatMap(whole),
  };
}

/** The second half of the pair is still to come. */
function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
