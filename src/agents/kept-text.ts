const MOST_CHARS = 1024 * 1024;

/** The beginning of a text of any length. */
export interface KeptText {
  readonly add: (piece: string) => void;
  readonly begin: () => void;
  /** So much more came that nobody may see. */
  readonly withhold: (chars: number) => void;
  readonly text: () => string;
  /** All characters, also those that were not kept. */
  readonly chars: () => number;
  readonly isCut: () => boolean;
  /** Characters that came and are not in the text. */
  readonly omitted: () => number;
}

export function createKeptText(most = MOST_CHARS): KeptText {
  let text = '';
  let chars = 0;
  let withheld = 0;
  return {
    add(piece) {
      const isFull = chars > text.length;
      chars += piece.length;
      text += isFull ? '' : piece.slice(0, wholeUpTo(piece, most - text.length));
    },
    begin() {
      text = '';
      chars = 0;
      withheld = 0;
    },
    withhold(more) {
      withheld += more;
    },
    text: () => text,
    chars: () => chars,
    isCut: () => chars > text.length,
    omitted: () => chars - text.length + withheld,
  };
}

/** Not inside a surrogate pair: providers refuse a text with half of one. */
function wholeUpTo(piece: string, end: number): number {
  const code = end > 0 && end < piece.length ? piece.charCodeAt(end - 1) : 0;
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}
