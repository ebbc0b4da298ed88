import type { ModelPart } from '../../../contract/model.js';
import type { TurnBuilder } from '../../../streams/model-turn/turn-builder.js';
import { textOf } from '../wire.js';

type Say = (text: unknown) => readonly ModelPart[];

/** Texts of the output by the item and the place in it. */
export interface SaidTexts {
  /** A piece of a text. */
  piece(place: string, text: unknown, say: Say): readonly ModelPart[];
  /** The whole text: what was not said of it is said now. */
  whole(place: string, text: unknown, say: Say): readonly ModelPart[];
}

export function createSaidTexts(turn: TurnBuilder): SaidTexts {
  const said = new Map<string, string>();
  const piece: SaidTexts['piece'] = (place, text, say) => {
    said.set(place, (said.get(place) ?? '') + textOf(text));
    return say(text);
  };
  return {
    piece,
    whole(place, given, say) {
      const text = textOf(given);
      const before = said.get(place) ?? '';
      if (text.startsWith(before)) {
        return piece(place, text.slice(before.length), say);
      }
      // What was said cannot be taken back.
      if (text !== '') {
        turn.flag('text_differs');
      }
      return [];
    },
  };
}
