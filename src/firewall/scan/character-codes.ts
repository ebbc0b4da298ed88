/**
 * The codes of a text's characters in an array: a loop reads them from there in two thirds of the time that it takes to
 * ask the text, which may be stored in several ways, about each.
 */
export interface CharacterCodes {
  /** The codes of a text, valid until those of another one are asked for; behind them stands what was there before. */
  of(text: string): Uint16Array;
  /** Nothing of the text is kept. */
  forget(): void;
}

/** Of less text a copy takes longer than it saves. */
export const LONG_TEXT = 96;
/** Where the lower byte of a number is stored first, as in UTF-16LE. */
const IS_COPIED_WHOLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

export function createCharacterCodes(): CharacterCodes {
  let known = '';
  let codes = new Uint16Array(0);
  let bytes: Buffer | undefined;
  const copy = (text: string): void => {
    if (text.length > codes.length) {
      codes = new Uint16Array(Math.max(text.length, 2 * codes.length));
      bytes = undefined;
    }
    if (IS_COPIED_WHOLE) {
      bytes ??= Buffer.from(codes.buffer);
      bytes.write(text, 'utf16le');
      return;
    }
    for (let index = 0; index < text.length; index += 1) {
      codes[index] = text.charCodeAt(index);
    }
  };
  return {
    of: (text) => {
      if (text !== known) {
        copy(text);
      }
      // Of two texts with the same characters too: to compare these takes long, to compare one with itself does not.
      known = text;
      return codes;
    },
    forget: () => {
      if (known !== '') {
        codes.fill(0, 0, known.length);
        known = '';
      }
    },
  };
}
