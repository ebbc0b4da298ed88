const MOST_CHARS = 1024 * 1024;

/** The beginning of a text of any length. */
export interface KeptText {
  readonly add: (piece: string) => void;
  readonly begin: () => void;
  readonly text: () => string;
  /** All characters, also those that were not kept. */
  readonly chars: () => number;
  readonly isCut: () => boolean;
}

export function createKeptText(): KeptText {
  let text = '';
  let chars = 0;
  return {
    add(piece) {
      chars += piece.length;
      text += piece.slice(0, MOST_CHARS - text.length);
    },
    begin() {
      text = '';
      chars = 0;
    },
    text: () => text,
    chars: () => chars,
    isCut: () => chars > text.length,
  };
}
